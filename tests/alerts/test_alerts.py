"""Alerts: told once, closed by name."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app import db, schema
from app.alerts.actions import raise_alert, resolve, tell_staff, withdraw
from app.alerts.models import Alert, open_alerts
from app.errors import AppError

NOW = datetime(2026, 5, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path) -> Iterator[Path]:
    """A fresh data folder."""
    db.connect(tmp_path)
    schema.migrate(tmp_path)
    yield tmp_path
    db.close()


def test_the_same_cause_is_told_once():
    first = raise_alert("money", "money:1", "Wrong amount", link="/admin/dashboard", now=NOW)
    second = raise_alert("money", "money:1", "Wrong amount again", now=NOW + timedelta(hours=1))
    assert second.id == first.id
    assert [(a.message, a.link, a.created_at) for a in open_alerts()] == [("Wrong amount", "/admin/dashboard", NOW)]


def test_an_alert_goes_with_its_cause():
    def cause_that_fails() -> None:
        with db.write():
            raise_alert("money", "money:1", "Wrong amount", now=NOW)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        cause_that_fails()
    assert open_alerts() == []


def test_open_alerts_come_newest_first():
    for hour in range(3):
        raise_alert("money", f"money:{hour}", str(hour), now=NOW + timedelta(hours=hour))
    assert [alert.message for alert in open_alerts()] == ["2", "1", "0"]


def test_what_clients_make_many_of_keeps_no_money_from_the_first_ones():
    raise_alert("paid_twice", "twice", "Paid twice", now=NOW)
    for number in range(30):
        raise_alert("client_differs", f"differs:{number}", "Another name", now=NOW + timedelta(hours=number))
    assert [alert.kind for alert in open_alerts(2)] == ["paid_twice", "client_differs"]
    assert len(open_alerts()) == 31


def test_resolving_keeps_the_first_name_and_moment_and_the_cause_stays_told():
    alert = raise_alert("money", "money:1", "Wrong amount", now=NOW)
    resolve(alert.id, "owner", NOW + timedelta(minutes=5))
    later = resolve(alert.id, "other", NOW + timedelta(minutes=9))
    assert (later.resolved_by, later.resolved_at) == ("owner", NOW + timedelta(minutes=5))
    raise_alert("money", "money:1", "Wrong amount", now=NOW + timedelta(hours=1))
    assert open_alerts() == []


def test_what_happens_again_after_the_resolving_is_on_the_list_again():
    first = tell_staff("refunded", "refunded-1", "50.00 went back", now=NOW)
    resolve(first.id, "owner", NOW + timedelta(minutes=5))
    later = NOW + timedelta(days=40)
    again = tell_staff("refunded", "refunded-1", "Another 50.00 went back", "/admin/dashboard", now=later)
    assert again.id == first.id
    (listed,) = open_alerts()
    assert (listed.message, listed.link, listed.created_at) == ("Another 50.00 went back", "/admin/dashboard", later)
    assert (listed.resolved_at, listed.resolved_by) == (None, None)


def test_what_happens_again_before_it_is_resolved_is_one_line_with_the_newest_word():
    tell_staff("refunded", "refunded-1", "50.00 went back", now=NOW)
    tell_staff("refunded", "refunded-1", "Another 50.00 went back", now=NOW + timedelta(hours=1))
    assert [alert.message for alert in open_alerts()] == ["Another 50.00 went back"]


def test_what_only_stands_does_not_come_back_to_those_who_resolved_it():
    """A job looks every five minutes; a day of it is no news."""
    stuck = raise_alert("payment_stuck", "stuck-1", "It cannot be settled", now=NOW)
    resolve(stuck.id, "owner", NOW + timedelta(minutes=1))
    for minutes in range(5, 24 * 60, 5):
        raise_alert("payment_stuck", "stuck-1", "It cannot be settled", now=NOW + timedelta(minutes=minutes))
    assert open_alerts() == []


def test_a_withdrawn_alert_can_be_raised_afresh():
    raise_alert("mail.unset", "mail.unset", "No mail server", now=NOW)
    withdraw("mail.unset")
    withdraw("mail.unset")
    assert Alert.select().count() == 0
    raise_alert("mail.unset", "mail.unset", "No mail server", now=NOW)
    assert len(open_alerts()) == 1


def test_an_alert_that_is_not_there_cannot_be_resolved():
    with pytest.raises(AppError) as refusal:
        resolve(404, "owner", NOW)
    assert refusal.value.status == 404
