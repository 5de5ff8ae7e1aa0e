"""The index: kept by every change, emptied by every deletion, mended by being made anew."""

from typing import Any

import pytest

from app import clock
from app.accounts.models import Client
from app.booking.models import Booking
from app.db import database, write
from app.documents.models import Document
from app.messages.models import Message
from app.projects.models import Project
from app.retention import actions as retention
from app.retention.rules import UNPAID_KEPT
from app.search.actions import rebuild
from app.search.models import Kind, find
from app.search.rules import wanted
from tests import databases
from tests.onboarders import Onboarder
from tests.people import People
from tests.watch import Watch

ODD = "Qwzx"


def found(typed: str) -> list[int]:
    return list(find(wanted(typed))[0])


def kinds(typed: str) -> list[Kind]:
    return [hit.kind for hit in find(wanted(typed))[0].values()]


def client(**more: Any) -> Client:
    now = clock.now()
    at = {"created_at": now, "updated_at": now, "proved_at": now}
    told = {"name": "Amelia Hart", "email": f"c{Client.select().count()}@example.com", "phone": "0400 123 456"}
    return Client.create(**{**told, **at, **more})


def project(of: Client) -> Project:
    now = clock.now()
    return Project.create(client=of, service_type="consultation", created_at=now, updated_at=now, proved_at=now)


def write_to(about: Project, text: str) -> Message:
    return Message.create(project=about, text=text, send_key=text, sent_at=clock.now())


@pytest.fixture
def amelia(folder: object) -> Client:
    client(name="Somebody Else", phone="0400 999 999", email="else@example.org")
    return client(company="Hart & Söhne", address_street="12 Forest Road", address_city="Hurstville")


@pytest.mark.spec("A-03")
@pytest.mark.parametrize(
    "typed",
    [
        "amelia",
        "AMELIA HART",
        "hart ame",
        "c1@exam",
        "0400 123 456",
        "0400123456",
        "+61400123456",
        "123 456",
        "12 Forest",
        "forest hurst",
        "sohne",
        "Am",
        "Ha",
        "a",
        "hart & söhne",
    ],
)
def test_a_client_is_found_by_any_part_of_what_is_known(amelia: Client, typed: str) -> None:
    assert amelia.id in found(typed)
    assert Client.get(Client.name == "Somebody Else").id not in found(typed)


@pytest.mark.parametrize(
    "typed", ['"', '" OR "', "hart*", "NEAR(a b)", "-", "%", "__", "'; --", "\x00", "\U0001f600" * 3]
)
def test_no_sign_means_anything_but_itself(amelia: Client, typed: str) -> None:
    assert found(typed) == []


@pytest.mark.spec("A-03")
def test_a_reference_a_document_and_a_message_lead_to_the_client(amelia: Client) -> None:
    about = project(amelia)
    Document.create(
        project_id=about.id,
        file_name="Retaining wall.pdf",
        file_size=1,
        file_type="application/pdf",
        stored_name="a",
        sha256="",
        uploaded_by="client",
        uploaded_at=clock.now(),
    )
    write_to(about, "When may we expect the survey?")
    assert found(f"HPM-{about.id}") == found(f"{about.id}") == [amelia.id]
    assert kinds("taining wa") == [Kind.DOCUMENT]
    assert kinds("survey") == [Kind.MESSAGE]
    assert found("amelia wall survey") == [amelia.id]
    assert found("amelia wall nothing") == []


def test_people_come_before_what_was_written_about_them(amelia: Client) -> None:
    other = client(name="Bo Lind", email="bo@example.com", phone="0400 000 001")
    write_to(project(other), "Amelia told me about you.")
    assert found("amelia") == [amelia.id, other.id]


def test_a_change_is_found_at_once_and_what_was_before_is_not(amelia: Client) -> None:
    Client.update(name=f"{ODD} Stone").where(Client.id == amelia.id).execute()
    assert found(ODD) == [amelia.id]
    assert found("Amelia") == []


def test_a_change_that_is_taken_back_is_not_found(amelia: Client) -> None:
    with pytest.raises(LookupError), write():
        Client.update(name=ODD).where(Client.id == amelia.id).execute()
        raise LookupError
    assert found(ODD) == []
    assert found("Amelia") == [amelia.id]


@pytest.mark.usefixtures("watch")
def test_a_draft_is_nobodys_and_a_booking_its_clients(people: People) -> None:
    visitor = people.visitor()
    visitor.fill_wizard(message=f"A {ODD} on a slope.")
    assert found(ODD) == []
    intent = visitor.start_payment()
    people.house.sandbox.confirm(intent, card="4242424242424242")
    visitor.settle(intent)
    assert found(ODD) == [Client.get().id]
    assert Booking.get().project_id is not None


def left_in_the_index() -> list[tuple[Any, ...]]:
    """What the index itself still holds of the odd name, whatever anybody looks for."""
    with write():
        database.execute_sql("CREATE VIRTUAL TABLE temp.held USING fts5vocab(main, search_index, instance)")
    rows = list(database.execute_sql("SELECT term, doc FROM temp.held WHERE term IN ('qwz', 'wzx')").fetchall())
    with write():
        database.execute_sql("DROP TABLE temp.held")
    return rows


def in_the_file(text: str) -> int:
    """How often a text stands anywhere in the database's pages."""
    databases.settle()
    ((path,),) = database.execute_sql("SELECT file FROM pragma_database_list WHERE name = 'main'").fetchall()
    with open(path, "rb") as file:
        return file.read().count(text.encode())


@pytest.mark.spec("A-08")
def test_what_is_erased_leaves_nothing_in_the_index(people: People, watch: Watch) -> None:
    Onboarder(people.house, email=f"{ODD.lower()}@example.com")
    assert len(found(ODD)) == 1
    assert left_in_the_index() != []
    assert in_the_file("qwz") > 0
    watch.now += 2 * UNPAID_KEPT
    assert retention.erase_abandoned(people.house.gateway, watch.now) == 1
    assert found(ODD) == []
    assert left_in_the_index() == []
    assert in_the_file("qwz") == in_the_file(ODD.lower()) == 0


def test_without_the_secure_option_something_is_left_in_the_file(amelia: Client) -> None:
    with write():
        database.execute_sql("INSERT INTO search_index (search_index, rank) VALUES ('secure-delete', 0)")
    number = client(name=ODD, email="odd@example.com").id
    Client.delete().where(Client.id == number).execute()
    assert found(ODD) == []
    assert in_the_file("qwz") > 0


@pytest.mark.spec("A-08")
def test_made_anew_it_finds_what_it_had_lost(amelia: Client) -> None:
    with write():
        database.execute_sql("INSERT INTO search_index (search_index) VALUES ('delete-all')")
    assert found("amelia") == []
    rebuild()
    rebuild()
    assert found("amelia") == [amelia.id]


def test_a_row_that_is_made_keeps_its_own_number(amelia: Client) -> None:
    assert amelia.id == Client.select().count()
    assert Client.get_by_id(amelia.id).name == "Amelia Hart"


def test_a_common_word_finds_people_first_and_says_that_there_may_be_more(
    amelia: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.search.models.MOST_HITS", 2)
    about = project(client(name="Bo Lind", phone="0400 000 001"))
    for number in range(3):
        write_to(about, f"Hart {number}")
    hits, more = find(wanted("hart"))
    assert (next(iter(hits)), more) == (amelia.id, True)
    assert find(wanted("söhne"))[1] is False
