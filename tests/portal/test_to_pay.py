"""What an unpaid project asks for on its page in the portal, and giving it up there."""

from typing import Any

import pytest

from app import clock
from app.alerts.models import open_alerts
from app.audit.models import AuditLine
from app.consultations.given_up import NOTE
from app.mail.models import Letter
from app.orders.money import Payment
from app.payments import transfers
from app.payments.ending import end_cards
from app.projects.models import HistoryLine, Project
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.invoices.test_bills import sound
from tests.onboarders import Onboarder
from tests.people import TAKES_TIME, People

FEE = 25_000
PRICE = 200_000


@pytest.fixture
def amelia(people: People) -> Onboarder:
    """Amelia has paid a booking fee, is signed in, and holds a time for a service of $2,000.00."""
    slots.generate(clock.now())
    people.client("amelia@example.com")
    return Onboarder.signed_in(people.house)


def to_pay(amelia: Onboarder) -> dict[str, Any] | None:
    asked: dict[str, Any] | None = amelia.get(f"/api/client/projects/{amelia.project}/money").get_json()["toPay"]
    return asked


def give_up(amelia: Onboarder) -> tuple[int, str]:
    answer = amelia.post(f"/api/client/projects/{amelia.project}/give-up")
    return answer.status_code, answer.get_json().get("message", "")


@pytest.mark.spec("D-09")
def test_a_held_time_asks_for_the_price_less_the_fee(amelia: Onboarder) -> None:
    asked = to_pay(amelia)
    assert asked is not None
    assert (asked["cents"], asked["creditCents"], asked["awaitsTransfer"]) == (PRICE - FEE, FEE, False)
    shown = amelia.checkout()
    assert shown["isOwn"]  # so that it names her as her profile does, and not as she was typed
    assert (asked["held"], asked["heldUntil"]) == (shown["appointmentDate"], shown["holdExpiresAt"])
    assert asked["payAt"] == f"/checkout?projectId={amelia.project}&amount=1750" and asked["card"] and asked["transfer"]


@pytest.mark.spec("D-09")
def test_a_transfer_that_is_awaited_asks_for_what_was_agreed(amelia: Onboarder) -> None:
    amelia.post(f"/api/projects/{amelia.project}/bank-transfer")
    asked = to_pay(amelia)
    assert asked is not None and (asked["cents"], asked["awaitsTransfer"]) == (PRICE - FEE, True)
    transfers.receive(Payment.get(Payment.provider == "bank").id, "helena")
    assert to_pay(amelia) is None


def test_nothing_is_asked_for_where_no_time_is_kept_and_nothing_was_chosen(amelia: Onboarder) -> None:
    Hold.update(expires_at=clock.now()).where(Hold.project_id == amelia.project).execute()
    assert to_pay(amelia) is None


@pytest.mark.parametrize("by", ["card", "transfer", "nothing"])
def test_what_is_not_paid_is_given_up_with_its_time(people: People, amelia: Onboarder, by: str) -> None:
    intent = amelia.begin_card() if by == "card" else ""
    if by == "transfer":
        amelia.post(f"/api/projects/{amelia.project}/bank-transfer")
    hold, letters = Hold.of_project(amelia.project), Letter.select().count()
    assert hold is not None
    assert give_up(amelia) == (200, "")
    project = Project.get_by_id(amelia.project)
    assert (project.status, project.appointment_date, Slot.get_by_id(hold.slot_id).is_booked) == (
        "cancelled",
        None,
        False,
    )
    assert HistoryLine.select().order_by(HistoryLine.id.desc()).get().note == NOTE
    assert AuditLine.select().order_by(AuditLine.id.desc()).get().detail == NOTE
    assert to_pay(amelia) is None and amelia.get("/api/client/appointments").get_json() == []
    told = [" ".join(row.text.split()) for row in Letter.select().order_by(Letter.id).offset(letters)]
    assert len(told) == 2 and ("Please do not transfer anything for it." in told[0]) == (by == "transfer")
    assert "refund_due" not in [row.kind for row in open_alerts()]
    assert give_up(amelia) == (200, "") and Letter.select().count() == letters + 2
    if intent:
        gateway = people.house.gateway
        assert gateway is not None
        end_cards(gateway, amelia.project)
        assert people.house.sandbox.intent(intent)["status"] == "canceled"
    sound(people)


def test_what_is_paid_or_being_decided_is_not_given_up(people: People, amelia: Onboarder) -> None:
    intent = amelia.begin_card()
    people.house.sandbox.confirm(intent, card=TAKES_TIME)
    amelia.settle(intent)
    status, said = give_up(amelia)
    assert status == 409 and said.startswith("Your bank is deciding")
    assert Project.get_by_id(amelia.project).status != "cancelled"


def test_what_is_paid_is_not_given_up(people: People, amelia: Onboarder) -> None:
    amelia.pay()
    status, said = give_up(amelia)
    assert status == 409 and said.startswith("A payment for this project has reached us.")


def test_nobody_gives_up_what_is_anothers(people: People, amelia: Onboarder) -> None:
    people.client("bruno@example.com")
    bruno = Onboarder(people.house, email="bruno@example.com")
    bruno.sign_in("bruno@example.com")
    bruno.project = amelia.project
    assert give_up(bruno)[0] == 404 and Project.get_by_id(amelia.project).status != "cancelled"
