"""However long nobody listened: refunds, disputes and late decisions are found in the provider's list afterwards."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from app import moments
from app.alerts.models import Alert
from app.booking.models import Booking
from app.factory import House
from app.orders.money import Payment
from app.payments import news, reconcile
from app.payments.models import PaymentEvent
from app.payments.patience import JOB
from app.payments.provider import Event, ProviderRefused, ProviderUnavailable
from app.payments.rules import is_abandoned, look_since, out_of_reach
from app.projects.rules import PaymentStatus
from tests.onboarders import Onboarder
from tests.people import TAKES_TIME, VISA
from tests.watch import Watch

NOW = datetime(2026, 11, 22, 6, tzinfo=UTC)


def days(number: float) -> timedelta:
    return timedelta(days=number)


@pytest.mark.parametrize(
    ("last", "back"),
    [
        (None, days(30)),
        (days(0), days(3)),
        (timedelta(minutes=5), days(3) + timedelta(minutes=5)),
        (days(4), days(7)),
        (days(20), days(23)),
        (days(27), days(30)),
        (days(28), days(30)),
        (days(400), days(30)),
        (-timedelta(seconds=1), days(30)),
    ],
    ids=str,
)
def test_the_list_is_read_from_the_last_whole_look_with_three_days_to_spare(
    last: timedelta | None, back: timedelta
) -> None:
    assert look_since(None if last is None else NOW - last, NOW) == NOW - back


def test_what_is_listed_for_thirty_days_is_out_of_reach_afterwards() -> None:
    looks = [None, NOW, NOW - days(30), NOW - days(30) - timedelta(seconds=1)]
    assert [out_of_reach(last, NOW) for last in looks] == [False, False, False, True]


@pytest.mark.parametrize(
    ("status", "age", "abandoned"),
    [
        (PaymentStatus.PENDING, days(30), False),
        (PaymentStatus.PENDING, days(31), True),
        (PaymentStatus.FAILED, days(31), True),
        (PaymentStatus.PROCESSING, days(400), False),
    ],
)
def test_a_form_is_abandoned_after_a_month_but_a_bank_may_take_longer(
    status: PaymentStatus, age: timedelta, abandoned: bool
) -> None:
    assert is_abandoned(status, age) is abandoned


def look(house: House) -> None:
    """The job's run."""
    assert house.gateway is not None
    reconcile.reconcile(house.gateway.with_patience(JOB))


@pytest.fixture
def paid(watch: Watch, ann: Onboarder) -> Onboarder:
    """Ann has paid, and every one of the provider's events was heard."""
    ann.intent = ann.begin_card()
    ann.house.sandbox.confirm(ann.intent, card=VISA)
    look(ann.house)
    assert Payment.get().status == "completed"
    return ann


def refund(ann: Onboarder) -> None:
    assert ann.house.gateway is not None
    ann.house.gateway.refund(ann.intent, None, "all of it", "requested_by_customer")


def dispute(ann: Onboarder) -> None:
    ann.house.sandbox.dispute(ann.intent)


def alarms() -> list[str]:
    return sorted(alert.kind for alert in Alert.select())


@pytest.mark.parametrize("outage", [4, 20])
@pytest.mark.parametrize(("happens", "told"), [(refund, "refunded"), (dispute, "dispute")])
@pytest.mark.parametrize("early", [True, False], ids=["at its beginning", "at its end"])
def test_news_of_an_outage_are_heard_after_it(
    paid: Onboarder, watch: Watch, outage: int, happens: Callable[[Onboarder], None], told: str, early: bool
) -> None:
    watch.now += timedelta(hours=1)
    if early:
        happens(paid)
    watch.now += days(outage)
    if not early:
        happens(paid)
    look(paid.house)
    assert alarms() == [told]
    look(paid.house)
    assert alarms() == [told]


@pytest.mark.parametrize("outage", [4, 20, 40, 400])
def test_a_decision_that_came_during_an_outage_is_found_however_long_it_was(
    watch: Watch, ann: Onboarder, outage: int
) -> None:
    intent = ann.begin_card()
    ann.house.sandbox.confirm(intent, card=TAKES_TIME)
    look(ann.house)
    assert Payment.get().status == "processing"
    ann.house.sandbox.settle_processing(intent)
    watch.now += days(outage)
    look(ann.house)
    assert Payment.get().status == "completed"
    assert ("payments_unheard" in alarms()) is (outage > 30)


def test_after_more_than_thirty_days_staff_are_told_once_what_nobody_can_know(paid: Onboarder, watch: Watch) -> None:
    refund(paid)
    watch.now += days(31)
    for _ in range(3):
        look(paid.house)
        watch.now += timedelta(minutes=5)
    assert alarms() == ["payments_unheard"]
    assert "between" in Alert.get().message
    assert Payment.get().status == "completed"


