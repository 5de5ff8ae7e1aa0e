"""After a paid booking its client chooses the consultation's time; of all that a person holds, one time stays."""

import re
from datetime import timedelta

import pytest

from app import clock
from app.consultations.expired import expire_holds
from app.mail.models import Letter
from app.projects.models import HistoryLine, Project
from app.slots import actions as slots
from app.slots.models import Hold
from tests.consultations.scheduled import kinds
from tests.onboarders import Onboarder, moment
from tests.people import People, Person
from tests.watch import Watch


def first_free(person: Person) -> dict[str, object]:
    """The second time that can be booked: the first one ends with the hour."""
    slots.generate(clock.now())
    return dict(person.get("/api/slots/available").get_json()[1])


def shown_on_success(person: Person, project: int) -> tuple[bool, str | None, str | None]:
    """Whether /success asks for a time, the time, and the calendar file."""
    told = person.get(f"/api/bookings/confirmation?projectId={project}").get_json()["booking"]
    return told["choosesTime"], told["consultationSlot"], told["calendarUrl"]


@pytest.mark.spec("B-12")
@pytest.mark.parametrize("where", ["browser", "portal"])
@pytest.mark.parametrize("files", [0, 1])
def test_who_has_paid_a_booking_chooses_its_time_at_once(people: People, where: str, files: int) -> None:
    visitor = people.visitor()
    client = people.client(files=files) if where == "portal" else visitor
    if where == "browser":
        visitor.book(files=files)
    project = Project.get().id
    slot = first_free(client)
    assert shown_on_success(client, project) == (True, None, None)
    answer = client.browser.patch(f"/api/slots/{slot['id']}/book", json={"projectId": project})
    assert (answer.status_code, answer.get_json()["expiresAt"]) == (200, None)
    kept = Project.get()
    assert (kept.status, kept.appointment_date) == ("scheduled", moment(str(slot["date"])))
    assert shown_on_success(client, project) == (False, slot["date"], f"/api/projects/{project}/consultation.ics")
    assert kinds()[-2:] == ["consultation_moved", "staff_consultation_changed"]
    letter = Letter.get(Letter.kind == "consultation_moved")
    assert "Your consultation has its time" in letter.subject and "DTEND" in letter.calendar
    # Pressed again, nothing happens twice.
    before = kinds()
    assert client.browser.patch(f"/api/slots/{slot['id']}/book", json={"projectId": project}).status_code == 200
    assert kinds() == before


@pytest.mark.spec("B-12")
def test_the_confirmation_letter_leads_to_the_choice_and_keeps_the_call_as_the_other_way(people: People) -> None:
    visitor = people.visitor()
    visitor.book()
    project = Project.get().id
    text = " ".join(Letter.get(Letter.kind == "booking_confirmed").text.split())
    assert "or we call you within 24 hours" in text
    assert re.search(rf"Choose your time: \S+/success\?projectId={project} ", text)
    assert "Consultation booked" not in text
    # The link alone shows nothing: it opens for the browser that booked, and after signing in.
    path = f"/api/bookings/confirmation?projectId={project}"
    assert [person.get(path).get_json()["state"] for person in (people.visitor(), visitor)] == ["none", "paid"]


def test_staff_find_whoever_has_paid_and_has_no_time_first(people: People) -> None:
    people.visitor().book()
    (line,) = people.staff().get("/api/admin/consultations").get_json()["items"]
    assert (line["projectId"], line["lacksTime"], line["start"]) == (Project.get().id, True, None)


def onboarding(people: People, signed_in: bool) -> Onboarder:
    """Somebody with Ann's address starts a service in a browser of their own and holds a time."""
    ann = Onboarder(people.house, email="ann@example.com")
    if signed_in:
        ann.sign_in("ann@example.com")
    ann.project = ann.make_project("scope_tender")
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    return ann


@pytest.mark.parametrize("signed_in", [True, False])
def test_an_earlier_hold_goes_with_the_payment_where_it_is_known_to_be_the_same_persons(
    people: People, signed_in: bool
) -> None:
    """Whoever typed the address elsewhere without signing in may be anybody: that hold ends by itself."""
    people.client("ann@example.com")
    slots.generate(clock.now())
    earlier, later = onboarding(people, signed_in), onboarding(people, signed_in=True)
    later.pay()
    assert (Hold.of_project(earlier.project) is None) == signed_in
    notes = [line.note for line in HistoryLine.select().where(HistoryLine.project == earlier.project)]
    assert (f"Its time was freed: HPM-{later.project} has one instead" in notes) == signed_in
    assert "hold_expired" not in kinds()


@pytest.mark.parametrize("has_one", [True, False])
def test_who_has_a_consultation_by_now_is_not_told_that_an_earlier_time_is_free_again(
    people: People, watch: Watch, has_one: bool
) -> None:
    people.client("ann@example.com")
    slots.generate(watch.now)
    earlier, later = onboarding(people, signed_in=False), onboarding(people, signed_in=True)
    if has_one:
        later.pay()
    watch.now += timedelta(minutes=31)
    assert expire_holds(watch.now) == 2 - has_one
    assert Hold.of_project(earlier.project) is None
    told = [letter.text for letter in Letter.select().where(Letter.kind == "hold_expired")]
    assert len(told) == 2 - 2 * has_one
    assert all(f"HPM-{ann.project}" in " ".join(told) for ann in (earlier, later) if told)
