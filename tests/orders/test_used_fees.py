"""A cancelled booking whose fee other orders deduct: nothing that is used is called refundable, whenever it is used."""

from typing import Any

import pytest

from app import clock
from app.alerts.models import Alert
from app.attention.rules import Matter
from app.consultations import actions as consultations
from app.consultations.rules import CANCELLED_BY_US, FEE_GIVEN_BACK, FREE_AGAIN
from app.consultations.statuses import set_status
from app.mail.models import Letter
from app.orders.deciding import DONE_KEEPS, REFUNDED_THERE, decided_too_early
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.sums import owed_among
from app.payments.settle import settle
from app.portal.money import money_of
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from app.slots import actions as slots
from tests.attention.test_waiting import act
from tests.attention.waiting import lines, said
from tests.consultations.scheduled import Client
from tests.invoices.test_bills import bill, sound
from tests.onboarders import Onboarder
from tests.payments.banking import foreseen, give_back, line, mark, payments_of, record, sums
from tests.payments.test_credit import credit_of, second_project
from tests.payments.test_nothing_to_pay import confirm
from tests.people import VISA, People, Person
from tests.watch import Watch

FEE = 25_000


@pytest.fixture
def booked(people: People, watch: Watch) -> Client:
    """Amelia's fee is paid, and her consultation has its time."""
    return Client.with_time(people, 40)


@pytest.fixture
def ann(people: People) -> Onboarder:
    """Ann has paid the fee, and keeps a time for a service."""
    return Onboarder.who_booked(people.house)


def fee_project() -> Project:
    found: Project = Order.get(Order.booking_id.is_null(False)).project
    return found


def asked() -> list[str]:
    rows = Alert.select().where(Alert.kind == "refund_due", Alert.resolved_at.is_null())
    return [row.message.removesuffix(f" {DONE_KEEPS} {REFUNDED_THERE}") for row in rows]


def letter(kind: str) -> str:
    return " ".join(Letter.select().where(Letter.kind == kind).order_by(Letter.id.desc()).first().text.split())


def pay(ann: Onboarder) -> str:
    intent = ann.begin_card()
    ann.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)
    return intent


def work(cents: int) -> list[dict[str, Any]]:
    return [{"description": "Site visit", "cents": cents}]


def test_a_fee_that_is_deducted_whole_is_nothing_to_decide_about(ann: Onboarder) -> None:
    pay(ann)
    consultations.cancel(fee_project().id, "helena", "asked to", clock.now())
    assert asked() == []
    told = letter("consultation_cancelled")
    assert f"$250.00 from HPM-{ann.project}. Nothing is left of it to refund." in told
    assert "decides about a refund" not in told


def test_a_fee_that_was_refunded_although_it_is_deducted_is_nothing_to_decide_about_either(ann: Onboarder) -> None:
    pay(ann)
    project, gateway = fee_project(), ann.house.gateway
    assert gateway is not None
    fee = Payment.get(Payment.order == Order.of_project(project.id).id)
    gateway.refund(fee.intent_id, None, "all of it", "requested_by_customer")
    settle(gateway, fee.intent_id)
    assert Alert.select().where(Alert.kind == "refunded", Alert.resolved_at.is_null()).count() == 1
    consultations.cancel(project.id, "helena", "asked to", clock.now())
    told = letter("consultation_cancelled")
    assert f"$250.00 from HPM-{ann.project}. $250.00 was refunded already: nothing is left of it." in told
    # Nobody is asked to cancel what is cancelled.
    assert Alert.select().where(Alert.kind == "refunded", Alert.resolved_at.is_null()).count() == 0
    consultations.cancel(ann.project, "helena", "asked to", clock.now())
    told = letter("consultation_cancelled")
    assert FEE_GIVEN_BACK.format(fee="$250.00") in told and "our team decides about it" not in told
    [of_service] = asked()
    assert of_service.endswith(
        "The booking fee of $250.00 that it deducted was refunded before: nothing is left of it."
    )


def test_a_fee_that_is_deducted_in_part_is_asked_about_for_the_rest(people: People, booked: Client) -> None:
    assert bill(people.staff(), lines=work(20_000)).status_code == 201
    consultations.cancel(booked.project, "helena", "asked to", clock.now())
    name = f"HPM-{booked.project}"
    used = f"Of what was paid, we have deducted $200.00 from {name}-2. $50.00 is left."
    assert asked() == [f"{name} is cancelled but paid: please decide about a refund. {used}"]
    assert used in letter("consultation_cancelled")


def test_a_refund_of_a_fee_that_was_deducted_names_every_bill_that_deducts_it(people: People, booked: Client) -> None:
    staff = people.staff()
    for key in ("one", "another"):
        assert bill(staff, key, lines=work(10_000)).status_code == 201
    gateway, payment = people.house.gateway, Payment.get(Payment.status == "completed")
    assert gateway is not None
    gateway.refund(payment.intent_id, None, "all of it", "requested_by_customer")
    settle(gateway, payment.intent_id)
    name = f"HPM-{booked.project}"
    told = Alert.get(Alert.kind == "refunded").message
    assert told.endswith(f" It was deducted from {name}-2 and {name}-3.")


