"""A client gives the time of a consultation back, keeps project and money, and chooses another one later."""

from datetime import timedelta

import pytest

from app.attention.rules import Matter
from app.audit.models import AuditLine
from app.checklist.models import Need
from app.clock import sydney_text
from app.consultations import actions as consultations
from app.consultations.by_client import CHANGED
from app.doctor import times
from app.documents.models import Document
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.money import Payment
from app.projects.models import HistoryLine, Project
from app.projects.rules import portal_path
from app.slots.models import Hold, Slot
from tests.attention.waiting import said
from tests.consultations.scheduled import FAR, Client, date_of, kinds
from tests.people import People
from tests.watch import Watch


@pytest.mark.spec("D-08")
def test_a_client_gives_the_time_back_and_everybody_learns_of_it(amelia: Client, watch: Watch) -> None:
    watch.now += timedelta(minutes=1)
    before, held, seen = kinds(), Hold.of_project(amelia.project), amelia.start
    money, said_start = list(Payment.select().dicts()), sydney_text(Project.get().appointment_date)
    assert held is not None and amelia.appointment()["giveBackRefusal"] is None
    assert amelia.give_back().status_code == 200
    project, slot = Project.get(), Slot.get_by_id(held.slot_id)
    assert (project.status, amelia.start, slot.is_booked, slot.project_id) == ("inquiry", "", False, None)
    assert held.slot_id in amelia.free()
    assert (list(Payment.select().dicts()), Order.state_of(project.id)) == (money, "paid")
    assert kinds()[len(before) :] == ["time_given_back", "staff_consultation_changed"]
    told, staff = Letter.select().order_by(Letter.id.desc()).limit(2)[::-1]
    assert "METHOD:CANCEL" in told.calendar and f"SEQUENCE:{project.calendar_sequence}" in told.calendar
    text = " ".join(told.text.split())
    assert said_start in text and "what you paid stay as they are" in text
    assert "You cannot move that one online." in text
    assert f"{portal_path(project.id)}#consultation" in text
    assert "Time given back" in staff.subject and "still to be chosen" in " ".join(staff.text.split())
    line = HistoryLine.select().order_by(HistoryLine.id.desc()).get()
    assert (line.actor, line.note, line.to_status) == ("client", "Time given back", "inquiry")
    assert AuditLine.select().where(AuditLine.action == "give-time-back").count() == 1
    shown = amelia.get(f"/api/client/projects/{project.id}").get_json()
    assert shown["choosesTime"] and shown["history"][0]["what"] == "The time of the consultation was given back"
    time = People(amelia.house).staff().get(f"/api/admin/projects/{project.id}").get_json()["time"]
    assert (time["givenBack"], time["movedByClientAt"] is not None) == (True, True)
    first = amelia.get("/api/client/steps").get_json()[0]
    assert first["title"] == "Choose the time of your consultation"
    assert [*times.examine_holds(), *times.examine_slots(), *times.examine_projects()] == []
    # The answer was lost and the browser asks again: nothing happens twice.
    assert amelia.give_back(seen=seen).status_code == 200
    assert len(kinds()) == len(before) + 2


@pytest.mark.parametrize(("answered", "status"), [(2, "inquiry"), (1, "pending_documents")])
def test_what_waited_for_documents_waits_no_more_once_the_client_has_none_of_them(
    amelia: Client, watch: Watch, answered: int, status: str
) -> None:
    made = HistoryLine.select().where(HistoryLine.to_status == "scheduled").order_by(HistoryLine.id.desc()).get()
    HistoryLine.update(from_status="pending_documents").where(HistoryLine.id == made.id).execute()
    Document.delete().execute()
    Need.delete().execute()
    rows = [
        Need.create(project_id=amelia.project, title=title, asked_by="helena", asked_at=watch.now)
        for title in ("Plans", "Survey")
    ]
    for need in rows[:answered]:
        assert amelia.post(f"/api/client/needs/{need.id}/decline").status_code == 200
    assert amelia.give_back().status_code == 200
    assert Project.get().status == status


