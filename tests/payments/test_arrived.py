"""What pages say of money that came and went back, or was not the price: one state, wherever it is shown."""

import io
from datetime import timedelta
from typing import Any

import pytest

from app import clock
from app.accounts import credentials as accounts
from app.consultations import actions as consultations
from app.demo.papers import sample_pdf
from app.mail.models import Letter
from app.orders.money import Payment, Refund
from app.payments import transfers
from app.payments.settle import settle
from app.projects.models import Project
from app.projects.rules import SIGN_IN_TO_CHANGE
from app.slots.models import Hold, Slot
from tests.onboarders import Onboarder, moment
from tests.people import PASSWORD, VISA, People, Person

PRICE = 150_000


def give_back(person: Person, intent: str, cents: int | None = None) -> None:
    """Staff refund it at the provider."""
    gateway = person.house.gateway
    assert gateway is not None
    gateway.refund(intent, cents, f"refund-{cents}", "requested_by_customer")
    settle(gateway, intent)


def success(person: Person, project: int) -> tuple[str, dict[str, Any]]:
    answer = person.get(f"/api/bookings/confirmation?projectId={project}").get_json()
    return answer["state"], answer["booking"]


def seen_signed_in(person: Person, project: int, email: str = "ann@example.com") -> tuple[str, dict[str, Any]]:
    """What /success shows in the browser that paid: where to sign in, and then how it stands."""
    assert success(person, project) == ("portal", None)
    accounts.set_client_password(email, PASSWORD)
    person.sign_in(email)
    return success(person, project)


def in_the_portal(ann: Person, project: int, email: str = "ann@example.com") -> tuple[dict[str, Any], list[bool]]:
    """The project's card, and which of the client's appointments take place."""
    accounts.set_client_password(email, PASSWORD)
    client = Person(ann.house)
    client.sign_in(email)
    [card] = [row for row in client.get("/api/client/projects").get_json() if row["id"] == project]
    return card, [row["takesPlace"] for row in client.get("/api/client/appointments").get_json()]


@pytest.mark.spec("U-01")
@pytest.mark.parametrize(
    ("cents", "state", "says", "refunded"),
    [(None, "refunded", "refunded", PRICE), (10_000, "paid", "part_refunded", 10_000)],
)
def test_a_refund_shows_on_every_page_with_its_sum_and_moment(
    ann: Onboarder, cents: int | None, state: str, says: str, refunded: int
) -> None:
    intent = ann.pay()
    assert success(ann, ann.project)[1]["arrived"] == {
        "state": "paid",
        "amountCents": PRICE,
        "priceCents": PRICE,
        "refundedCents": 0,
        "owedCents": 0,
        "dueBackCents": 0,
        "refundedAt": None,
        "refundedTo": None,
    }
    give_back(ann, intent, cents)
    named, booking = seen_signed_in(ann, ann.project)
    at = moment(booking["arrived"].pop("refundedAt"))
    assert named == state
    assert booking["arrived"] == {
        "state": says,
        "amountCents": PRICE,
        "priceCents": PRICE,
        "refundedCents": refunded,
        "owedCents": 0,
        "dueBackCents": 0,
        "refundedTo": "card",
    }
    # As the provider has it, and as the letter says.
    assert at == Refund.get().refunded_at
    assert clock.sydney_text(at) in Letter.get(Letter.kind == "payment_refunded").text
    shown = ann.checkout()
    assert shown["arrived"] == {**booking["arrived"], "refundedAt": shown["arrived"]["refundedAt"]}
    assert shown["canPay"] is False
    card, take_place = in_the_portal(ann, ann.project)
    assert card["arrived"] == shown["arrived"]
    assert take_place == [cents is not None]


@pytest.mark.spec("U-01")
def test_a_wizards_refunded_booking_is_not_called_paid(people: People) -> None:
    visitor = people.visitor()
    intent = visitor.book()
    project = Payment.of_intent(intent).project_id
    give_back(visitor, intent, 5_000)
    give_back(visitor, intent, 20_000)
    assert visitor.get("/api/bookings/confirmation").get_json()["state"] == "portal"
    named, booking = seen_signed_in(visitor, project, "amelia@example.com")
    assert (named, booking["arrived"]["state"], booking["arrived"]["refundedCents"]) == ("refunded", "refunded", 25_000)
    assert visitor.get("/api/bookings/confirmation").get_json()["state"] == "refunded"
    assert visitor.get(f"/api/projects/{project}").get_json()["arrived"]["state"] == "refunded"


