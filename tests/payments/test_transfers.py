"""Paying by bank transfer where cards cannot be taken, and what staff make of it."""

from datetime import timedelta

import pytest

from app import clock
from app import config as configuration
from app.accounts.models import Client
from app.alerts.models import Alert
from app.booking.models import Booking
from app.config import Config
from app.factory import House, create_app
from app.limits import limiter
from app.mail.models import Letter
from app.orders.money import Payment
from app.payments import transfers
from app.payments.reconcile import reconcile
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.firms import OURS
from tests.people import Person
from tests.proofs.strangers import token_of


@pytest.fixture
def cardless(config: Config) -> House:
    """The public program without the provider's keys."""
    made = create_app(configuration.build(config.folder, "serve", OURS), bundle=False)
    limiter.reset()
    return made


def kinds() -> list[str]:
    return [letter.kind for letter in Letter.select().order_by(Letter.id)]


@pytest.mark.spec("U-01", "C-05")
def test_without_card_keys_the_fee_is_paid_by_transfer(cardless: House) -> None:
    visitor = Person(cardless)
    visitor.fill_wizard()
    refused = visitor.post("/api/create-payment-intent", {"amount": 250})
    assert refused.status_code == 503
    booked = visitor.post("/api/bookings/current/bank-transfer")
    assert booked.status_code == 200
    shown = booked.get_json()
    assert shown["state"] == "awaiting"
    assert shown["booking"]["bank"] == {
        "accountName": "Our Account",
        "bsb": "062-001",
        "account": "12345678",
        "amountCents": 25_000,
        "reference": "HPM-1",
        "byEmail": True,
    }
    assert visitor.get("/api/bookings/confirmation").get_json()["state"] == "awaiting"
    assert kinds() == ["transfer_details"]
    assert (Project.get().status, Project.get().payment_status) == ("pending_payment", "pending")
    assert Client.get().password_hash is None
    assert visitor.post("/api/client/create-account").status_code == 403
    assert visitor.post("/api/bookings/current/bank-transfer").status_code == 409


def test_a_booking_whose_time_was_lost_is_confirmed_by_its_transfer_all_the_same(cardless: House) -> None:
    """Its browser may have kept one, which no page offers."""
    visitor = Person(cardless)
    visitor.fill_wizard(files=0)
    assert visitor.post("/api/bookings/current/bank-transfer").status_code == 200
    slots.generate(clock.now())
    past = clock.now() - timedelta(days=1)
    Hold.create(
        slot=Slot.select().first(),
        project_id=Project.get().id,
        visitor_id="visitor",
        address="",
        kind="card",
        created_at=past,
        expires_at=past,
        released_at=past,
    )
    Slot.update(blocked=True).execute()
    transfers.receive(Payment.get().id, "helena")
    assert (Booking.get().status, Project.get().payment_status) == ("confirmed", "completed")
    assert {"booking_confirmed", "staff_booking_notice"} <= set(kinds())


def test_a_card_payment_that_was_begun_before_the_keys_went_is_set_aside(house: House, cardless: House) -> None:
    visitor = Person(house)
    visitor.fill_wizard(files=0)
    intent = visitor.start_payment()
    later = Person(cardless)
    cookie = visitor.browser.get_cookie("helios_session")
    assert cookie is not None
    later.browser.set_cookie("helios_session", cookie.value)
    assert later.post("/api/bookings/current/bank-transfer").status_code == 200
    begun = Payment.of_intent(intent)
    assert begun is not None
    assert begun.superseded
    transfer = Payment.get(Payment.provider == "bank")
    assert (transfer.superseded, transfer.order) == (False, begun.order)
    # Once the keys are back the provider is told, too: the card form that is still open cannot charge.
    assert house.gateway is not None
    an_hour_later = clock.now() + timedelta(hours=1)
    with clock.reading(lambda: an_hour_later):
        reconcile(house.gateway)
    assert house.sandbox.intent(intent)["status"] == "canceled"
    assert Booking.get().status == "awaiting"


def test_when_staff_see_the_money_the_booking_is_confirmed_once(cardless: House) -> None:
    visitor = Person(cardless)
    visitor.fill_wizard(files=0)
    visitor.post("/api/bookings/current/bank-transfer")
    payment = Payment.get()
    for _ in range(3):
        transfers.receive(payment.id, "helena")
    assert Booking.get().status == "confirmed"
    assert (Project.get().status, Project.get().payment_status) == ("pending_documents", "completed")
    assert sorted(kinds()) == sorted(["transfer_details", "booking_confirmed", "credentials", "staff_booking_notice"])
    assert visitor.get("/api/bookings/confirmation").get_json()["state"] == "paid"
    assert visitor.post("/api/client/create-account").status_code == 200


def test_where_cards_are_taken_the_wizard_takes_no_transfer(house: House) -> None:
    visitor = Person(house)
    visitor.fill_wizard()
    assert visitor.post("/api/bookings/current/bank-transfer").status_code == 409
    assert Booking.get().status == "draft"


