"""A client moves their consultation once, and cancels it with the policy said first; letters and calendars follow."""

from datetime import datetime, timedelta

import pytest

from app import clock
from app.alerts.models import Alert, open_alerts
from app.clock import in_sydney, sydney_text
from app.consultations import actions as consultations
from app.consultations.by_client import CHANGED
from app.consultations.rules import CANCEL_MONEY, CANCELLED_BY_US
from app.consultations.statuses import set_status
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.money import Payment
from app.payments.reconcile import reconcile
from app.payments.settle import settle
from app.projects.models import HistoryLine, Project
from app.projects.rules import ProjectStatus
from app.slots.models import Hold, Slot
from tests.consultations.scheduled import FAR, Client, date_of, kinds
from tests.people import VISA, People, Person
from tests.watch import Watch


def owners(*slots: int) -> list[int | None]:
    """Whose these times are."""
    return [Slot.get_by_id(slot).project_id for slot in slots]


@pytest.mark.spec("D-08")
def test_a_client_moves_a_consultation_once_and_everybody_learns_of_it(amelia: Client) -> None:
    before, held, payments = kinds(), Hold.of_project(amelia.project), Payment.select().count()
    assert held is not None
    to = amelia.free()[FAR + 9]
    was = amelia.start
    until = sydney_text(datetime.fromisoformat(was) - timedelta(hours=24))
    assert amelia.told_of_moving() == (f"You can move it once, until {until}, in the client portal.", True)
    assert amelia.move(to).status_code == 200
    note, is_in_letter = amelia.told_of_moving()
    assert "cannot be moved online now" in note and is_in_letter
    assert (amelia.start, owners(held.slot_id, to)) == (date_of(to), [None, amelia.project])
    assert kinds()[len(before) :] == ["consultation_moved", "staff_consultation_changed"]
    told, staff = Letter.select().order_by(Letter.id.desc()).limit(2)[::-1]
    assert "SEQUENCE:2" in told.calendar and "It was" in told.text and "replaces the earlier one" in told.text
    assert "Consultation moved" in staff.subject and "Before" in staff.text
    assert Payment.select().count() == payments
    line = HistoryLine.select().order_by(HistoryLine.id.desc()).get()
    assert (line.actor, Project.get().status) == ("client", "scheduled")
    old, new = (sydney_text(datetime.fromisoformat(each)) for each in (was, amelia.start))
    assert line.note == f"Moved from {old} to {new}"
    history = amelia.get(f"/api/client/projects/{amelia.project}").get_json()["history"]
    moved = f"The consultation moved from {old.removesuffix(' (Sydney time)')} to {new}"
    [ahead] = [event["ahead"] for event in history if event["what"] == moved]
    assert not ahead and [event["what"] for event in history if event["ahead"]] == ["Consultation"]
    # The answer was lost and the browser asks again: nothing happens twice.
    assert amelia.move(to, seen=was).status_code == 200
    assert len(kinds()) == len(before) + 2
    again = amelia.move(amelia.free()[FAR])
    assert (again.status_code, amelia.start) == (409, date_of(to))
    assert "used your one move" in again.get_json()["message"]
    assert "call us on (02) 5550 0134" in again.get_json()["message"]
    assert amelia.appointment()["moveRefusal"] == again.get_json()["message"]


def test_within_a_day_of_it_the_phone_is_the_way(amelia: Client, watch: Watch) -> None:
    watch.now = Project.get().appointment_date - timedelta(hours=24) + timedelta(seconds=1)
    amelia.sign_in()
    refused = amelia.move(amelia.free()[-1])
    assert refused.status_code == 409 and "within 24 hours" in refused.get_json()["message"]
    shown = amelia.appointment()
    assert (shown["moveRefusal"], shown["cancelRefusal"]) == (refused.get_json()["message"], None)


@pytest.mark.parametrize("wanted", ["taken", "blocked", "too near", "missing"])
def test_only_a_time_that_is_free_and_offered_can_be_had(
    people: People, amelia: Client, watch: Watch, wanted: str
) -> None:
    own = Hold.of_project(amelia.project)
    slot = amelia.free()[FAR + 3]
    match wanted:
        case "taken":
            bruno = Client.with_time(people, 5, "bruno@example.com")
            slot = Hold.of_project(bruno.project).slot_id
        case "blocked":
            Slot.update(blocked=True).where(Slot.id == slot).execute()
        case "too near":
            slot = Slot.create(date=watch.now + timedelta(hours=23)).id
        case "missing":
            slot = 999_999
    before = kinds()
    assert amelia.move(slot).status_code in (404, 409)
    assert (Hold.of_project(amelia.project), kinds(), Project.get().client_moved_at) == (own, before, None)


