"""What a stranger types about a client stays with staff, and the address with what it was typed for."""

import io
import json
import zipfile
from typing import Any

import pytest

from app import clock
from app.accounts import email_change
from app.accounts.models import Client
from app.alerts.models import Alert
from app.mail.models import LetterStatus
from app.mail.rules import is_held_back
from app.payments import transfers
from app.projects.models import Project
from app.proofs.persons import submitter
from tests.onboarders import DETAILS, Onboarder
from tests.payments.banking import payments_of
from tests.people import People, Person
from tests.proofs.strangers import by_transfer, letters, submit, token_of

pytestmark = pytest.mark.usefixtures("watch")
AMELIA, NEW = "amelia@example.com", "amelia.hart@example.org"
EVE = {"fullName": "Eve As Amelia", "phone": "0400 666 666", "address": "6 Evil Street"}


def told(client: Person) -> list[dict[str, Any]]:
    """What the client's own data say that was told about each project, the newest last."""
    archive = zipfile.ZipFile(io.BytesIO(client.get("/api/client/data.zip").data))
    return [each["told"][0] for each in json.loads(archive.read("Your data.json"))["aboutEachProject"]]


@pytest.mark.spec("R-01")
def test_the_clients_own_data_hold_no_details_that_were_never_theirs(people: People, amelia: Person) -> None:
    people.visitor().book(email=AMELIA, **EVE)
    first, second = told(amelia)
    assert (first["full_name"], first["phone"]) == ("Amelia Hart", "0400 123 456")
    assert not {"full_name", "phone", "address"} & set(second)
    assert (second["email"], second["project_type"]) == (AMELIA, "new_home")
    assert submitter(Project.select().order_by(Project.id.desc()).get()).phone == EVE["phone"]


def test_what_the_client_was_called_before_and_typed_signed_in_is_theirs(amelia: Person) -> None:
    assert amelia.browser.patch("/api/client/details", json={"phone": "0400 999 888"}).status_code == 200
    submit(amelia, email=AMELIA)
    first, second = told(amelia)
    assert first["phone"] == "0400 123 456"
    assert (second["name"], second["phone"]) == (DETAILS["name"], DETAILS["phone"])


@pytest.mark.spec("R-01")
def test_the_confirmation_greets_a_known_client_by_their_own_name_and_holds_nothing_typed(
    people: People, amelia: Person
) -> None:
    people.visitor().book(files=2, email=AMELIA, **EVE)
    first, second = letters("booking_confirmed")
    assert "Dear Amelia Hart," in first.text and "Plan 1.pdf" in first.text and "12 Forest Road" in first.text
    assert "Dear Amelia Hart," in second.text and "2 documents" in second.text
    assert not [typed for typed in ("Eve", "Evil", "0400 666", "Plan 1") if typed in second.text + second.html]


def test_a_first_client_is_greeted_as_whoever_paid_and_not_as_a_stranger_had_typed(people: People) -> None:
    submit(people.visitor(), email="ann@example.com", name="Mallory")
    people.visitor().book(email="ann@example.com", fullName="Ann Truly")
    (letter,) = letters("booking_confirmed")
    assert "Dear Ann Truly," in letter.text and "Mallory" not in letter.text


def test_success_shows_the_client_their_own_name(people: People, amelia: Person) -> None:
    visitor = people.visitor()
    visitor.book(email=AMELIA, **EVE)
    project = Project.select().order_by(Project.id.desc()).get().id
    path = f"/api/bookings/confirmation?projectId={project}"
    assert amelia.get(path).get_json()["booking"]["fullName"] == "Amelia Hart"
    assert visitor.get(path).get_json()["booking"]["fullName"] == EVE["fullName"]


