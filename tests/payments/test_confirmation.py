"""What /success tells, and to whom."""

import re

import pytest

from app import clock
from app.accounts import credentials as accounts
from app.documents.models import Document
from app.mail.models import Letter
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import PASSWORD, People, Person


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