def test_what_waited_for_documents_waits_for_them_again_unless_one_has_come(amelia: Client, watch: Watch) -> None:
    for files, status in ((1, "inquiry"), (0, "pending_documents")):
        made = HistoryLine.select().where(HistoryLine.to_status == "scheduled").order_by(HistoryLine.id.desc()).get()
        HistoryLine.update(from_status="pending_documents").where(HistoryLine.id == made.id).execute()
        if not files:
            Document.delete().execute()
        assert bool(Document.of_project(amelia.project).count()) == bool(files)
        assert amelia.give_back().status_code == 200
        assert Project.get().status == status
        Project.update(client_moved_at=None).execute()
        watch.now += timedelta(minutes=1)
        taken = amelia.browser.patch(f"/api/slots/{amelia.free()[FAR]}/book", json={"projectId": amelia.project})
        assert taken.status_code == 200


def test_staff_see_it_without_a_time_and_not_as_a_call_that_is_late(amelia: Client, watch: Watch) -> None:
    watch.now += timedelta(days=3)
    amelia.sign_in()
    assert amelia.give_back().status_code == 200
    (line,) = said(Matter.TIME)
    assert "gave theirs back" in line and said(Matter.CONTACT) == []


def test_another_time_is_chosen_later_for_nothing_and_not_moved_again(amelia: Client, watch: Watch) -> None:
    seen = amelia.start
    assert amelia.give_back().status_code == 200
    watch.now += timedelta(days=2)
    amelia.sign_in()
    to = amelia.free()[FAR + 9]
    taken = amelia.browser.patch(f"/api/slots/{to}/book", json={"projectId": amelia.project})
    assert taken.status_code == 200
    note, is_in_letter = amelia.told_of_moving()
    assert "cannot be moved online now" in note and is_in_letter
    assert (amelia.start, Project.get().status, Hold.of_project(amelia.project).kind) == (
        date_of(to),
        "scheduled",
        "paid",
    )
    assert (kinds()[-2], said(Matter.TIME)) == ("consultation_moved", [])
    shown = amelia.appointment()
    assert "used your one move" in shown["moveRefusal"]
    assert shown["giveBackRefusal"] == shown["moveRefusal"]
    refused = amelia.give_back()
    assert (refused.status_code, refused.get_json()["message"]) == (409, shown["giveBackRefusal"])
    # A page that still shows the older time gives nothing back.
    stale = amelia.give_back(seen=seen)
    assert (stale.status_code, stale.get_json()["message"], amelia.start) == (409, CHANGED, date_of(to))


def test_within_a_day_and_once_it_was_moved_the_phone_is_the_way(amelia: Client, watch: Watch) -> None:
    assert amelia.move(amelia.free()[FAR + 3]).status_code == 200
    refused = amelia.give_back()
    assert refused.status_code == 409 and "used your one move" in refused.get_json()["message"]
    watch.now = Project.get().appointment_date - timedelta(hours=23)
    Project.update(client_moved_at=None).execute()
    amelia.sign_in()
    refused = amelia.give_back()
    assert refused.status_code == 409 and "within 24 hours" in refused.get_json()["message"]
    assert Project.get().status == "scheduled"


def test_what_staff_moved_meanwhile_is_not_given_back_by_a_page_that_shows_the_older_time(
    amelia: Client, watch: Watch
) -> None:
    seen, to = amelia.start, amelia.free()[FAR + 2]
    consultations.move(amelia.project, to, "helena", watch.now)
    refused = amelia.give_back(seen=seen)
    assert (refused.status_code, refused.get_json()["message"], amelia.start) == (409, CHANGED, date_of(to))


@pytest.mark.spec("R-01")
def test_nobody_gives_back_what_is_another_clients(people: People, amelia: Client) -> None:
    bruno = people.client("bruno@example.com")
    path = f"/api/client/appointments/{amelia.project}/give-back"
    assert bruno.post(path, {"date": amelia.start}).status_code == 404
    assert Project.get_by_id(amelia.project).status == "scheduled"