@pytest.mark.parametrize(
    ("kind", "proved", "known", "sent", "held"),
    [
        ("transfer_details", False, True, 0, False),
        ("transfer_details", False, True, 1, True),
        ("transfer_details", False, False, 1, True),  # as a known one, or the page would tell which it is
        ("transfer_details", True, False, 9, False),
        ("hold_expired", False, True, 1, True),
        ("other_price_received", False, True, 9, False),
    ],
)
def test_how_many_letters_a_known_address_gets(kind: str, proved: bool, known: bool, sent: int, held: bool) -> None:
    assert is_held_back(kind, proved, known, sent) is held


@pytest.mark.parametrize("address", [AMELIA, "nobody@nowhere.example"])
@pytest.mark.parametrize("own", [True, False])
def test_an_address_gets_one_transfer_letter_a_day_whether_or_not_it_is_known_and_staff_see_the_rest(
    people: People, amelia: Person, address: str, own: bool
) -> None:
    """What the page says of it does not tell whether the address is a client's, nor what that client did today."""
    if own and address == AMELIA:
        mine = Onboarder(people.house, email=AMELIA)
        by_transfer(mine, time=4)
        assert people.staff().post(f"/api/admin/projects/{mine.project}/confirm-client").status_code == 200
    for number in range(3):
        stranger = Onboarder(people.house, email=address)
        by_transfer(stranger, time=number + 1)
        shown = stranger.checkout()["bank"]
        assert (shown["reference"], shown["byEmail"]) == (f"HPM-{stranger.project}", number == 0)
    states = [letter.status for letter in letters("transfer_details")]
    assert states[-3:] == [LetterStatus.QUEUED, LetterStatus.FAILED, LetterStatus.FAILED]
    assert Alert.select().where(Alert.kind == "mail.held_back").count() == 1


def change_address(people: People) -> None:
    """Amelia signs in with another address from now on, as both mailboxes have said."""
    client = Client.get(Client.email == AMELIA)
    email_change.ask(client.id, NEW, "first", clock.now())
    for kind in ("email_change_old", "email_change_new"):
        token = letters(kind)[-1].text.split("/client-portal/email?token=")[1].split()[0]
        email_change.answer(token, True, clock.now())
    assert Client.get_by_id(client.id).email == NEW


@pytest.mark.spec("R-01")
def test_a_typed_address_stays_with_what_it_was_typed_for(people: People, amelia: Person) -> None:
    stranger = Onboarder(people.house, email=AMELIA)
    assert stranger.take(stranger.times()[1]["id"]).status_code == 200
    unfinished = people.visitor()
    intake = unfinished.post("/api/clients", {**DETAILS, "email": AMELIA}).get_json()["id"]
    question = token_of(letters()[0])
    change_address(people)
    assert stranger.post(f"/api/projects/{stranger.project}/bank-transfer").status_code == 200
    body = {"clientId": intake, "serviceType": "scope_tender"}
    assert unfinished.post("/api/projects", body).status_code == 201
    assert {letter.recipient for letter in letters("transfer_details")} == {AMELIA}
    assert not [letter for letter in letters() if letter.recipient == NEW]
    lines = people.staff().get("/api/admin/consultations").get_json()["items"]
    (line,) = [each for each in lines if each["projectId"] == stranger.project]
    assert (line["email"], line["ownership"]["email"]) == (AMELIA, AMELIA)
    # Whoever reads that address may still say no.
    told_no = people.visitor().post("/api/ownership/answer", {"token": question, "answer": "no"})
    assert told_no.get_json()["state"] == "no"
    assert Project.select().where(Project.client == Client.get(Client.email == NEW)).count() == 1


def test_who_pays_for_it_becomes_a_client_of_their_own(people: People, amelia: Person) -> None:
    stranger = Onboarder(people.house, email=AMELIA)
    by_transfer(stranger)
    change_address(people)
    transfers.receive(payments_of(stranger.project).get().id, "helena")
    other = Project.get_by_id(stranger.project).client
    assert (other.email, other.name, other.has_sign_in) == (AMELIA, "Ann Lee", True)


def test_a_change_without_anything_unproved_makes_nobody(people: People, amelia: Person) -> None:
    before = Client.select().count()
    change_address(people)
    assert Client.select().count() == before
