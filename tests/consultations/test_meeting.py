"""How a consultation happens is chosen by its client, and every page, letter and calendar says the same of it."""

from datetime import timedelta
from typing import Any

import pytest
from icalendar import Calendar

from app import clock
from app.audit.models import AuditLine
from app.consultations.meetings import NOT_OFFERED
from app.consultations.notices import Notices
from app.consultations.reminded import remind
from app.consultations.rules import Barrier, way_barrier
from app.mail.models import Letter
from app.meeting import Way, meeting
from app.pages.facts import site_facts
from app.phone_calendar.entries import booked
from app.projects.actions import note_proof
from app.projects.models import HistoryLine, Project
from app.projects.rules import ProjectStatus, Proof
from app.slots import actions as slots
from tests.consultations.scheduled import Client
from tests.firms import Configured
from tests.onboarders import Onboarder
from tests.people import VISA, People
from tests.watch import Watch

OFFICE, ROOM = "Level 2, 12 Forest Road, Hurstville", "https://meet.example/helios"
ALL: dict[str, Any] = {"consultations": {"ways": ["phone", "video", "place"], "place": OFFICE, "video": ROOM}}
NUMBER = "0400 123 456"
LINK_COMES = "We meet by video. We email you the link before we meet."


@pytest.fixture
def amelia(people: People, watch: Watch, configured: Configured) -> Client:
    """She has a consultation some days ahead, of a firm that meets its clients in every way."""
    configured("demo", ALL)
    return Client.with_time(people, 40)


def choose(client: Client, way: str) -> tuple[int, str]:
    """Ask for another way; the status and the message."""
    answer = client.post(f"/api/projects/{client.project}/meeting", {"way": way})
    return answer.status_code, answer.get_json().get("message", "")


def event(calendar: str) -> Any:
    """The appointment of a calendar file."""
    (found,) = Calendar.from_ical(calendar).walk("VEVENT")
    return found


def last(kind: str) -> Letter:
    """The newest letter of a kind."""
    letter: Letter = Letter.select().where(Letter.kind == kind).order_by(Letter.id.desc()).get()
    return letter


TYPED = "We call you on 0400 111 222. If you have a profile with us already, we call the number there."


@pytest.mark.parametrize(
    ("way", "told", "label", "said", "location"),
    [
        ("phone", (NUMBER, "", ""), "By phone", f"We call you on {NUMBER}.", f"Phone call to {NUMBER}"),
        ("phone", ("", OFFICE, ROOM), "By phone", "We call you on the number you gave us.", "Phone call"),
        (
            "video",
            (NUMBER, "", ""),
            "By video",
            LINK_COMES,
            "Video call",
        ),
        ("video", ("", "", ROOM), "By video", f"We meet by video: {ROOM}", ROOM),
        ("place", (NUMBER, OFFICE, ROOM), "In person", f"We meet at {OFFICE}.", OFFICE),
        ("place", ("", "", ""), "In person", "We meet in person. We tell you where before we meet.", "In person"),
    ],
)
def test_each_way_has_its_words(way: Way, told: tuple[str, str, str], label: str, said: str, location: str) -> None:
    found = meeting(way, *told)
    assert (found.way, found.label, found.said, found.location) == (way, label, said, location)
    number = f" on {told[0]}" if way == "phone" and told[0] else ""
    assert found.for_staff == f"{label}{number}"


@pytest.mark.parametrize(
    ("status", "ahead", "barrier"),
    [
        (ProjectStatus.SCHEDULED, timedelta(hours=24), None),
        (ProjectStatus.SCHEDULED, timedelta(hours=24, seconds=-1), Barrier.NEAR),
        (ProjectStatus.SCHEDULED, timedelta(0), Barrier.OVER),
        (ProjectStatus.IN_PROGRESS, timedelta(days=9), None),
        (ProjectStatus.IN_PROGRESS, timedelta(hours=23), Barrier.NEAR),
        (ProjectStatus.CANCELLED, timedelta(days=9), Barrier.CLOSED),
        (ProjectStatus.INQUIRY, None, None),
        (ProjectStatus.COMPLETED, None, Barrier.CLOSED),
    ],
)
def test_a_client_may_choose_until_a_day_before(
    status: ProjectStatus, ahead: timedelta | None, barrier: Barrier | None, watch: Watch
) -> None:
    start = None if ahead is None else watch.now + ahead
    assert way_barrier(status, start, False, watch.now) is barrier
    assert way_barrier(status, start, True, watch.now) is Barrier.REFUNDED


