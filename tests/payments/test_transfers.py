"""Paying by bank transfer where cards cannot be taken, and what staff make of it."""

import pytest

from app import config as configuration
from app.accounts.models import Client
from app.booking.models import Booking
from app.config import Config
from app.factory import House, create_app
from app.http import limiter
from app.mail.models import Letter
from app.payments import transfers
from app.payments.models import Payment
from app.projects.models import Project
from tests.people import Person


@pytest.fixture
def cardless(config: Config) -> House:
    """The public program without the provider's keys."""
    made = create_app(configuration.build(config.folder, "serve", {}), bundle=False)
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
        "accountName": "Helios Project Management",
        "bsb": "000-000",
        "account": "00000000",
        "amount": 250,
        "reference": "HPM-1",
    }
    assert visitor.get("/api/bookings/confirmation").get_json()["state"] == "awaiting"
    assert kinds() == ["transfer_details"]
    assert (Project.get().status, Project.get().payment_status) == ("pending_payment", "pending")
    assert Client.get().password_hash is None
    assert visitor.post("/api/client/create-account").status_code == 403
    assert visitor.post("/api/bookings/current/bank-transfer").status_code == 409


def test_when_staff_see_the_money_the_booking_is_confirmed_once(cardless: House) -> None:
    visitor = Person(cardless)
    visitor.fill_wizard(files=0)
    visitor.post("/api/bookings/current/bank-transfer")
    payment = Payment.get()
    for _ in range(3):
        transfers.receive(cardless.config, payment.id, "helena")
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