def test_a_look_that_the_provider_cut_short_is_no_look(
    paid: Onboarder, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = moments.last(news.HEARD)
    watch.now += days(4)
    refund(paid)
    paid.house.sandbox.faults.set("error_500", None, only="GET /v1/payment_intents")
    look(paid.house)
    assert moments.last(news.HEARD) == before
    paid.house.sandbox.faults.clear()
    look(paid.house)
    assert (alarms(), moments.last(news.HEARD)) == (["refunded"], watch.now)


def test_an_event_that_cannot_be_settled_is_told_and_stays_within_reach(
    paid: Onboarder, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    refund(paid)
    happened = watch.now.replace(microsecond=0)

    def failing(*_: Any) -> None:
        raise ValueError("nobody foresaw this")

    real = reconcile.settle
    monkeypatch.setattr(reconcile, "settle", failing)
    for _ in range(3):
        watch.now += days(4)
        look(paid.house)
    assert (alarms(), moments.last(news.HEARD)) == (["payment_stuck"], happened)
    monkeypatch.setattr(reconcile, "settle", real)
    look(paid.house)
    assert (alarms(), moments.last(news.HEARD)) == (["refunded"], watch.now)


def test_a_clock_that_was_ahead_hides_nothing(paid: Onboarder, watch: Watch) -> None:
    right = watch.now
    watch.now += days(10)
    look(paid.house)
    watch.now = right + timedelta(hours=1)
    dispute(paid)
    watch.now = right + days(9)
    look(paid.house)
    assert (alarms(), moments.last(news.HEARD)) == (["dispute"], watch.now)


def test_money_that_nobody_asked_for_is_told_from_the_first_look_on(paid: Onboarder, watch: Watch) -> None:
    house = paid.house
    assert house.gateway is not None
    for card in (VISA, "4000000000000002"):
        stranger = house.gateway.create_intent(100, "aud", {}, f"another shop {card}", "Another")
        house.sandbox.confirm(stranger.id, card=card)
    for _ in range(2):
        look(house)
    assert alarms() == ["payment_foreign"]
    assert PaymentEvent.select().where(PaymentEvent.outcome == "foreign").count() == 1


def test_what_came_before_the_first_look_is_told_in_one_sentence(house: House, watch: Watch) -> None:
    """Another shop's payments at the same provider; or this one's, of which the data folder has forgotten."""
    assert house.gateway is not None
    for number in range(3):
        stranger = house.gateway.create_intent(100, "aud", {}, f"another shop {number}", "Another")
        house.sandbox.confirm(stranger.id, card=VISA)
    for _ in range(3):
        watch.now += timedelta(minutes=5)
        look(house)
    assert [(alert.kind, "here: 3." in alert.message) for alert in Alert.select()] == [("payments_before", True)]


def test_staff_learn_that_the_key_may_not_list_events(
    paid: Onboarder, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert paid.house.gateway is not None
    patient, before = paid.house.gateway.with_patience(JOB), moments.last(news.HEARD)

    def refused(*_: Any) -> list[Event]:
        raise ProviderRefused("The key lacks a permission")

    real = patient.list_events
    monkeypatch.setattr(patient, "list_events", refused)
    watch.now += timedelta(minutes=5)
    look(paid.house)
    assert (alarms(), moments.last(news.HEARD)) == (["payments_refused"], before)
    monkeypatch.setattr(patient, "list_events", real)
    look(paid.house)
    assert alarms() == []


def test_a_form_that_nobody_completes_is_ended_at_the_provider_and_asked_about_no_more(
    watch: Watch, ann: Onboarder
) -> None:
    intent = ann.begin_card()
    watch.now += days(31)
    for _ in range(2):
        look(ann.house)
    assert ann.house.sandbox.intent(intent)["status"] == "canceled"
    before = len(ann.house.sandbox.log)
    watch.now += days(31)
    look(ann.house)
    asked = [request.path for request in list(ann.house.sandbox.log)[before:]]
    assert asked == ["/v1/events"]


def test_an_intent_that_the_provider_does_not_know_is_asked_about_less_and_less(watch: Watch, ann: Onboarder) -> None:
    ann.begin_card()
    Payment.update(intent_id="pi_gone").execute()
    watch.now += days(12)
    before = len(ann.house.sandbox.log)
    for _ in range(5):
        look(ann.house)
        watch.now += timedelta(minutes=5)
    asked = [request.path for request in list(ann.house.sandbox.log)[before:]]
    assert asked.count("/v1/payment_intents/pi_gone") == 1
    assert alarms() == ["payment_unknown"]


def test_while_the_provider_is_away_the_look_is_not_remembered(watch: Watch, house: House) -> None:
    house.sandbox.faults.set("unreachable", None)
    with pytest.raises(ProviderUnavailable):
        assert house.gateway is not None
        house.gateway.list_events(watch.now, ["charge.refunded"])
    look(house)
    assert moments.last(news.HEARD) is None
    assert Booking.select().count() == 0
