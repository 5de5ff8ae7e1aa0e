"""Lists are searched with the help of the index: it spares reading all, and finds nothing else than that would."""

from collections.abc import Mapping

import pytest

from app.accounts.models import Client
from app.booking.models import Booking
from app.db import write
from app.documents.models import Document
from app.projects.models import Project
from app.search import models as search
from app.search.rules import sieve
from tests.onboarders import Onboarder
from tests.people import People, Person

NAMES = ("Zoë Ångström", 'O\'Brien "Bob" Lee', "100% Sure_Thing", "Ann  Twospaces", "李 明華 Chen")
WORDS = (
    *("zoë", "ZOË", "Zoe", "ngstr", "o'brien", '"bob"', "0%", "100%", "sure_t", "sureXt", "n  two", "n two", "明華 c"),
    *("zoe\u0308", "lee", "le", "e", "0400 1", "0400123", "plan", "Plan.pdf", "HPM-2", "2", "forest road", "nobody"),
    *("example.com", "hurstville", "the wall", "AND", "wall* OR", "'; --"),
)


@pytest.fixture
def staff(people: People) -> Person:
    """A member of staff of a firm whose clients have unusual names, papers and submissions."""
    people.client(files=2)
    Onboarder(people.house)
    for number, name in enumerate(NAMES):
        people.visitor().book(files=1, email=f"c{number}@example.com")
        project = Project.select().order_by(Project.id.desc()).get()
        with write():
            Client.update(name=name).where(Client.id == project.client_id).execute()
            Booking.update(full_name=name, address=f"{number} Forest Road").where(
                Booking.project == project.id
            ).execute()
            Document.update(file_name=f"Plan of {name}.pdf").where(Document.project_id == project.id).execute()
    return people.staff()


def listed(staff: Person, words: str, sort: str = "newest") -> Mapping[str, tuple[int, list[int]]]:
    """How many rows of each list hold the words, and which."""
    found = {}
    for what, key in (("projects", "projectId"), ("documents", "id")):
        answer = staff.browser.get(f"/api/admin/{what}", query_string={"search": words, "sort": sort})
        assert answer.status_code == 200, answer.get_json()
        told = answer.get_json()
        found[what] = told["total"], [item[key] for item in told["items"]]
    return found


@pytest.mark.parametrize("sort", ["newest", "name"])
def test_the_index_finds_what_reading_all_does(staff: Person, monkeypatch: pytest.MonkeyPatch, sort: str) -> None:
    quickly = {words: listed(staff, words, sort) for words in WORDS}
    with monkeypatch.context() as through:
        through.setattr(search, "FEW", -1)
        assert {words: listed(staff, words, sort) for words in WORDS} == quickly
    assert quickly["ZOË"]["documents"][0] == 0  # LIKE knows capitals of plain letters alone
    assert all(total for total, _ in quickly["ngstr"].values())


def test_without_a_row_in_the_index_it_does_not(staff: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    search.database.execute_sql("INSERT INTO search_index (search_index) VALUES ('delete-all')")
    assert listed(staff, "ngstr")["documents"][0] == 0
    monkeypatch.setattr(search, "FEW", -1)
    assert listed(staff, "ngstr")["documents"][0] == 1


@pytest.mark.parametrize(
    ("words", "expression"),
    [
        ("wall", '"wall"'),
        ('a "b"', '"a ""b"""'),
        ("le", '" le"'),
        ("l", ""),
        ("", ""),
        ("zoe\u0308", ""),
        ("a\nb c", ""),
    ],
)
def test_the_index_is_asked_what_it_can_say(words: str, expression: str) -> None:
    assert sieve(words) == expression
