"""A held time against the clock: expiry, late payments, transfers."""

from datetime import datetime, timedelta

import pytest

from app import clock
from app.consultations.expired import PROCESSING_KEEPS, expire_holds
from app.consultations.reminded import remind
from app.mail.models import Letter
from app.orders.money import Payment
from app.payments import transfers
from app.projects.models import Project
from app.slots.models import Hold, Slot
from tests.attention.waiting import kinds as tasks
from tests.consultations.scheduled import kinds
from tests.onboarders import DETAILS, Onboarder, moment
from tests.people import TAKES_TIME, VISA, People
from tests.watch import Watch

SECOND = timedelta(seconds=1)


@pytest.fixture
def ann(people: People, watch: Watch) -> Onboarder:
    """Ann holds the second free time and has the card form open."""
    ann = Onboarder(people.house)
    ann.slot = ann.times()[1]
    assert ann.take(ann.slot["id"]).status_code == 200
    ann.intent = ann.begin_card()
    return ann


def expiry() -> datetime:
    ends = Hold.get().expires_at
    assert ends is not None
    return ends


@pytest.mark.parametrize(("shift", "expired"), [(-SECOND, 0), (timedelta(0), 1), (SECOND, 1)])
def test_a_hold_ends_at_its_second(ann: Onboarder, watch: Watch, shift: timedelta, expired: int) -> None:
    watch.now = expiry() + shift
    assert expire_holds(watch.now) == expired
    assert Slot.get_by_id(ann.slot["id"]).is_booked == (not expired)
    assert kinds() == ["hold_expired"] * expired
    assert Project.get().status == ("inquiry" if expired else "pending_payment")


@pytest.mark.spec("C-04", "E-01")
def test_while_a_bank_decides_letter_and_checkout_promise_no_time_and_ask_for_no_second_payment(
    ann: Onboarder, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann.house.sandbox.processing_seconds = 1e6
    assert ann.take(ann.times()[-1]["id"]).status_code == 200
    ann.house.sandbox.confirm(ann.intent, card=TAKES_TIME)
    ann.settle(ann.intent)
    watch.now = expiry() + PROCESSING_KEEPS - SECOND
    assert expire_holds(watch.now) == 0
    assert ann.checkout()["appointmentDate"] is not None
    watch.now += SECOND
    assert expire_holds(watch.now) == 1
    shown = ann.checkout()
    assert (shown["paymentStatus"], shown["appointmentDate"], shown["canPay"]) == ("processing", None, False)
    text = " ".join(Letter.get(Letter.kind == "hold_expired").text.split())
    assert "Your bank has not decided about your card payment for HPM-1 yet, so we can no longer keep" in text
    assert "Please do not pay again" in text
    assert "Choose a time" not in text and "Nothing was charged" not in text


@pytest.mark.spec("C-04")
def test_the_letter_about_an_unpaid_time_says_only_what_is_known(ann: Onboarder, watch: Watch) -> None:
    watch.now = expiry()
    expire_holds(watch.now)
    text = " ".join(Letter.get(Letter.kind == "hold_expired").text.split())
    assert "No payment for HPM-1 has reached us in time, so we can no longer keep" in text
    assert "charged" not in text


@pytest.mark.parametrize("shift", [-SECOND, timedelta(0), SECOND])
@pytest.mark.parametrize("first", ["payment", "expiry"])
def test_a_payment_around_the_expiry_gets_the_time_whichever_comes_first(
    ann: Onboarder, watch: Watch, shift: timedelta, first: str
) -> None:
    ann.house.sandbox.confirm(ann.intent, card=VISA)
    watch.now = expiry() + shift
    steps = [
        lambda: ann.settle(ann.intent),
        lambda: expire_holds(watch.now),
    ]
    for step in steps if first == "payment" else reversed(steps):
        step()
    project = Project.get()
    assert (project.status, project.payment_status) == ("scheduled", "completed")
    assert project.appointment_date == moment(ann.slot["date"])
    assert (Hold.of_project(project.id).kind, Hold.of_project(project.id).expires_at) == ("paid", None)
    assert Slot.get_by_id(ann.slot["id"]).project_id == project.id


def test_a_payment_after_the_time_has_gone_is_kept_and_staff_have_a_task(
    ann: Onboarder, watch: Watch, people: People
) -> None:
    watch.now = expiry() + SECOND
    expire_holds(watch.now)
    bea = Onboarder(people.house, email="bea@example.com")
    assert bea.take(ann.slot["id"]).status_code == 200
    ann.house.sandbox.confirm(ann.intent, card=VISA)
    assert ann.settle(ann.intent) == "paid"
    project = Project.get_by_id(ann.project)
    assert (project.payment_status, project.appointment_date) == ("completed", None)
    assert tasks() == ["contact"]
    assert "choose_another_time" in kinds()
    assert Slot.get_by_id(ann.slot["id"]).project_id == bea.project
    # Ann chooses another time: it is hers at once, without paying again.
    other = ann.times()[0]
    assert ann.take(other["id"]).status_code == 200
    project = Project.get_by_id(ann.project)
    assert (project.status, project.appointment_date) == ("scheduled", moment(other["date"]))
    assert tasks() == []
    assert kinds()[-2:] == ["consultation_moved", "staff_consultation_changed"]


def test_after_the_expiry_the_checkout_does_not_take_money(ann: Onboarder, watch: Watch) -> None:
    watch.now = expiry() + SECOND
    answer = ann.post("/api/create-payment-intent", {"projectId": ann.project})
    assert (answer.status_code, answer.get_json()["message"]) == (
        409,
        "Your time is no longer held. Please choose another.",
    )
    assert ann.checkout()["canPay"] is False


@pytest.mark.spec("C-05")
def test_a_transfer_keeps_the_time_longer_and_is_paid_when_staff_see_it(ann: Onboarder, watch: Watch) -> None:
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    assert expiry() > watch.now + timedelta(hours=20)
    assert Hold.get().kind == "transfer"
    shown = ann.get(f"/api/bookings/confirmation?projectId={ann.project}").get_json()
    assert shown["state"] == "awaiting"
    assert shown["booking"]["bank"]["reference"] == f"HPM-{ann.project}"
    assert kinds() == ["transfer_details"]
    promise = f"We keep your time until the consultation itself, {clock.sydney_text(expiry())}: please send"
    assert promise in " ".join(Letter.get().text.split())
    # The card form that was open before cannot charge any more.
    assert ann.house.sandbox.intent(ann.intent)["status"] == "canceled"
    payment = Payment.get(Payment.provider == "bank")
    for _ in range(2):
        transfers.receive(payment.id, "helena")
    assert Project.get().status == "scheduled"
    assert sorted(kinds()) == sorted(
        ["transfer_details", "credentials", "consultation_confirmed", "payment_received", "staff_consultation_notice"]
    )
    assert ann.get(f"/api/bookings/confirmation?projectId={ann.project}").get_json()["state"] == "paid"


def test_a_transfer_after_its_expiry_takes_the_time_back(ann: Onboarder, watch: Watch) -> None:
    ann.post(f"/api/projects/{ann.project}/bank-transfer")
    watch.now = expiry() + SECOND
    start = Slot.get_by_id(ann.slot["id"]).date
    expire_holds(watch.now)
    transfers.receive(Payment.get(Payment.provider == "bank").id, "helena")
    project = Project.get()
    if start > watch.now:
        assert (project.status, project.appointment_date) == ("scheduled", start)
    else:
        assert tasks() == ["contact"]


def test_a_booking_fee_is_credited_once(people: People, watch: Watch) -> None:
    ann = Onboarder(people.house)
    ann.book(email="ann@example.com")
    ann.take(ann.times()[0]["id"])
    shown = ann.checkout()
    assert (shown["feeCents"], shown["creditCents"], shown["totalCents"]) == (150_000, 25_000, 125_000)
    intent = ann.begin_card()
    assert ann.house.sandbox.intent(intent)["amount"] == 125_000
    ann.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)
    ann.intake = ann.post("/api/clients", DETAILS).get_json()["id"]
    ann.project = ann.make_project("scope_tender")
    assert ann.checkout()["creditCents"] == 0