def test_what_is_given_back_by_a_withdrawn_bill_is_asked_about_again(people: People, booked: Client) -> None:
    staff = people.staff()
    made = bill(staff, lines=work(FEE)).get_json()["id"]
    consultations.cancel(booked.project, "helena", "asked to", clock.now())
    assert asked() == []
    assert staff.post(f"/api/admin/bills/{made}/withdraw", {"reason": "Not needed"}).status_code == 200
    assert asked() == [f"HPM-{booked.project} is cancelled but paid: please decide about a refund."]


def test_a_fee_that_is_used_after_its_booking_was_cancelled_is_asked_about_no_more(ann: Onboarder) -> None:
    intent = ann.begin_card()
    consultations.cancel(fee_project().id, "helena", "asked to", clock.now())
    assert len(asked()) == 1
    ann.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)
    assert Order.of_project(ann.project).state == "paid"
    assert asked() == []
    gateway = ann.house.gateway
    assert gateway is not None
    gateway.refund(intent, None, "all", "requested_by_customer")
    settle(gateway, intent)
    assert asked() == [f"HPM-{fee_project().id} is cancelled but paid: please decide about a refund."]


def test_a_project_that_the_credit_covered_is_not_called_paid(people: People) -> None:
    slots.generate(clock.now())
    ann = Onboarder(people.house, service="consultation")
    ann.book(email="ann@example.com")
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    assert confirm(ann) == 200
    consultations.cancel(ann.project, "helena", "asked to", clock.now())
    assert asked() == []
    assert "The booking fee that it deducted, $250.00, is free again" in letter("consultation_cancelled")


@pytest.mark.spec("B-02")
def test_the_fee_that_a_cancelled_service_deducted_is_free_for_the_next_one_and_told_so(
    people: People, ann: Onboarder
) -> None:
    staff = people.staff()
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    assert mark(staff, payments_of(ann.project).get().id).status_code == 200
    cancelled = ann.project
    consultations.cancel(cancelled, "helena", "asked to", clock.now())
    said = f"HPM-{cancelled} is cancelled but paid: please decide about a refund."
    assert asked() == [f"{said} The booking fee of $250.00 that it deducted is free again."]
    assert f"{CANCELLED_BY_US} {FREE_AGAIN.format(fee='$250.00')}" in letter("consultation_cancelled")
    shown = money_of([cancelled], clock.now())[cancelled]
    assert shown.unsettled_cents == 150_000 - FEE
    # The next service deducts it, once; opened again, the first lacks it.
    ann.project = second_project(ann)
    assert (ann.checkout()["creditCents"], ann.checkout()["totalCents"]) == (FEE, 200_000 - FEE)
    ann.pay()
    sound(people)
    set_status(cancelled, ProjectStatus.IN_PROGRESS, "they go on", "helena", clock.now())
    assert Project.get_by_id(cancelled).status == ProjectStatus.IN_PROGRESS
    again = money_of([cancelled], clock.now())[cancelled]
    assert (again.owed_cents, again.unsettled_cents) == (FEE, 0)
    sound(people)


def test_a_cancelled_service_that_is_open_again_deducts_its_fee_as_before(people: People, ann: Onboarder) -> None:
    staff = people.staff()
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    assert mark(staff, payments_of(ann.project).get().id).status_code == 200
    consultations.cancel(ann.project, "helena", "asked to", clock.now())
    set_status(ann.project, ProjectStatus.IN_PROGRESS, "they go on", "helena", clock.now())
    assert Project.get_by_id(ann.project).status == ProjectStatus.IN_PROGRESS
    assert money_of([ann.project], clock.now())[ann.project].owed_cents == 0
    assert credit_of(ann, second_project(ann)) == 0


@pytest.fixture
def refunded(people: People, ann: Onboarder) -> Person:
    """Ann's first service was paid less her fee and given back, and a second one deducts the fee; staff."""
    staff = people.staff()
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    payment = payments_of(ann.project).get().id
    assert mark(staff, payment).status_code == 200
    assert give_back(staff, payment, 150_000 - FEE).status_code == 200
    second = second_project(ann)
    intent = ann.post("/api/create-payment-intent", {"projectId": second}).get_json()["paymentIntent"]
    ann.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)
    assert Order.of_project(second).credit is not None
    return staff