@pytest.mark.parametrize("act", ["move", "cancel"])
def test_what_staff_moved_meanwhile_is_not_changed_by_a_page_that_shows_the_older_time(
    amelia: Client, watch: Watch, act: str
) -> None:
    seen, (by_staff, to) = amelia.start, amelia.free()[FAR + 2 : FAR + 4]
    consultations.move(amelia.project, by_staff, "helena", watch.now)
    refused = amelia.move(to, seen=seen) if act == "move" else amelia.cancel(seen=seen)
    assert (refused.status_code, refused.get_json()["message"], amelia.start) == (409, CHANGED, date_of(by_staff))
    # What staff moved counts as no move of the client's.
    assert amelia.move(to).status_code == 200


@pytest.mark.spec("D-08")
def test_a_client_cancels_and_the_money_is_for_staff_to_decide(amelia: Client) -> None:
    before, held, seen = kinds(), Hold.of_project(amelia.project), amelia.start
    assert held is not None
    assert amelia.appointment()["money"] == CANCEL_MONEY
    assert amelia.cancel().status_code == 200
    assert (Project.get().status, amelia.start, owners(held.slot_id)) == ("cancelled", "", [None])
    assert kinds()[len(before) :] == ["consultation_cancelled", "staff_consultation_changed"]
    told = Letter.get(Letter.kind == "consultation_cancelled")
    text = " ".join(told.text.split())
    assert "You have cancelled your consultation" in text and CANCEL_MONEY in text
    assert "METHOD:CANCEL" in told.calendar and "STATUS:CANCELLED" in told.calendar
    notice = Letter.select().where(Letter.kind == "staff_consultation_changed").order_by(Letter.id.desc()).get()
    assert ".00: please decide about a refund" in " ".join(notice.text.split())
    assert [alert.kind for alert in open_alerts()] == ["refund_due"]
    assert amelia.get("/api/client/appointments").get_json() == []
    assert amelia.cancel(seen=seen).status_code == 200
    assert len(kinds()) == len(before) + 2
    assert amelia.move(held.slot_id, seen=seen).status_code == 404


def billed(staff: Person, project: int) -> int:
    """The id of a bill of $400, from which the booking fee is deducted."""
    body = {"lines": [{"description": "Report", "cents": 40_000}], "dueOn": str(in_sydney(clock.now()).date())}
    made = staff.post(f"/api/admin/projects/{project}/bills", body, headers={"Idempotency-Key": "one"})
    assert made.status_code == 201
    return int(made.get_json()["id"])


def test_what_was_billed_keeps_its_project_from_being_cancelled_online(people: People, amelia: Client) -> None:
    staff = people.staff()
    bill = billed(staff, amelia.project)
    refused, shown = amelia.cancel(), amelia.appointment()
    assert (refused.status_code, Project.get().status) == (409, "scheduled")
    assert refused.get_json()["message"] == shown["cancelRefusal"] and "has been billed" in shown["cancelRefusal"]
    assert shown["moveRefusal"] is None and amelia.move(amelia.free()[FAR + 9]).status_code == 200
    assert staff.post(f"/api/admin/bills/{bill}/withdraw", {"reason": "Agreed otherwise"}).status_code == 200
    assert amelia.appointment()["cancelRefusal"] is None and amelia.cancel().status_code == 200


@pytest.mark.parametrize("ends", ["paid", "withdrawn"])
def test_a_bill_of_a_project_that_staff_cancel_stays_to_be_paid_and_everybody_knows(
    people: People, amelia: Client, ends: str
) -> None:
    staff, name = people.staff(), f"HPM-{amelia.project}-2"
    bill = billed(staff, amelia.project)
    assert staff.call_off(amelia.project, "We are ill.").status_code == 200
    told = " ".join(Letter.get(Letter.kind == "consultation_cancelled").text.split())
    used = f"Of what was paid, we have deducted $250.00 from {name}. Nothing is left of it to refund."
    assert f"{used} What we billed as {name} stays to be paid unless we withdraw it." in told
    assert [alert.kind for alert in open_alerts()] == ["bill_open"]
    assert f"$150.00 of {name} is owed" in Alert.get(Alert.kind == "bill_open").message
    steps = amelia.get("/api/client/steps").get_json()
    assert [step["title"] for step in steps] == ["An invoice of $150.00 is to be paid"]
    (_, shown) = amelia.get(f"/api/client/projects/{amelia.project}/money").get_json()["orders"]
    assert (shown["owedCents"], shown["card"], shown["transfer"]) == (15_000, True, True)
    if ends == "paid":
        body = {"projectId": amelia.project, "bill": 2, "replaceTransfer": True}
        intent = amelia.post("/api/create-payment-intent", body).get_json()["paymentIntent"]
        gateway = people.house.gateway
        assert gateway is not None
        # A project that is cancelled ends no payment of its bill.
        reconcile(gateway)
        people.house.sandbox.confirm(intent, card=VISA)
        settle(gateway, intent)
        assert Order.get_by_id(bill).state == "paid"
    else:
        staff.post(f"/api/admin/bills/{bill}/withdraw", {"reason": "Agreed otherwise"})
    assert [alert.kind for alert in open_alerts()] == ([] if ends == "paid" else ["refund_due"])
    titles = [step["title"] for step in amelia.get("/api/client/steps").get_json()]
    # A bill has used the fee, until it is withdrawn.
    assert titles == ([] if ends == "paid" else ["Our team decides about your $250.00"])


