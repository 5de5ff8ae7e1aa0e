"""Money for a project that was cancelled: as little of it as can be, and never a consultation."""

from datetime import timedelta

import pytest

from app import clock
from app.alerts.models import Alert
from app.consultations import actions as consultations
from app.mail.models import Letter
from app.orders.money import Payment
from app.payments import transfers
from app.payments.reconcile import EVERY, reconcile
from app.projects.models import Project
from app.slots.models import Slot
from tests.onboarders import Onboarder
from tests.people import VISA
from tests.watch import Watch


def cancel(ann: Onboarder) -> None:
    assert consultations.cancel(ann.project, "helena", "asked to", clock.now())


def booked_times() -> int:
    return int(Slot.select().where(Slot.is_booked == True).count())


@pytest.mark.parametrize("way", ["card", "transfer"])
def test_money_for_a_cancelled_project_is_kept_without_a_time_and_both_sides_are_told(ann: Onboarder, way: str) -> None:
    if way == "card":
        intent = ann.begin_card()
        cancel(ann)
        ann.house.sandbox.confirm(intent, card=VISA)
        assert ann.settle(intent) == "paid"
    else:
        ann.post(f"/api/projects/{ann.project}/bank-transfer")
        cancel(ann)
        transfers.receive(Payment.get().id, "helena")
    project = Project.get()
    assert (project.status, project.payment_status, project.appointment_date) == ("cancelled", "completed", None)
    assert booked_times() == 0
    assert [alert.kind for alert in Alert.select()] == ["paid_cancelled"]
    sent = {letter.kind: letter for letter in Letter.select()}
    assert not {"consultation_confirmed", "choose_another_time", "payment_received"} & set(sent)
    assert "$1,500.00" in sent["paid_after_closing"].text
    assert "cancelled" in sent["paid_after_closing"].text


def test_the_job_withdraws_the_card_form_of_a_cancelled_project(ann: Onboarder) -> None:
    intent = ann.begin_card()
    gateway = ann.house.gateway
    assert gateway is not None
    reconcile(gateway)
    assert ann.house.sandbox.intent(intent)["status"] == "requires_payment_method"
    cancel(ann)
    reconcile(gateway)
    assert ann.house.sandbox.intent(intent)["status"] == "canceled"


def test_an_old_card_form_is_withdrawn_as_soon_as_its_project_is_cancelled(ann: Onboarder) -> None:
    intent = ann.begin_card()
    gateway = ann.house.gateway
    assert gateway is not None
    watch = Watch(clock.now() + timedelta(days=2))
    with clock.reading(watch):
        reconcile(gateway)
        cancel(ann)
        watch.now += EVERY
        reconcile(gateway)
    assert ann.house.sandbox.intent(intent)["status"] == "canceled"


def test_the_job_settles_what_was_paid_before_it_could_withdraw_it(ann: Onboarder) -> None:
    intent = ann.begin_card()
    cancel(ann)
    ann.house.sandbox.confirm(intent, card=VISA)
    gateway = ann.house.gateway
    assert gateway is not None
    reconcile(gateway)
    assert Payment.of_intent(intent).status == "completed"
    assert [alert.kind for alert in Alert.select()] == ["paid_cancelled"]