def test_the_days_reminder_goes_out_once(ann: Onboarder, watch: Watch) -> None:
    ann.slot = next(slot for slot in ann.times() if moment(slot["date"]) > watch.now + timedelta(days=2))
    assert ann.take(ann.slot["id"]).status_code == 200
    ann.house.sandbox.confirm(ann.intent, card=VISA)
    ann.settle(ann.intent)
    start = moment(ann.slot["date"])
    for hours, reminders in ((25, 0), (24, 1), (23, 1), (1, 1)):
        watch.now = start - timedelta(hours=hours)
        remind(watch.now)
        assert kinds().count("reminder") == reminders


@pytest.mark.parametrize(
    ("service", "browser", "kept"),
    [
        ("planning_approvals", "same", False),
        ("premium_advisory", "same", True),
        ("planning_approvals", "another", True),
        ("planning_approvals", "same, for another client", True),
    ],
)
def test_who_began_anew_and_paid_is_not_told_of_the_time_that_the_first_try_kept(
    ann: Onboarder, watch: Watch, service: str, browser: str, kept: bool
) -> None:
    first = ann.project
    again = Onboarder(ann.house, "another@example.com", service) if browser == "another" else ann
    if again is ann:
        email = DETAILS["email"] if browser == "same" else "another@example.com"
        ann.intake = ann.post("/api/clients", {**DETAILS, "email": email}).get_json()["id"]
        ann.project = ann.make_project(service)
    assert again.take(again.times()[2]["id"]).status_code == 200
    again.pay()
    assert Slot.get_by_id(ann.slot["id"]).is_booked == kept
    assert (Project.get_by_id(first).status == "pending_payment") == kept
    watch.now = expiry() + SECOND
    expire_holds(watch.now)
    assert ("hold_expired" in kinds()) == kept
    assert Project.get_by_id(again.project).status == "scheduled"


def test_the_first_tries_transfer_keeps_its_time_whatever_else_is_paid(ann: Onboarder) -> None:
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer", {"replaceTransfer": True}).status_code == 200
    ann.intake = ann.post("/api/clients", DETAILS).get_json()["id"]
    ann.project = ann.make_project("planning_approvals")
    assert ann.take(ann.times()[2]["id"]).status_code == 200
    ann.pay()
    assert Slot.get_by_id(ann.slot["id"]).is_booked
