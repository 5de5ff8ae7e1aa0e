"""Rows that are old enough go, the others stay, and each kind by its own age."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app import clock
from app.alerts.actions import raise_alert, resolve
from app.alerts.models import Alert
from app.enquiries.models import Enquiry
from app.factory import House
from app.mail import files, secrets
from app.mail.models import Letter
from app.retention import actions as retention
from app.retention import ages, rules
from app.rows import BaseModel
from app.slots.models import Hold, Slot
from tests.onboarders import Onboarder
from tests.people import People
from tests.watch import Watch

SECOND = timedelta(seconds=1)


def alert(people: People) -> Any:
    return resolve(raise_alert("refunded", "one", "HPM-1: refunded.", now=clock.now()).id, "helena", clock.now())


def hold(people: People) -> Any:
    ann = Onboarder(people.house)
    ann.take(ann.times()[-1]["id"])
    ann.take(ann.times()[-2]["id"])
    return Hold.get(Hold.released_at.is_null(False))


def enquiry(people: People) -> Any:
    told = {"name": "Ann Lee", "email": "ann@example.com", "phone": "0400 111 222", "message": "How much is a duplex?"}
    assert people.visitor().post("/api/enquiries", told).status_code in (200, 201)
    return Enquiry.get()


KINDS: list[tuple[Any, ages.Forget, timedelta]] = [
    (alert, ages.forget_alerts, rules.SEEN_KEPT),
    (hold, ages.forget_holds, rules.SEEN_KEPT),
    (enquiry, ages.forget_enquiries, rules.RECORDS_KEPT),
]


@pytest.mark.parametrize(("make", "forget", "kept"), KINDS)
def test_a_row_goes_when_it_is_old_enough_and_not_before(
    people: People, watch: Watch, make: Any, forget: ages.Forget, kept: timedelta
) -> None:
    row: BaseModel = make(people)
    assert forget(watch.now + kept - SECOND) == 0
    assert forget(watch.now + kept) >= 1
    assert type(row).get_or_none(type(row).id == row.id) is None


def test_an_alert_that_nobody_resolved_and_a_time_that_is_kept_stay(people: People, watch: Watch) -> None:
    raise_alert("needs_time", "open", "HPM-1 has no time.", now=watch.now)
    hold(people)
    for forget in (ages.forget_alerts, ages.forget_holds, ages.forget_times):
        forget(watch.now + timedelta(days=2_000))
    assert Alert.select().count() == 1
    assert Hold.select().where(Hold.released_at.is_null()).count() == 1
    assert Slot.select().where(Slot.is_booked == True).count() == 1


def test_the_network_address_of_a_hold_goes_after_thirty_days_and_the_hold_stays(people: People, watch: Watch) -> None:
    made = hold(people)
    assert made.address == "127.0.0.1"
    assert ages.forget_addresses(watch.now + rules.ADDRESSES_KEPT - SECOND) == 0
    assert ages.forget_addresses(watch.now + rules.ADDRESSES_KEPT) == 2
    assert {row.address for row in Hold.select()} == {""}


def test_past_times_of_nobody_go_after_a_year(house: House, watch: Watch) -> None:
    last = Slot.select().order_by(Slot.date.desc()).get().date
    before = Slot.select().count()
    assert ages.forget_times(last + rules.SEEN_KEPT - SECOND) == before - 1
    assert ages.forget_times(last + rules.SEEN_KEPT) == 1
    assert Slot.select().count() == 0


def test_a_letter_goes_after_seven_years_with_its_file_and_one_that_waits_stays(people: People, watch: Watch) -> None:
    enquiry(people)
    old, waiting = list(Letter.select().order_by(Letter.id))
    Letter.update(status="filed").where(Letter.id == old.id).execute()
    path = files.file_letter(old)
    assert ages.forget_letters(watch.now + rules.RECORDS_KEPT - SECOND) == 0
    assert path.exists()
    assert ages.forget_letters(watch.now + rules.RECORDS_KEPT) == 1
    assert not path.exists()
    assert [letter.id for letter in Letter.select()] == [waiting.id]


def test_a_batch_is_bounded(people: People, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ages, "BATCH", 10)
    long_ago: datetime = watch.now + timedelta(days=2_000)
    assert ages.forget_times(long_ago) == 10


@pytest.mark.parametrize("status", ["filed", "failed"])
def test_a_password_in_a_letter_goes_after_seven_days_with_the_letters_file(
    people: People, watch: Watch, status: str
) -> None:
    people.visitor().book()
    letter = Letter.get(Letter.kind == "credentials")
    path = files.file_letter(letter)
    Letter.update(status=status).where(Letter.id == letter.id).execute()
    assert ages.forget_secrets(watch.now + rules.SECRETS_KEPT - SECOND) == 0
    assert path.exists() and not Letter.get_by_id(letter.id).scrubbed
    assert ages.forget_secrets(watch.now + rules.SECRETS_KEPT) == 1
    assert ages.sweep_letter_files(watch.now) == 1
    assert not path.exists() and Letter.get_by_id(letter.id).scrubbed
    assert ages.forget_secrets(watch.now + rules.SECRETS_KEPT) == 0


def test_one_run_lets_go_of_a_password_and_its_file_and_looks_through_the_files_once(
    people: People, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.visitor().book()
    letter = Letter.get(Letter.kind == "credentials")
    Letter.update(status="filed").where(Letter.id == letter.id).execute()
    path = files.file_letter(letter)
    looks: list[Path] = []
    filed = files.filed
    monkeypatch.setattr(files, "filed", lambda folder: looks.append(folder) or filed(folder))
    monkeypatch.setattr(retention, "may_erase", lambda *_: True)
    retention.let_go(None, letter.created_at + rules.SECRETS_KEPT)
    assert not path.exists() and Letter.get_by_id(letter.id).scrubbed
    assert len(looks) == 1


def test_the_file_of_a_used_password_goes_at_once_also_while_the_clock_is_not_believed(
    people: People, watch: Watch
) -> None:
    """As in the first day of an installation, when nothing else is let go of."""
    people.client()
    letter = Letter.get(Letter.kind == "credentials")
    Letter.update(status="filed").where(Letter.id == letter.id).execute()
    kept = files.file_letter(letter)
    retention.let_go(None, watch.now)
    assert kept.exists()
    secrets.forget_of_client(letter.client_id)
    retention.let_go(None, watch.now)
    assert not kept.exists()