@pytest.mark.parametrize(
    ("way", "said", "location"),
    [
        ("phone", f"We call you on {NUMBER}.", f"Phone call to {NUMBER}"),
        ("video", f"We meet by video: {ROOM}", ROOM),
        ("place", f"We meet at {OFFICE}.", OFFICE),
    ],
)
def test_page_letter_reminder_calendar_and_staff_say_the_same(
    people: People, configured: Configured, watch: Watch, way: str, said: str, location: str
) -> None:
    configured("demo", ALL)
    client = people.client()
    amelia = Client(people.house)
    amelia.browser, amelia.project = client.browser, Project.get().id
    assert choose(amelia, way) == (200, "")
    # Nothing is confirmed yet, so that nobody is written to.
    told = ("consultation_meets_otherwise", "staff_consultation_changed")
    assert not Letter.select().where(Letter.kind.in_(told)).exists()
    slot = amelia.free()[40]
    assert amelia.browser.patch(f"/api/slots/{slot}/book", json={"projectId": amelia.project}).status_code == 200
    letter = last("consultation_moved")
    assert said in letter.text
    found = event(letter.calendar)
    assert (str(found["location"]), found["dtend"].dt - found["dtstart"].dt) == (location, timedelta(minutes=45))
    assert said in str(found["description"])
    filed = amelia.get(f"/api/projects/{amelia.project}/consultation.ics").get_data(as_text=True)
    assert str(event(filed)["location"]) == location
    shown = amelia.appointment()
    assert (shown["meeting"]["said"], shown["meeting"]["location"], shown["wayRefusal"]) == (said, location, None)
    for path in (f"/api/bookings/confirmation?projectId={amelia.project}", f"/api/projects/{amelia.project}"):
        told = amelia.get(path).get_json()
        assert told.get("booking", told)["meeting"] == shown["meeting"]
    for_staff = f"By phone on {NUMBER}" if way == "phone" else shown["meeting"]["label"]
    assert for_staff in last("staff_consultation_changed").text
    (line,) = people.staff().get("/api/admin/consultations").get_json()["items"]
    assert line["meeting"] == for_staff
    watch.now = Project.get().appointment_date - timedelta(hours=20)
    remind(watch.now)
    assert said in last("reminder").text


def test_staff_read_the_number_that_the_client_is_told_we_call(amelia: Client, people: People) -> None:
    """The client corrects their number once a consultation is agreed: the one given with it is not called any more."""
    changed, staff = "0499 000 111", people.staff()
    assert amelia.browser.patch("/api/client/details", json={"phone": changed}).status_code == 200
    assert amelia.appointment()["meeting"]["said"] == f"We call you on {changed}."
    record = staff.get(f"/api/admin/projects/{amelia.project}").get_json()
    assert (record["client"]["phone"], record["client"]["givenPhone"]) == (changed, NUMBER)
    assert record["time"]["meeting"] == f"By phone on {changed}"
    (line,) = staff.get("/api/admin/consultations").get_json()["items"]
    assert (line["meeting"], line["phone"]) == (f"By phone on {changed}", changed)
    day = clock.in_sydney(Project.get().appointment_date).date().isoformat()
    times = staff.get(f"/api/admin/appointments?first={day}&last={day}").get_json()["times"]
    (whose,) = [each["project"] for each in times if each["project"]]
    assert whose["meeting"] == f"By phone on {changed}"
    filed = event(amelia.get(f"/api/projects/{amelia.project}/consultation.ics").get_data(as_text=True))
    (kept,) = booked(clock.now())
    assert str(filed["location"]) == kept.location == f"Phone call to {changed}"
    assert amelia.move(amelia.free()[30]).status_code == 200
    assert f"By phone on {changed}" in last("staff_consultation_changed").text
    assert f"We call you on {changed}." in last("consultation_moved").text


@pytest.mark.spec("D-08")
def test_a_confirmed_consultation_changes_once_with_one_letter_to_each_side(amelia: Client, watch: Watch) -> None:
    sequence, before = Project.get().calendar_sequence, Letter.select().count()
    assert choose(amelia, "place") == choose(amelia, "place") == (200, "")
    kinds = [letter.kind for letter in Letter.select().order_by(Letter.id)][before:]
    assert kinds == ["consultation_meets_otherwise", "staff_consultation_changed"]
    assert Project.get().calendar_sequence == sequence + 1
    letter = last("consultation_meets_otherwise")
    assert f"We meet at {OFFICE}." in letter.text and event(letter.calendar)["sequence"] == sequence + 1
    assert "In person" in last("staff_consultation_changed").text
    line = AuditLine.select().order_by(AuditLine.id.desc()).get()
    assert (line.actor_kind, line.action, line.detail) == ("client", "change-meeting", "In person")
    assert HistoryLine.select().order_by(HistoryLine.id.desc()).get().actor == "client"
    watch.now = Project.get().appointment_date - timedelta(hours=23)
    amelia.sign_in()
    status, message = choose(amelia, "phone")
    assert status == 409 and "within 24 hours" in message
    assert amelia.appointment()["wayRefusal"] == message
    assert Project.get().meeting_way == "place"


