"""A service that the booking fee's credit covers: confirmed without a charge, and the credit is used up."""

import pytest

from app import clock
from app.consultations import actions as consultations
from app.consultations.staff_notices import StaffNotices
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import credit_for
from app.projects.models import HistoryLine, Project
from app.slots import actions as slots
from app.slots.models import Hold
from tests.onboarders import DETAILS, Onboarder
from tests.payments.banking import payments_of
from tests.people import People


@pytest.mark.spec("C-02")
@pytest.mark.parametrize(
    ("fee", "paid", "credit"),
    [
        (150_000, 25_000, 25_000),
        (25_050, 25_000, 25_000),
        # The provider charges no less than 50 cents.
        (25_049, 25_000, 24_999),
        (25_001, 25_000, 24_951),
        (25_000, 25_000, 25_000),
        (24_999, 25_000, 24_999),
        (10_000, 25_000, 10_000),
    ],
)
def test_the_credit_is_the_whole_fee_or_what_the_service_costs(fee: int, paid: int, credit: int) -> None:
    assert credit_for(fee, paid) == credit


@pytest.fixture
def ann(people: People) -> Onboarder:
    """Ann has paid 250 for a booking, and keeps a time for an initial consultation at 250."""
    slots.generate(clock.now())
    ann = Onboarder(people.house, service="consultation")
    ann.book(email="ann@example.com")
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    return ann


def confirm(ann: Onboarder) -> int:
    return ann.post(f"/api/projects/{ann.project}/confirm").status_code


def sent() -> list[str]:
    """The letters about her project."""
    rows = Letter.select().where(Letter.project_id == Project.get(Project.intake_id.is_null(False)).id)
    return sorted(row.kind for row in rows)


@pytest.mark.spec("C-02", "U-01")
def test_a_covered_consultation_is_confirmed_once_without_a_charge(ann: Onboarder) -> None:
    shown = ann.checkout()
    assert (shown["feeCents"], shown["creditCents"], shown["totalCents"], shown["canPay"]) == (25_000, 25_000, 0, True)
    charges = len(ann.house.sandbox.intents())
    assert [confirm(ann) for _ in range(3)] == [200, 200, 200]
    project = Project.get_by_id(ann.project)
    assert (project.status, project.payment_status) == ("scheduled", "completed")
    assert (Hold.of_project(ann.project).kind, Hold.of_project(ann.project).expires_at) == ("paid", None)
    order = Order.of_project(ann.project)
    assert (order.state, order.credit.cents, order.payments.count()) == ("paid", -25_000, 0)
    assert order.terms_version is not None and order.terms_accepted_at == order.paid_at
    assert len(ann.house.sandbox.intents()) == charges
    assert sent() == ["consultation_confirmed", "staff_consultation_notice"]
    letter = Letter.get(Letter.kind == "consultation_confirmed")
    for text in ("covers this service", "−$250.00 AUD", "$0.00 AUD", f"HPM-{ann.project}"):
        assert text in letter.text
    assert "payment has arrived" not in letter.text
    assert HistoryLine.select().where(HistoryLine.note == "Confirmed with the booking fee's credit").count() == 1
    success = ann.get(f"/api/bookings/confirmation?projectId={ann.project}").get_json()
    assert (success["state"], success["booking"]["payment"]) == (
        "paid",
        {
            "amountCents": 0,
            "currency": "AUD",
            "status": "completed",
            "transactionId": f"HPM-{ann.project}",
            "method": "credit",
        },
    )


def test_the_credit_of_a_covered_consultation_is_used_up(ann: Onboarder) -> None:
    assert confirm(ann) == 200
    again = ann.post("/api/clients", DETAILS, headers={"Idempotency-Key": "second"}).get_json()["id"]
    body = {"clientId": again, "serviceType": "consultation", "status": "inquiry"}
    second = ann.post("/api/projects", body).get_json()["id"]
    assert ann.get(f"/api/projects/{second}").get_json()["totalCents"] == 25_000


def test_where_nothing_is_to_pay_neither_card_nor_transfer_is_begun(ann: Onboarder) -> None:
    assert ann.post("/api/create-payment-intent", {"projectId": ann.project}).status_code == 409
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 409
    assert payments_of(ann.project).count() == 0


def test_where_something_is_to_pay_nothing_is_confirmed_for_nothing(ann: Onboarder) -> None:
    ann.make_project("planning_approvals")
    assert confirm(ann) == 409
    assert Project.get_by_id(ann.project).payment_status == "pending"


def test_without_a_time_or_after_a_cancellation_nothing_is_confirmed(ann: Onboarder) -> None:
    Hold.update(expires_at=clock.now()).execute()
    assert confirm(ann) == 409
    consultations.cancel(ann.project, "helena", "asked to", clock.now())
    assert confirm(ann) == 409
    assert payments_of(ann.project).count() == 0


def test_what_was_begun_for_another_service_is_withdrawn_before(ann: Onboarder) -> None:
    ann.make_project("planning_approvals")
    intent = ann.begin_card()
    ann.make_project("consultation")
    assert confirm(ann) == 200
    assert ann.house.sandbox.intent(intent)["status"] == "canceled"


def test_a_stranger_confirms_nothing(ann: Onboarder, people: People) -> None:
    assert people.visitor().post(f"/api/projects/{ann.project}/confirm").status_code == 404


def test_a_failure_half_way_leaves_nothing_behind(ann: Onboarder, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*told: object) -> None:
        raise OSError("the disk is full")

    before = (Payment.select().count(), Letter.select().count(), HistoryLine.select().count())
    monkeypatch.setattr(StaffNotices, "consultation", fail)
    assert confirm(ann) >= 500
    assert (Payment.select().count(), Letter.select().count(), HistoryLine.select().count()) == before
    assert Project.get_by_id(ann.project).status == "pending_payment"
    monkeypatch.undo()
    assert confirm(ann) == 200
