"""What /success tells, and to whom."""

import re
from datetime import timedelta

import pytest

from app import clock
from app.access import Caller
from app.accounts import credentials as accounts
from app.accounts.models import Client as Account
from app.booking.confirmation import confirmation
from app.consultations.confirmed import moving_said
from app.documents.models import Document
from app.mail.models import Letter
from app.projects.models import Project
from app.slots import actions as slots
from tests.consultations.scheduled import Client
from tests.onboarders import Onboarder
from tests.people import PASSWORD, People, Person
from tests.watch import Watch


@pytest.mark.spec("R-01")
def test_names_of_a_clients_files_are_shown_to_the_client_alone(people: People) -> None:
    slots.generate(clock.now())
    ann = Onboarder(people.house)
    assert ann.attach().status_code == 201
    ann.take(ann.times()[1]["id"])
    ann.pay()
    client = people.visitor()
    accounts.set_client_password("ann@example.com", PASSWORD)
    client.sign_in("ann@example.com")
    Document.update(file_name="Begun.pdf").execute()
    client.project = ann.project
    assert Onboarder.attach(client).status_code == 201
    path = f"/api/bookings/confirmation?projectId={ann.project}"
    assert ann.get(path).get_json()["booking"]["files"] == ["Begun.pdf"]
    assert client.get(path).get_json()["booking"]["files"] == ["Begun.pdf", "Plan.pdf"]


@pytest.mark.spec("U-01", "L-02")
@pytest.mark.parametrize(
    ("where", "password", "named", "latest", "checkout"),
    [
        ("own browser", None, "paid", "none", 200),
        ("own browser", "temporary", "paid", "none", 200),
        ("other browser", None, "none", "none", 404),
        ("other browser", "temporary", 403, "none", 403),
        ("other browser", "lasting", "paid", "none", 200),
        ("other browser", "temporary, of somebody else", 403, "none", 403),
        ("other browser", "lasting, of somebody else", "none", "none", 404),
    ],
)
def test_who_is_shown_a_booking_and_who_must_choose_a_password_first(
    people: People, where: str, password: str | None, named: str | int, latest: str, checkout: int
) -> None:
    slots.generate(clock.now())
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    ann.pay()
    people.visitor().book(email="bea@example.com")
    person = ann if where == "own browser" else people.visitor()
    if password is not None:
        sign_in(person, "bea@example.com" if "somebody" in password else "ann@example.com", "lasting" in password)
    shown = person.get(f"/api/bookings/confirmation?projectId={ann.project}")
    assert (shown.get_json()["state"] if shown.status_code == 200 else shown.status_code) == named
    if shown.status_code == 403:
        assert shown.get_json()["message"] == "Please choose a new password first."
    assert person.get("/api/bookings/confirmation").get_json()["state"] == latest
    assert person.get(f"/api/projects/{ann.project}").status_code == checkout


def sign_in(person: Person, email: str, lasting: bool) -> None:
    """With the temporary password of the letter, or with one of their own."""
    if lasting:
        accounts.set_client_password(email, PASSWORD)
    found = re.search(
        r"\b\w{4}-\w{4}-\w{4}\b", Letter.get(Letter.kind == "credentials", Letter.recipient == email).text
    )
    assert found
    told = {"email": email, "password": PASSWORD if lasting else found.group()}
    assert person.post("/api/client/login", told).status_code == 200


def test_a_consultation_whose_time_has_passed_is_confirmed_no_more_and_the_letter_went_where_it_went(
    people: People, watch: Watch
) -> None:
    amelia = Client.with_time(people, 40)
    path = f"/api/bookings/confirmation?projectId={amelia.project}"
    before = amelia.get(path).get_json()
    assert (before["state"], before["booking"]["calendarUrl"] is None) == ("paid", False)
    sent_to = before["booking"]["sentTo"]
    assert sent_to == before["booking"]["email"] == Letter.get(Letter.kind == "booking_confirmed").recipient
    Account.update(email="new@example.com").execute()
    again = amelia.get(path).get_json()["booking"]
    assert (again["email"], again["sentTo"]) == ("new@example.com", sent_to)
    watch.now = Project.get_by_id(amelia.project).appointment_date + timedelta(hours=1)
    project = Project.get_by_id(amelia.project)
    start = project.appointment_date
    assert moving_said(project, start, start - timedelta(hours=24, minutes=30)) is None
    said = moving_said(project, start, start - timedelta(hours=26))
    assert said is not None and said.startswith("You can move it once, until ")
    after = confirmation(Caller(project.visitor_id, project.client_id), project.id, None)
    assert after.booking is not None
    assert (after.state, after.booking.calendar_url, after.booking.move_note) == ("over", None, None)