def test_staff_change_it_at_any_hour_and_only_the_client_is_written_to(
    amelia: Client, people: People, watch: Watch
) -> None:
    watch.now = Project.get().appointment_date - timedelta(hours=2)
    before, staff = Letter.select().count(), people.staff()
    for _ in range(2):
        assert staff.post(f"/api/admin/projects/{amelia.project}/meeting", {"way": "video"}).status_code == 200
    assert [letter.kind for letter in Letter.select().order_by(Letter.id)][before:] == ["consultation_meets_otherwise"]
    assert ROOM in last("consultation_meets_otherwise").text


def test_only_what_the_firm_offers_can_be_chosen(amelia: Client, configured: Configured) -> None:
    configured("demo")
    assert choose(amelia, "video") == (409, NOT_OFFERED)
    assert choose(amelia, "fax")[0] == 422


def test_what_was_agreed_stays_until_the_next_time_when_the_firm_offers_something_else(
    amelia: Client, configured: Configured
) -> None:
    assert amelia.appointment()["meeting"]["way"] == "phone"
    configured("demo", {"consultations": {"ways": ["video"]}})
    assert amelia.appointment()["meeting"]["said"] == f"We call you on {NUMBER}."
    assert amelia.move(amelia.free()[30]).status_code == 200
    assert amelia.appointment()["meeting"]["said"] == LINK_COMES
    assert LINK_COMES in last("consultation_moved").text


def test_a_typed_number_is_told_to_its_browser_and_to_no_letter(people: People, configured: Configured) -> None:
    """Somebody types a known client's address with a number of their own: it is theirs and the staff's to read."""
    configured("demo", ALL)
    people.client()
    slots.generate(clock.now())
    stranger = Onboarder(people.house, email="amelia@example.com")
    stranger.take(stranger.times()[3]["id"])
    assert stranger.checkout()["meeting"]["said"] == TYPED
    project = Project.get_by_id(stranger.project)
    assert Notices(project, clock.now()).meeting.said == "We call you on the number you gave us."
    # Once it is hers, her own number is called: the browser that made it learns nothing of that.
    note_proof(project.id, Proof.STAFF, clock.now())
    project = Project.get_by_id(stranger.project)
    assert Notices(project, clock.now()).meeting.said == f"We call you on {NUMBER}."
    assert stranger.checkout()["meeting"]["said"] == TYPED


@pytest.mark.spec("R-01")
@pytest.mark.parametrize("email", ["amelia@example.com", "new@example.com"])
def test_once_it_is_paid_no_answer_tells_the_browser_whether_the_address_was_known_or_its_number(
    people: People, configured: Configured, email: str
) -> None:
    configured("demo", ALL)
    people.client()
    slots.generate(clock.now())
    typing = Onboarder(people.house, email=email)
    typing.take(typing.times()[3]["id"])
    before = typing.checkout()["meeting"]["said"]
    people.house.sandbox.confirm(intent := typing.begin_card(), card=VISA)
    assert typing.settle(intent) == "paid"
    booking = typing.get(f"/api/bookings/confirmation?projectId={typing.project}").get_json()["booking"]
    assert (typing.checkout()["meeting"]["said"], booking["meeting"]["said"], before) == (TYPED,) * 3
    filed = typing.get(f"/api/projects/{typing.project}/consultation.ics").get_data(as_text=True)
    assert (str(event(filed)["location"]), TYPED in str(event(filed)["description"])) == ("Phone call", True)
    # The client's own letter names the number that we call.
    assert "We call you on 0400" in last("consultation_confirmed").text


def test_the_link_of_a_video_call_is_told_with_a_confirmed_time_only(people: People, configured: Configured) -> None:
    configured("demo", ALL)
    slots.generate(clock.now())
    ann = Onboarder(people.house, email="ann@example.com")
    assert ann.post(f"/api/projects/{ann.project}/meeting", {"way": "video"}).status_code == 200
    ann.take(ann.times()[3]["id"])
    shown = ann.get(f"/api/projects/{ann.project}").get_json()["meeting"]
    assert (shown["way"], shown["said"]) == ("video", LINK_COMES)
    facts = site_facts({"mode": "none", "scriptUrl": "", "publishableKey": ""})
    assert ROOM not in " ".join(facts.values())
    assert (facts["meeting.ways"], facts["meeting.place"]) == ("phone video place", f"We meet at {OFFICE}.")