def test_a_bill_changes_nothing_of_a_consultation_but_what_it_uses_of_the_fee(people: People, amelia: Client) -> None:
    bill = billed(people.staff(), amelia.project)
    shown = amelia.appointment()
    used = f"Of what was paid, we have deducted $250.00 from HPM-{amelia.project}-2. Nothing is left of it to refund."
    assert (shown["money"], shown["takesPlace"]) == (used, True)
    # What becomes of the bill is nothing of the consultation's.
    Order.update(state="refunded").where(Order.id == bill).execute()
    shown = amelia.appointment()
    assert (shown["money"], shown["takesPlace"], shown["moveRefusal"]) == (CANCEL_MONEY, True, None)
    assert consultations.cancel(amelia.project, "helena", "We are ill.", clock.now())
    # Whom we cancel on reads nothing of what does not happen by itself.
    assert CANCELLED_BY_US in " ".join(Letter.get(Letter.kind == "consultation_cancelled").text.split())
    assert "refund_due" in [alert.kind for alert in open_alerts()]


def test_work_that_has_begun_takes_the_promised_move_from_nobody(amelia: Client, watch: Watch) -> None:
    set_status(amelia.project, ProjectStatus.IN_PROGRESS, "They paid early", "helena", watch.now)
    note, is_in_letter = amelia.told_of_moving()
    assert note.startswith("You can move it once, until ") and is_in_letter
    to = amelia.free()[FAR + 9]
    assert amelia.move(to).status_code == 200
    assert (amelia.start, Project.get().status) == (date_of(to), "in_progress")


def test_a_consultation_that_has_begun_is_not_cancelled_online(amelia: Client, watch: Watch) -> None:
    watch.now = Project.get().appointment_date
    amelia.sign_in()
    refused = amelia.cancel()
    assert refused.status_code == 409 and "begun or is over" in refused.get_json()["message"]
    assert Project.get().status == "scheduled"
    # Of one that took place nobody says that it is cancelled.
    watch.now += timedelta(days=2)
    assert consultations.cancel(amelia.project, "helena", "We agreed so.", watch.now)
    letter = Letter.get(Letter.kind == "consultation_cancelled")
    assert letter.subject.endswith(f"Your project is cancelled: HPM-{amelia.project}")
    assert "Your consultation" not in letter.text and "calendar" not in letter.text and letter.calendar is None


def test_staff_give_the_time_and_cancel_over_their_own_routes(people: People, watch: Watch) -> None:
    client, staff = people.client(), people.staff()
    project = Project.get().id
    slot = client.get("/api/slots/available").get_json()[3]
    path = f"/api/admin/projects/{project}"
    for _ in range(2):
        assert staff.post(f"{path}/consultation", {"slotId": slot["id"], "seen": None}).status_code == 200
    assert (Project.get().status, kinds().count("consultation_moved")) == ("scheduled", 1)
    blind = staff.post(f"{path}/cancel", {"reason": ""})
    assert (blind.status_code, blind.get_json()["fields"]) == (422, {"seen": "Required"})
    old = staff.post(f"{path}/cancel", {"reason": "", "seen": None})
    assert (old.status_code, Project.get().status) == (409, "scheduled")
    assert f"It is on {sydney_text(Project.get().appointment_date)} now" in old.get_json()["message"]
    for _ in range(2):
        body = {"reason": "We are ill, sorry.", "seen": slot["date"]}
        assert staff.post(f"{path}/cancel", body).status_code == 200
    assert (Project.get().status, kinds().count("consultation_cancelled")) == ("cancelled", 1)
    assert "We are ill, sorry." in Letter.get(Letter.kind == "consultation_cancelled").text
    lines = (
        staff.post("/api/admin/projects/999/cancel", {"seen": None}),
        staff.post("/api/admin/projects/999/consultation", {"slotId": 1, "seen": None}),
    )
    assert [line.status_code for line in lines] == [404, 404]


@pytest.mark.spec("R-01")
def test_nobody_moves_or_cancels_what_is_another_clients(people: People, amelia: Client) -> None:
    bruno = people.client("bruno@example.com")
    path = f"/api/client/appointments/{amelia.project}"
    date = {"date": amelia.start}
    assert bruno.post(f"{path}/move", {"slotId": amelia.free()[0], **date}).status_code == 404
    assert bruno.post(f"{path}/cancel", date).status_code == 404
    assert Project.get_by_id(amelia.project).status == "scheduled"