def test_a_fee_that_was_used_elsewhere_since_a_refund_is_owed_when_the_rest_is_paid_again(
    people: People, ann: Onboarder, refunded: Person
) -> None:
    assert record(refunded, ann.project, 150_000 - FEE).status_code == 200
    assert sums(refunded, ann.project) == (2 * (150_000 - FEE), 150_000 - FEE, FEE, 0)
    [told] = said("part_paid")
    assert told.startswith(f"HPM-{ann.project} costs $1,500.00, but $2,500.00 came and $1,250.00 went back: ")
    assert "$250.00" in letter("other_price_received")
    sound(people)
    # The letter has asked for the missing fee: staff are not to ask what it is for.
    assert [foreseen(line(refunded, ann.project)["money"], cents) for cents in (FEE, 1)] == ["rest", "other_price"]
    assert record(refunded, ann.project, FEE, "two").status_code == 200
    assert sums(refunded, ann.project)[2:] == (0, 0) and said("part_paid") == []
    assert f"With it, HPM-{ann.project} is paid: $1,500.00 in all." in letter("payment_received")
    assert said("paid_twice") == [] and Letter.select().where(Letter.kind == "paid_twice").count() == 0
    sound(people)


def test_a_cancelled_project_that_was_paid_in_part_owes_nothing(people: People, ann: Onboarder) -> None:
    staff = people.staff()
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    assert mark(staff, payments_of(ann.project).get().id, 10_000).status_code == 200
    assert money_of([ann.project], clock.now())[ann.project].owed_cents == 150_000 - FEE - 10_000
    consultations.cancel(ann.project, "helena", "asked to", clock.now())
    after = money_of([ann.project], clock.now())[ann.project]
    assert (after.owed_cents, after.orders[0].owed_cents, after.unsettled_cents) == (0, 0, 10_000)
    assert owed_among([ann.project]) == {}


def test_a_fee_is_deducted_no_more_once_all_was_given_back(people: People, ann: Onboarder) -> None:
    staff = people.staff()
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    payment = payments_of(ann.project).get().id
    assert mark(staff, payment).status_code == 200
    second = second_project(ann)
    assert credit_of(ann, second) == 0
    assert give_back(staff, payment, 150_000 - FEE).status_code == 200
    assert credit_of(ann, second) == FEE


def test_a_fee_that_an_awaited_transfer_deducts_names_it_when_its_booking_is_cancelled(
    people: People, ann: Onboarder
) -> None:
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    consultations.cancel(fee_project().id, "helena", "asked to", clock.now())
    named = f"$250.00 is deducted from HPM-{ann.project}, whose transfer is awaited."
    assert asked() == [f"HPM-{fee_project().id} is cancelled but paid: please decide about a refund. {named}"]
    # One sum is not told as deducted and as what a refund is decided about.
    assert named in letter("consultation_cancelled") and "refund" not in letter("consultation_cancelled")
    assert money_of([fee_project().id], clock.now())[fee_project().id].unsettled_cents == 0
    # Whoever read that we keep it would read otherwise once that transfer is there.
    helena = people.staff()
    waiting = next(each.line for each in lines(Matter.NEWS) if each.line.label == "refund_due")
    assert act(helena, "done", waiting, why="No refund") == 409
    assert decided_too_early(fee_project().id).startswith(named.removesuffix("."))
    assert not Letter.select().where(Letter.kind == "money_kept").count()
    assert mark(helena, payments_of(ann.project).get().id).status_code == 200
    assert asked() == []


def test_staff_read_before_a_refund_of_a_fee_what_becomes_of_its_deduction(people: People, ann: Onboarder) -> None:
    def told(project: int) -> str:
        transfers = helena.get(f"/api/admin/projects/{project}").get_json()["money"]["transfers"]
        return str(transfers[0]["used"]).removeprefix("The booking fee was deducted: ")

    helena, fee = people.staff(), fee_project().id
    Payment.update(provider="bank").where(Payment.order == Order.of_project(fee)).execute()
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    name, rest = f"HPM-{ann.project}", "is not paid in full: once more money comes for it, only what is left"
    assert told(fee).startswith(f"$250.00 from {name}, whose transfer is awaited. {name} {rest}")
    assert mark(helena, payments_of(ann.project).get().id, 50_000).status_code == 200
    assert told(fee).startswith(f"$250.00 from {name}. {name} {rest}")
    # As it says.
    assert give_back(helena, Payment.get(Payment.order == Order.of_project(fee)).id, 10_000).status_code == 200
    assert record(helena, ann.project, 75_000, key="two").status_code == 200
    assert sums(helena, ann.project)[2] == 10_000
    assert record(helena, ann.project, 10_000, key="three").status_code == 200
    stays = f"What {name} deducts of the booking fee stays deducted, whatever is refunded."
    assert told(fee) == f"$150.00 from {name}. {stays}"


def test_a_concession_after_all_was_paid_again_is_not_owed(people: People, ann: Onboarder, refunded: Person) -> None:
    assert record(refunded, ann.project, 150_000).status_code == 200
    again = payments_of(ann.project).order_by(Payment.id.desc()).get().id
    assert give_back(refunded, again, 10_000, "concession").status_code == 200
    assert (Order.of_project(ann.project).state, sums(refunded, ann.project)[2:]) == ("part_refunded", (0, 0))
    sound(people)