def test_a_refund_that_came_back_is_no_refund_any_more(ann: Onboarder) -> None:
    intent = ann.pay()
    give_back(ann, intent)
    ann.house.sandbox.fail_refund(Refund.get().provider_id)
    settle(ann.house.gateway, intent)
    assert success(ann, ann.project)[0] == "paid"
    assert ann.checkout()["arrived"]["refundedAt"] is None


@pytest.mark.spec("C-05")
def test_a_late_transfer_at_an_old_price_is_never_called_paid(people: People, ann: Onboarder) -> None:
    ann.make_project("building_information")
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    ann.make_project("premium_advisory", replaceTransfer=True)
    transfers.receive(Payment.get().id, "helena")
    shown = ann.checkout()
    assert (shown["paymentStatus"], shown["status"], shown["canPay"]) == ("pending", "pending_payment", False)
    came = {
        "state": "other_price",
        "amountCents": 80_000,
        "priceCents": 300_000,
        "refundedCents": 0,
        "owedCents": 220_000,
        "dueBackCents": 0,
        "refundedAt": None,
        "refundedTo": None,
    }
    assert shown["arrived"] == came
    named, booking = success(ann, ann.project)
    assert (named, booking["arrived"], booking["reminded"]) == ("other_price", came, None)
    assert people.staff().post(f"/api/admin/projects/{ann.project}/confirm-client").status_code == 200
    card, _ = in_the_portal(ann, ann.project)
    assert (card["paymentStatus"], card["arrived"]) == ("pending", came)


@pytest.mark.spec("C-05")
def test_the_payer_of_another_price_learns_by_letter_what_came_and_not_to_pay_again(
    people: People, ann: Onboarder
) -> None:
    ann.make_project("building_information")
    ann.post(f"/api/projects/{ann.project}/bank-transfer")
    ann.make_project("premium_advisory", replaceTransfer=True)
    for _ in range(2):
        transfers.receive(Payment.get().id, "helena")
    [letter] = Letter.select().where(Letter.kind == "other_price_received")
    text = " ".join(letter.text.split())
    assert letter.recipient == "ann@example.com"
    assert "Your payment of $800.00 has arrived, thank you." in text
    assert f"The price to pay for HPM-{ann.project} is $3,000.00" in text
    assert "Please do not pay again" in text
    hold = Hold.of_project(ann.project)
    assert hold.expires_at == hold.slot.date
    assert f"We keep the time, {clock.sydney_text(hold.slot.date)}, until it begins." in text


def test_another_price_takes_no_time_back_for_a_cancelled_project(people: People, ann: Onboarder) -> None:
    ann.make_project("building_information")
    ann.post(f"/api/projects/{ann.project}/bank-transfer")
    ann.make_project("premium_advisory", replaceTransfer=True)
    consultations.cancel(ann.project, "helena", "Withdrawn", clock.now())
    transfers.receive(Payment.get().id, "helena")
    assert (Project.get_by_id(ann.project).appointment_date, Hold.of_project(ann.project)) == (None, None)
    text = " ".join(Letter.get(Letter.kind == "paid_after_closing").text.split())
    assert "A payment of $800.00 has arrived." in text and "We keep the time" not in text
    assert Letter.select().where(Letter.kind == "other_price_received").count() == 0
    named, booking = success(ann, ann.project)
    assert (named, booking["arrived"]["owedCents"], booking["unsettledCents"]) == ("cancelled", 0, 80_000)


def test_of_an_erased_project_nobody_is_left_to_be_told(people: People, ann: Onboarder) -> None:
    ann.make_project("building_information")
    ann.post(f"/api/projects/{ann.project}/bank-transfer")
    ann.make_project("premium_advisory", replaceTransfer=True)
    Project.update(erased_at=clock.now()).execute()
    transfers.receive(Payment.get().id, "helena")
    assert Letter.select().where(Letter.kind == "other_price_received").count() == 0


