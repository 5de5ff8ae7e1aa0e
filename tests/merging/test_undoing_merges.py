"""Undoing a merge, for 30 days: everything goes back, unless something since is in the way."""

import io
from collections.abc import Callable
from datetime import timedelta

import pytest
from merged_clients import JANE, JANET, begin_card, dump, merged, named, refused, sound, undo

from app import clock
from app.accounts import details
from app.accounts.models import Client
from app.audit.actions import HELIOS
from app.db import database
from app.demo.papers import sample_pdf
from app.factory import House
from app.mail.models import Letter
from app.merging import actions, obstacles, rules
from app.merging.models import Merge
from app.messages import actions as messages
from app.messages.actions import Person as Writer
from app.orders.models import Line, Order
from app.projects.models import Project
from app.retention.ages import forget_merges
from app.search.actions import rebuild
from tests.onboarders import Onboarder
from tests.people import People, Person


@pytest.mark.parametrize("choice", [{}, {"name": "other", "phone": "other", "address": "other"}])
@pytest.mark.parametrize("turned", [False, True])
def test_a_merge_and_its_undoing_leave_everything_as_it_was(
    staff: Person, house: House, people: People, two: tuple[Client, Client], choice: dict[str, str], turned: bool
) -> None:
    kept, other = reversed(two) if turned else two
    janet = people.visitor()
    janet.sign_in(other.email)
    before = dump()
    number = merged(staff, kept, other, **choice)
    assert dump() != before
    assert sound(house)
    answer = undo(staff, named(kept.email), number)
    assert answer.status_code == 200, answer.get_json()
    # Who did it is called as everybody here calls them.
    [told] = staff.get(f"/api/admin/clients/{kept.id}/merges").get_json()["items"]
    assert (told["mergedBy"], told["undoneBy"]) == ("Helena Marsh", "Helena Marsh")
    after = dump()
    assert {table for table in before if before[table] != after[table]} == set()
    assert sound(house)
    people.visitor().sign_in(other.email)
    index = database.execute_sql("SELECT rowid FROM search_index('\"janet\"') ORDER BY rowid").fetchall()
    rebuild()
    assert index == database.execute_sql("SELECT rowid FROM search_index('\"janet\"') ORDER BY rowid").fetchall()


def test_what_came_after_stays_unless_it_is_about_what_goes_back(
    staff: Person, house: House, people: People, two: tuple[Client, Client]
) -> None:
    kept, other = two
    theirs = Project.get(Project.client == other)
    number = merged(staff, kept, other)
    people.visitor().book(email=JANE)
    came = Project.select().order_by(Project.id.desc()).first()
    at = {"created_at": clock.now(), "next_attempt_at": clock.now()}
    for name, project in (("theirs", theirs), ("kept", came)):
        plain = {"kind": "x", "recipient": JANE, "subject": name, "text": "", "html": "", "message_id": name}
        Letter.create(dedupe_key=name, client_id=kept.id, project_id=project.id, **plain, **at)
    details.correct(kept.id, {"phone": "0400 333 333"}, clock.now())
    assert undo(staff, kept, number).status_code == 200
    assert Project.get_by_id(theirs.id).client_id == other.id
    assert Project.get_by_id(came.id).client_id == kept.id
    assert Letter.get(Letter.subject == "theirs").client_id == other.id
    assert Letter.get(Letter.subject == "kept").client_id == kept.id
    assert (named(JANE).phone, named(JANET).phone) == ("0400 333 333", "0400 222 222")
    assert sound(house)


def test_what_anybody_typed_with_the_others_address_since_is_in_nobodys_way(
    staff: Person, people: People, house: House, two: tuple[Client, Client]
) -> None:
    kept, other = two
    number = merged(staff, kept, other)
    begun = Project.get_by_id(Onboarder(house, JANET).project)
    typed = begun.client
    assert typed.email == JANET and typed != other
    assert undo(staff, kept, number).status_code == 200
    assert named(JANET) == other and Client.get_or_none(Client.id == typed.id) is None
    begun = Project.get_by_id(begun.id)
    assert (begun.client_id, begun.proved_at) == (other.id, None)
    assert sound(house)


