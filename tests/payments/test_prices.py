"""A project is paid when what came equals its price: also when its service was changed while a payment was open."""

from datetime import timedelta

import pytest

from app import clock
from app.attention.rules import moment_text
from app.errors import AppError
from app.mail.models import Letter
from app.orders.actions import CHANGED, change_line
from app.orders.models import Line, Order
from app.orders.money import Payment
from app.payments import transfers
from app.projects import actions as projects
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.models import Hold
from tests.attention.waiting import kinds, lines
from tests.onboarders import Onboarder
from tests.people import VISA, People

CHEAP, DEAR = "consultation", "premium_advisory"


def with_a_time(people: People, service: str = CHEAP) -> Onboarder:
    slots.generate(clock.now())
    ann = Onboarder(people.house, service=service)
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    return ann


def standing(project: int) -> tuple[str, str]:
    row = Project.get_by_id(project)
    return row.status, row.payment_status


def make_dear(project: int) -> None:
    """What money that comes late may find: the service was changed since it was begun."""
    projects.change_service(project, DEAR, clock.now())
    Line.update(cents=300_000).where(Line.order == Order.of_project(project)).execute()


def test_changing_the_service_withdraws_a_card_form_that_is_open(people: People) -> None:
    ann = with_a_time(people)
    intent = ann.begin_card()
    ann.make_project(DEAR)
    assert people.house.sandbox.intent(intent)["status"] == "canceled"
    assert people.house.sandbox.intent(ann.begin_card())["amount"] == 300_000


@pytest.mark.spec("C-06")
@pytest.mark.parametrize("cents", [1_10, 19_99, 550_50])
def test_the_dollars_that_a_browser_names_are_compared_to_the_cent(people: People, cents: int) -> None:
    ann = with_a_time(people)
    Line.update(cents=cents).where(Line.order == Order.of_project(ann.project)).execute()
    for other in (cents + 1, cents + 0.4, cents / 100):
        body = {"projectId": ann.project, "amount": other / 100}
        assert ann.post("/api/create-payment-intent", body).get_json()["fields"].keys() == {"amount"}
    assert people.house.sandbox.intent(ann.begin_card())["amount"] == cents


def test_the_same_service_again_keeps_the_card_form(people: People) -> None:
    ann = with_a_time(people)
    intent = ann.begin_card()
    ann.make_project(CHEAP)
    assert ann.begin_card() == intent


def test_the_service_of_a_project_whose_card_was_just_charged_cannot_be_changed(people: People) -> None:
    ann = with_a_time(people)
    people.house.sandbox.confirm(ann.begin_card(), card=VISA)
    answer = ann.post("/api/projects", {"clientId": ann.intake, "serviceType": DEAR, "status": "inquiry"})
    assert answer.status_code == 409
    assert Project.get().service_type == CHEAP
    assert standing(ann.project) == ("scheduled", "completed")


def test_while_the_provider_is_away_the_service_of_an_open_payment_stays(people: People) -> None:
    ann = with_a_time(people)
    ann.begin_card()
    people.house.sandbox.faults.set("error_500")
    answer = ann.post("/api/projects", {"clientId": ann.intake, "serviceType": DEAR, "status": "inquiry"})
    assert answer.status_code == 503
    assert Project.get().service_type == CHEAP


def test_after_a_change_of_service_a_transfer_is_asked_for_anew_with_its_own_letter(people: People) -> None:
    ann = with_a_time(people)
    path = f"/api/projects/{ann.project}/bank-transfer"
    assert ann.post(path).get_json()["totalCents"] == 25_000
    ann.make_project(DEAR, replaceTransfer=True)
    assert ann.checkout()["method"] is None
    assert ann.post(path).get_json()["bank"]["amountCents"] == 300_000
    asked = Payment.select().where(Payment.superseded == False)
    assert [payment.amount_cents for payment in asked] == [300_000]
    letters = Letter.select().where(Letter.kind == "transfer_details").order_by(Letter.id)
    assert ["3,000.00" in letter.text for letter in letters] == [False, True]
    staff = people.staff()
    line = staff.get("/api/admin/consultations").get_json()["items"][0]
    [transfer] = line["transfers"]
    assert transfer["amountCents"] == 300_000
    staff.post(f"/api/admin/payments/{transfer['paymentId']}/receive-transfer")
    assert standing(ann.project) == ("scheduled", "completed")


def test_a_price_does_not_change_under_a_transfer_that_was_chosen_meanwhile(people: People) -> None:
    """In one tab another service is chosen; in the other the transfer, after the first has looked what was begun."""
    ann = with_a_time(people)
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    with pytest.raises(AppError) as refused:
        change_line(Order.of_project(ann.project).id, "Premium advisory", 300_000, clock.now())
    assert (refused.value.status, refused.value.message) == (409, CHANGED)
    assert ann.checkout()["totalCents"] == 25_000
    # Another name at the same price takes nothing from anybody.
    change_line(Order.of_project(ann.project).id, "Another name", 25_000, clock.now())
    assert ann.checkout()["bank"]["amountCents"] == 25_000


def test_a_card_charged_at_another_price_does_not_pay_for_the_project(people: People) -> None:
    ann = with_a_time(people)
    intent = ann.begin_card()
    make_dear(ann.project)
    people.house.sandbox.confirm(intent, card=VISA)
    for _ in range(2):
        ann.settle(intent)
    assert Payment.of_intent(intent).status == "completed"
    assert standing(ann.project) == ("pending_payment", "pending")
    until = Hold.of_project(ann.project).expires_at
    owed = f"HPM-{ann.project} costs $3,000.00, but $250.00 came: please agree on the rest, or refund it."
    ends = f"Its time is kept until {moment_text(until)} only."
    assert [(line.who, line.line.what, line.line.due) for line in lines("part_paid")] == [
        ("Ann Lee", f"{owed} {ends}", until)
    ]
    assert Letter.select().where(Letter.kind == "consultation_confirmed").count() == 0
    # Staff have time to speak to the client, and nothing more can be charged.
    assert until > clock.now() + timedelta(hours=1)
    assert ann.post("/api/create-payment-intent", {"projectId": ann.project}).status_code == 409
    assert (ann.checkout()["paymentStatus"], ann.checkout()["arrived"]["state"]) == ("pending", "other_price")
    again = ann.post("/api/projects", {"clientId": ann.intake, "serviceType": CHEAP, "status": "inquiry"})
    assert again.status_code == 409


def test_a_transfer_of_another_price_does_not_pay_for_the_project(people: People) -> None:
    ann = with_a_time(people)
    ann.post(f"/api/projects/{ann.project}/bank-transfer")
    make_dear(ann.project)
    transfers.receive(Payment.get().id, "helena")
    assert standing(ann.project) == ("pending_payment", "pending")
    assert kinds() == ["part_paid"]