@pytest.mark.spec("U-01")
def test_a_paid_project_that_was_cancelled_is_not_called_confirmed(people: People, ann: Onboarder) -> None:
    ann.pay()
    consultations.cancel(ann.project, "helena", "Nobody can come", clock.now())
    named, booking = seen_signed_in(ann, ann.project)
    assert (named, booking["arrived"]["state"], booking["reminded"]) == ("cancelled", "paid", None)


@pytest.mark.spec("U-01")
@pytest.mark.parametrize("near", [True, False])
def test_page_and_letter_say_the_same_about_the_reminder(people: People, ann: Onboarder, near: bool) -> None:
    free = Slot.free(clock.now())
    soon = [slot for slot in free if slot.date - clock.now() < timedelta(hours=36)]
    if near and not soon:
        soon = [Slot.create(date=clock.now() + timedelta(hours=30, microseconds=1))]
    assert ann.take((soon[0] if near else free[-1]).id).status_code == 200
    intent = ann.pay()
    _, booking = success(ann, ann.project)
    text = " ".join(Letter.get(Letter.kind == "consultation_confirmed").text.split())
    assert booking["reminded"] is not near
    assert ("We remind you the day before." in text) is not near
    assert ("we send no reminder" in text) is near
    give_back(ann, intent)
    assert seen_signed_in(ann, ann.project)[1]["reminded"] is None


def test_without_a_time_nothing_is_said_of_a_reminder(people: People) -> None:
    visitor = people.visitor()
    visitor.book()
    assert visitor.get("/api/bookings/confirmation").get_json()["booking"]["reminded"] is None


@pytest.mark.spec("C-05")
def test_a_fee_by_transfer_is_due_on_the_page_when_its_letter_says(people: People) -> None:
    visitor = people.visitor()
    visitor.house.flask.config["GATEWAY"] = None
    visitor.fill_wizard()
    assert visitor.post("/api/bookings/current/bank-transfer").status_code == 200
    shown = visitor.get("/api/bookings/confirmation").get_json()
    assert shown["state"] == "awaiting"
    assert shown["booking"]["transferNote"] == (
        "Please transfer it within 3 business days. No time is kept meanwhile: we agree on one when it has arrived."
    )
    text = " ".join(Letter.get(Letter.kind == "transfer_details").text.split())
    assert "Please transfer $250.00 within 3 business days, using" in text


@pytest.mark.spec("B-08", "L-02")
def test_whoever_pays_is_not_told_whether_the_address_had_an_account(people: People) -> None:
    client = people.client("amelia@example.com")
    first, second = people.visitor(), people.visitor()
    fresh = settled(first, first.book(email="fresh@example.com"))
    known = settled(second, second.book(email="amelia@example.com"))
    assert fresh == known == {"status": "paid", "accountCreated": True}
    tried = [second, first]
    projects = [row.id for row in Project.select().order_by(Project.id.desc()).limit(2)]
    asked = [(who, f"/api/projects/{number}/meeting") for who, number in zip(tried, projects, strict=True)]
    files = [
        who.browser.post(
            "/api/documents", data={"file": (io.BytesIO(sample_pdf("Plan")), "Plan.pdf"), "projectId": str(number)}
        )
        for who, number in zip(tried, projects, strict=True)
    ]
    assert [(each.status_code, each.get_json()["message"]) for each in files] == [(403, SIGN_IN_TO_CHANGE)] * 2
    shown = [success(who, number) for who, number in zip(tried, projects, strict=True)]
    assert [(state, told["inPortal"], told["choosesTime"]) for state, told in shown] == [("paid", True, True)] * 2
    assert len({(who.post(path, {"way": "phone"}).status_code) for who, path in asked}) == 1
    # Who reads the address learns it by letter, and who is signed in knows.
    sent = [letter.recipient for letter in Letter.select().where(Letter.kind == "credentials")]
    assert sent.count("fresh@example.com") == 1 and sent.count("amelia@example.com") <= 1
    client.fill_wizard(email="amelia@example.com")
    intent = client.start_payment()
    client.house.sandbox.confirm(intent, card=VISA)
    assert settled(client, intent) == {"status": "paid", "accountCreated": False}
    third = people.visitor()
    third.fill_wizard(email="bea@example.com")
    assert settled(third, third.start_payment())["accountCreated"] is False


def settled(person: Person, intent: str) -> dict[str, Any]:
    return dict(person.post("/api/payments/settle", {"paymentIntent": intent}).get_json())