def test_staff_read_before_what_of_the_kept_clients_the_other_will_see(
    staff: Person, people: People, two: tuple[Client, Client]
) -> None:
    kept, other = two
    theirs = Project.get(Project.client == other)
    merged(staff, kept, other)

    def counted() -> tuple[int, int]:
        (shown,) = staff.get(f"/api/admin/clients/{kept.id}/merges").get_json()["items"]
        return shown["documents"], shown["messages"]

    assert counted() == (0, 0)
    messages.send(theirs.id, Writer(client_id=kept.id), "Mine", [], "key")
    jane = people.visitor()
    jane.sign_in(kept.email)
    data = {"file": (io.BytesIO(sample_pdf("Plan")), "Plan.pdf"), "projectId": str(theirs.id)}
    assert jane.browser.post("/api/documents", data=data).status_code == 201
    assert counted() == (1, 1)


def again(kept: Client, other: Client, number: int) -> str:
    actions.undo(kept.id, number, HELIOS, clock.now())
    return rules.UNDONE


def taken(kept: Client, other: Client, number: int) -> str:
    at = {"created_at": clock.now(), "updated_at": clock.now()}
    Client.create(email=JANET, name="Somebody", phone="", proved_at=clock.now(), **at)
    return rules.ADDRESS_TAKEN.format(email=JANET)


def late(kept: Client, other: Client, number: int) -> str:
    Merge.update(merged_at=clock.now() - rules.UNDO_LASTS).execute()
    return rules.TOO_OLD


def paying(kept: Client, other: Client, number: int) -> str:
    return begin_card(kept, other)


def credited(kept: Client, other: Client, number: int) -> str:
    """Jane's booking fee is deducted from what Janet's project costs, and that was paid."""
    at = {"created_at": clock.now(), "updated_at": clock.now()}
    jane, janet = Project.select().order_by(Project.id)
    fee = Order.select().where(Order.project == jane).get()
    deducting = Order.create(
        project=janet,
        visitor_id="x",
        number=2,
        due_on="2030-01-01",
        bill_key="x",
        state="paid",
        paid_at=clock.now(),
        **at,
    )
    Line.create(order=deducting, description="Service", cents=30_000)
    Line.create(order=deducting, description="Booking fee", cents=-25_000, credit_of=fee)
    return rules.CREDITED


@pytest.mark.parametrize("why", [again, taken, late, paying, credited])
def test_what_cannot_be_undone_says_why(
    staff: Person, two: tuple[Client, Client], why: Callable[[Client, Client, int], str]
) -> None:
    number = merged(staff, *two)
    said = why(*two, number)
    assert refused(undo(staff, two[0], number), said)
    shown = staff.get(f"/api/admin/clients/{two[0].id}/merges").get_json()["items"]
    assert [each["refusal"] for each in shown] == [said]


def test_once_the_kept_one_is_merged_again_only_that_one_can_be_undone(
    staff: Person, people: People, house: House, two: tuple[Client, Client]
) -> None:
    kept, other = two
    people.client("third@example.com")
    first = merged(staff, kept, other)
    second = merged(staff, named("third@example.com"), named(JANE))
    third = named("third@example.com")
    assert undo(staff, kept, first).status_code == 404
    assert obstacles.of_undoing(Merge.get_by_id(first), clock.now()) == rules.NOT_ANY_MORE
    assert undo(staff, third, second).status_code == 200
    assert undo(staff, named(JANE), first).status_code == 200
    assert [Project.select().where(Project.client == each).count() for each in (kept, other, third)] == [1, 1, 1]
    assert sound(house)


def test_after_thirty_days_what_moved_is_forgotten(staff: Person, two: tuple[Client, Client]) -> None:
    merged(staff, *two)
    assert forget_merges(clock.now() + rules.UNDO_LASTS - timedelta(minutes=1)) == 0
    assert forget_merges(clock.now() + rules.UNDO_LASTS) == 1
    row = Merge.get()
    assert (row.former, row.moved, row.taken, row.other_name) == ("", "", "", "Janet Doe")
    assert forget_merges(clock.now() + rules.UNDO_LASTS) == 0