def awaiting(house: House, **changes: str) -> Person:
    """A visitor whose booking waits for a transfer."""
    visitor = Person(house)
    visitor.fill_wizard(**changes)
    assert visitor.post("/api/bookings/current/bank-transfer").status_code == 200
    return visitor


def notice() -> str:
    """The newest notice of a booking to staff."""
    found = Letter.select().where(Letter.kind == "staff_booking_notice").order_by(Letter.id.desc()).first()
    return str(found.text)


@pytest.mark.spec("U-01")
def test_other_details_of_a_known_client_reach_staff_when_the_transfer_has_arrived(cardless: House) -> None:
    awaiting(cardless)
    awaiting(cardless, fullName="Somebody Else", phone="02 9999 9999")
    told = "HPM-2: it was sent with other details than we keep (name: Somebody Else; phone: 02 9999 9999)."
    # The second letter of a day to an address that nothing proves waits for staff, who are told so as well.
    raised = Alert.select().where(Alert.kind != "mail.held_back")
    for payment in list(Payment.select().order_by(Payment.id)):
        transfers.receive(payment.id, "helena")
        new = payment.id == 1
        assert ("Different from the client's record" in notice()) is not new
        assert ("Already with us" in notice()) is not new
        found = [(alert.kind, alert.message) for alert in raised.clone()]
        assert found == ([] if new else [("client_differs", told)])
    assert raised.count() == 1


def test_the_notice_of_a_booking_whose_reader_said_no_sends_no_answer_there(cardless: House) -> None:
    awaiting(cardless)
    first = Payment.get()
    transfers.receive(first.id, "helena")
    awaiting(cardless, fullName="Sam Stranger", phone="02 9999 9999")
    token = token_of(Letter.select().where(Letter.kind == "transfer_details").order_by(Letter.id.desc()).first())
    assert Person(cardless).post("/api/ownership/answer", {"token": token, "answer": "no"}).status_code == 200
    transfers.receive(Payment.get(Payment.id != first.id).id, "helena")
    told = notice()
    assert ("Whoever reads amelia@example.com said that this is not theirs." in told, "Already with us" in told) == (
        True,
        False,
    )
    assert ("Sam Stranger" in told, "Different from the client's record" in told) == (True, False)
    last = Letter.select().where(Letter.kind == "staff_booking_notice").order_by(Letter.id.desc()).first()
    assert last.reply_to is None


def test_a_booking_by_transfer_does_not_tell_whether_its_address_is_known(cardless: House) -> None:
    new = awaiting(cardless)
    known = awaiting(cardless, fullName="Somebody Else")
    for visitor, project in ((new, 1), (known, 2)):
        assert visitor.get(f"/api/projects/{project}").get_json()["clientId"] is None
        slots.generate(clock.now())
        time = visitor.get("/api/slots/available").get_json()[1]
        for path, body in (
            (f"/api/slots/{time['id']}/book", {"projectId": project}),
            (f"/api/projects/{project}", {"appointmentDate": time["date"]}),
        ):
            answer = visitor.browser.patch(path, json=body)
            assert (answer.status_code, "clientId" in answer.get_json()) == (409, False)


def test_a_booking_that_waits_for_its_transfer_is_not_paid_a_second_way(cardless: House) -> None:
    visitor = awaiting(cardless)
    slots.generate(clock.now())
    time = visitor.get("/api/slots/available").get_json()[1]["id"]
    assert visitor.browser.patch(f"/api/slots/{time}/book", json={"projectId": 1}).status_code == 409
    assert visitor.post("/api/projects/1/bank-transfer").status_code == 409
    assert visitor.post("/api/create-payment-intent", {"projectId": 1}).status_code in (409, 503)
    assert visitor.get("/api/projects/1").get_json()["canPay"] is False
    assert Payment.select().count() == 1


@pytest.mark.spec("B-12")
def test_the_time_of_a_booking_is_chosen_once_its_transfer_has_arrived(cardless: House) -> None:
    visitor = awaiting(cardless)
    slots.generate(clock.now())
    time = visitor.get("/api/slots/available").get_json()[1]["id"]
    path = "/api/bookings/confirmation?projectId=1"
    assert visitor.get(path).get_json()["booking"]["choosesTime"] is False
    refused = visitor.browser.patch(f"/api/slots/{time}/book", json={"projectId": 1})
    assert "once its payment has arrived" in refused.get_json()["message"] and not Hold.select().exists()
    transfers.receive(Payment.get().id, "helena")
    assert visitor.get(path).get_json()["booking"]["choosesTime"] is True
    assert visitor.browser.patch(f"/api/slots/{time}/book", json={"projectId": 1}).status_code == 200
    assert (Booking.get().status, Project.get().status) == ("confirmed", "scheduled")
