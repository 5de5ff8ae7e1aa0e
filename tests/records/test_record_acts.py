"""Which acts a record offers: the table of what refuses each, and that the routes say the same."""

from dataclasses import replace
from datetime import datetime

import pytest

from app import clock
from app.admin.projects.rules import (
    AWAITED,
    BEGUN_UNPAID,
    CANCELLED,
    ERASED,
    GIVEN_BACK,
    IS_CLOSED,
    NOTHING_HERE,
    PAY_FIRST,
    Facts,
    StaffAct,
    refusals,
)
from app.audit.models import AuditLine
from app.documents.rules import NO_SIGN_IN, NOT_PROVED
from app.notes.models import Note
from app.orders.rules import OrderState
from app.payments import transfers
from app.projects.models import Project
from app.projects.rules import ProjectStatus, Time
from app.retention import actions as retention
from app.retention.rules import STEADY_FOR, UNPAID_KEPT
from app.slots import actions as slots
from app.slots.models import Slot
from tests.onboarders import Onboarder
from tests.people import People
from tests.watch import Watch

PAID = Facts(
    status=ProjectStatus.INQUIRY,
    erased=False,
    proved=True,
    has_sign_in=True,
    time=Time.NONE,
    money=OrderState.PAID,
    was_paid=True,
    is_booking=True,
    may_record=True,
    may_refund=True,
)
UNPAID = replace(PAID, money=OrderState.UNPAID, was_paid=False)


@pytest.mark.parametrize(
    ("facts", "act", "why"),
    [
        *((PAID, act, "") for act in StaffAct),
        (UNPAID, StaffAct.SET_TIME, PAY_FIRST),
        (replace(UNPAID, is_booking=False), StaffAct.SET_TIME, ""),
        (replace(PAID, money=OrderState.REFUNDED), StaffAct.SET_TIME, GIVEN_BACK),
        (replace(PAID, money=OrderState.REFUNDED, time=Time.AHEAD), StaffAct.SET_TIME, ""),
        (replace(PAID, status=ProjectStatus.COMPLETED), StaffAct.SET_TIME, IS_CLOSED),
        (replace(PAID, status=ProjectStatus.COMPLETED), StaffAct.CANCEL, IS_CLOSED),
        (replace(PAID, status=ProjectStatus.COMPLETED), StaffAct.BILL, ""),
        (replace(PAID, status=ProjectStatus.CANCELLED), StaffAct.BILL, CANCELLED),
        (UNPAID, StaffAct.BILL, BEGUN_UNPAID),
        (replace(PAID, proved=False), StaffAct.SHARE, NOT_PROVED),
        (replace(PAID, has_sign_in=False), StaffAct.ASK_DOCUMENTS, NO_SIGN_IN),
        (replace(PAID, has_sign_in=False), StaffAct.MESSAGE, NO_SIGN_IN),
        (replace(PAID, may_record=False), StaffAct.RECORD_TRANSFER, AWAITED),
        (replace(PAID, may_refund=False), StaffAct.REFUND, NOTHING_HERE),
        (replace(PAID, erased=True), StaffAct.NOTE, ERASED),
        (replace(PAID, erased=True), StaffAct.REFUND, ""),
    ],
)
def test_each_act_is_refused_for_its_own_reason(facts: Facts, act: StaffAct, why: str) -> None:
    assert refusals(facts)[act] == why


@pytest.mark.spec("A-02")
@pytest.mark.parametrize("state", ["unpaid booking", "unpaid onboarding", "paid", "refunded", "cancelled"])
def test_the_route_takes_a_time_exactly_where_the_record_offers_it(people: People, state: str) -> None:
    slots.generate(clock.now())
    staff = people.staff()
    if state == "unpaid onboarding":
        Onboarder(people.house)
    elif state == "paid":
        people.visitor().book()
    else:
        people.house.flask.config["GATEWAY"] = None
        visitor = people.visitor()
        visitor.fill_wizard()
        visitor.post("/api/bookings/current/bank-transfer")
    page = f"/api/admin/projects/{Project.get().id}"
    if state in ("refunded", "cancelled"):
        payment = staff.get(page).get_json()["orders"][0]["awaitedPaymentId"]
        transfers.receive(payment, "helena")
        if state == "refunded":
            transfers.give_back(payment, 25_000, "Not needed", "back", "helena")
        else:
            staff.call_off(Project.get().id)
    said = {each["act"]: each["refusal"] for each in staff.get(page).get_json()["acts"]}["set_time"]
    answer = staff.post(f"{page}/consultation", {"slotId": Slot.free(clock.now())[2].id, "seen": None})
    assert (answer.status_code == 200) == (said == "")


def test_what_staff_noted_keeps_an_unpaid_project_and_goes_with_it(people: People, watch: Watch) -> None:
    ann, began = Onboarder(people.house), watch.now
    watch.now = began + UNPAID_KEPT / 2
    staff = people.staff()
    path = f"/api/admin/projects/{ann.project}/notes"
    assert staff.post(path, {"text": "Calls on Monday"}, headers={"Idempotency-Key": "a"}).status_code == 201

    def look(at: datetime) -> int:
        watch.now = at
        retention.let_go(None, watch.now)
        watch.now += STEADY_FOR
        retention.let_go(None, watch.now)
        return int(Note.select().count())

    assert look(began + UNPAID_KEPT) == 1
    assert look(began + UNPAID_KEPT / 2 + UNPAID_KEPT) == 0


def test_the_log_says_why_staff_cancelled(people: People) -> None:
    people.client()
    staff, project = people.staff(), Project.get().id
    cancelled = staff.post(f"/api/admin/projects/{project}/cancel", {"reason": "No block yet", "seen": None})
    assert cancelled.status_code == 200
    (line,) = AuditLine.select().where(AuditLine.action == "cancel-consultation")
    assert line.detail == "No block yet"


def test_a_completed_project_is_not_called_cancelled(people: People) -> None:
    people.visitor().book()
    staff, project = people.staff(), Project.get()
    Project.update(status="completed").execute()
    refused = staff.call_off(project.id, "Too late")
    assert (refused.status_code, refused.get_json()["message"]) == (409, IS_CLOSED)
    assert Project.get().status == "completed"
