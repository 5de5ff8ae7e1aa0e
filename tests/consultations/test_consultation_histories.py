"""Thousands of histories of hold, pay by card, transfer or credit, decline, change, refund, expire, cancel and move,
by staff and by clients.

No time ever has two owners, nobody has paid without having a time or being somebody's task, no project counts as
paid without its price, and a credit is neither lost nor used twice.
"""

import os
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from peewee import SQL

from app import db
from app.consultations import by_client, paid
from app.consultations.notices import Notices
from app.factory import House
from app.meeting import Way
from app.messages import notices
from app.orders import actions as orders
from app.orders import credit, fulfil
from app.orders.models import Line, Order
from app.orders.rules import Standing
from app.projects.rules import PaymentStatus
from app.rows import Prepared, these
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.consultations.town import PEOPLE, SERVICES, TIMES, Town
from tests.stories import lasting

HISTORIES = int(os.environ.get("HELIOS_TEST_CONSULTATIONS", "250"))
# A card's hold lasts two quarters of an hour; a transfer's ends within a fortnight, at Christmas too; all times are
# three weeks ahead.
FORTNIGHT = 14 * 24 * 4
QUARTERS = (1, 2, 3, FORTNIGHT)

who, when = st.integers(0, PEOPLE - 1), st.integers(0, TIMES - 1)
WAYS: tuple[Way, ...] = ("phone", "video", "place")
FIRM = {"consultations": {"ways": list(WAYS), "place": "12 Forest Road, Hurstville"}}
ALONE = ("open", "pay", "decline", "late", "settle", "transfer", "receive", "confirm", "refund", "cancel")
PAPERS = ("send", "report", "renew")
WORDS = ("write", "answer", "read", "catch_up")
BILLS = ("bill", "collect", "unbill")
MONEY = ("part", "rest", "mistake", "give", "returned", "settle")
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("hold"), who, when),
        st.tuples(st.just("hold"), who, when),
        st.tuples(st.sampled_from(ALONE), who),
        st.tuples(st.sampled_from(ALONE), who),
        st.tuples(st.sampled_from(MONEY), who),
        st.tuples(st.sampled_from(PAPERS), who),
        st.tuples(st.sampled_from(WORDS), who),
        st.tuples(st.sampled_from(BILLS), who),
        st.tuples(st.just("change"), who, st.sampled_from(SERVICES)),
        st.tuples(st.just("expire"), st.sampled_from(QUARTERS)),
        st.tuples(st.sampled_from(("move", "shift")), who, when),
        st.tuples(st.sampled_from(("release", "withdraw")), who),
        st.tuples(st.just("meet"), who, st.sampled_from(WAYS)),
        st.tuples(st.just("choose"), when),
    ),
    min_size=3,
    max_size=14,
)


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with lasting(tmp_path_factory.mktemp("consultations"), FIRM) as house:
        yield house


def in_the_end(here: Town) -> list[str]:
    """What is wrong once everything that was charged or given back has been heard of."""
    for person in range(PEOPLE):
        here.play(("settle", person))
    return wrong(here) + here.unserved()


def wrong(here: Town) -> list[str]:
    """What is wrong at any moment."""
    told = here.misfiled() + here.unheard() + here.mistold()
    return here.shared() + here.mispaid() + here.lost_credit() + told


@settings(max_examples=HISTORIES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(acts=ACTS)
@example(acts=[("hold", 0, 0), ("pay", 0), ("expire", 3), ("hold", 1, 0), ("settle", 0)])
@example(acts=[("hold", 2, 0), ("pay", 2), ("settle", 2), ("write", 2), ("expire", 1), ("write", 2), ("expire", 3)])
@example(acts=[("hold", 2, 0), ("pay", 2), ("answer", 2), ("expire", 1), ("read", 2), ("answer", 2), ("expire", 1)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("expire", FORTNIGHT), ("hold", 1, 0), ("receive", 0)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("pay", 0), ("settle", 0), ("receive", 0)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("pay", 0), ("receive", 0), ("settle", 0)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("cancel", 0), ("receive", 0), ("move", 1, 0)])
@example(acts=[("hold", 0, 0), ("change", 0, SERVICES[0]), ("open", 0), ("change", 0, SERVICES[2]), ("late", 0)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("change", 0, "premium_advisory"), ("transfer", 0), ("receive", 0)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("open", 0), ("receive", 0), ("decline", 0), ("settle", 0), ("pay", 0)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("pay", 0), ("settle", 0), ("receive", 0), ("refund", 0)])
@example(acts=[("hold", 0, 0), ("open", 0), ("cancel", 0), ("late", 0)])
@example(acts=[("send", 0), ("hold", 0, 0), ("pay", 0), ("settle", 0), ("send", 0), ("report", 0), ("cancel", 0)])
@example(acts=[("hold", 2, 0), ("open", 2), ("expire", 3), ("hold", 3, 1), ("pay", 3)])
@example(acts=[("hold", 2, 0), ("transfer", 2), ("expire", FORTNIGHT), ("hold", 3, 1), ("pay", 3), ("receive", 2)])
@example(acts=[("hold", 2, 0), ("pay", 2), ("settle", 2), ("refund", 2), ("settle", 2), ("hold", 3, 1), ("pay", 3)])
@example(acts=[("hold", 2, 0), ("change", 2, "consultation"), ("confirm", 2), ("hold", 3, 1), ("pay", 3)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("part", 0), ("rest", 0), ("rest", 0)])
@example(acts=[("hold", 2, 0), ("transfer", 2), ("part", 2), ("cancel", 2), ("rest", 2)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("receive", 0), ("send", 0), ("mistake", 0), ("receive", 0)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("receive", 0), ("mistake", 0), ("expire", FORTNIGHT), ("hold", 1, 0)])
@example(acts=[("hold", 2, 0), ("transfer", 2), ("part", 2), ("rest", 2), ("mistake", 2), ("mistake", 2), ("rest", 2)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("pay", 0), ("settle", 0), ("receive", 0), ("mistake", 0)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("receive", 0), ("bill", 0), ("collect", 0), ("mistake", 0)])
@example(acts=[("hold", 2, 0), ("rest", 2), ("mistake", 2), ("pay", 2), ("settle", 2), ("cancel", 2), ("mistake", 2)])
@example(acts=[("hold", 0, 0), ("pay", 0), ("settle", 0), ("give", 0), ("settle", 0), ("returned", 0), ("settle", 0)])
@example(acts=[("hold", 2, 0), ("pay", 2), ("refund", 2), ("settle", 2), ("hold", 3, 1), ("pay", 3), ("returned", 2)])
@example(acts=[("hold", 0, 0), ("pay", 0), ("settle", 0), ("bill", 0), ("collect", 0), ("give", 0), ("unbill", 0)])
@example(acts=[("hold", 0, 0), ("pay", 0), ("settle", 0), ("bill", 0), ("unbill", 0), ("collect", 0), ("bill", 0)])
@example(acts=[("hold", 2, 0), ("pay", 2), ("settle", 2), ("refund", 2), ("settle", 2), ("bill", 2), ("hold", 3, 1)])
@example(
    acts=[("choose", 0), ("hold", 0, 1), ("pay", 0), ("settle", 0), ("shift", 0, 0), ("shift", 0, 2), ("shift", 0, 3)]
)
@example(acts=[("hold", 0, 0), ("pay", 0), ("settle", 0), ("withdraw", 0), ("hold", 1, 0), ("pay", 1), ("refund", 0)])
@example(
    acts=[("hold", 0, 0), ("transfer", 0), ("part", 0), ("shift", 0, 1), ("rest", 0), ("move", 0, 0), ("withdraw", 0)]
)
@example(
    acts=[("hold", 0, 0), ("pay", 0), ("settle", 0), ("release", 0), ("hold", 0, 1), ("release", 0), ("cancel", 0)]
)
@example(acts=[("hold", 2, 0), ("pay", 2), ("settle", 2), ("meet", 2, "place"), ("release", 2), ("meet", 2, "video")])
@example(
    acts=[
        ("hold", 0, 0),
        ("pay", 0),
        ("settle", 0),
        ("report", 0),
        ("renew", 0),
        ("meet", 0, "video"),
        ("shift", 0, 1),
    ]
)
def test_whatever_happens_nobody_shares_a_time_and_nobody_pays_for_nothing(
    town: House, acts: list[tuple[Any, ...]]
) -> None:
    here = Town(town)
    for act in acts:
        here.play(act)
        assert wrong(here) == []
    assert in_the_end(here) == []


def test_with_the_guard_off_a_time_gets_two_owners(town: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control of the comparison above."""
    here = Town(town)

    def unguarded(slot_id: int, project_id: int, release: Hold | None, now: object) -> bool:
        db.database.execute_sql("DROP INDEX IF EXISTS slot_holds_one_per_slot")
        Slot.update(is_booked=True, project_id=project_id).where(Slot.id == slot_id).execute()
        return True

    monkeypatch.setattr(slots, "claim", unguarded)
    here.play(("hold", 0, 0))
    here.play(("hold", 1, 0))
    assert here.shared() != []
    Hold.update(released_at=here.now).execute()
    db.database.execute_sql(
        "CREATE UNIQUE INDEX slot_holds_one_per_slot ON slot_holds (slot_id) WHERE released_at IS NULL"
    )


def test_without_the_task_a_paid_client_without_a_time_is_noticed(town: House, monkeypatch: pytest.MonkeyPatch) -> None:
    here = Town(town)
    monkeypatch.setattr(paid, "tell_staff", lambda *told, **more: None)
    monkeypatch.setattr("tests.consultations.town.waits", lambda *_: False)  # nor is it on their list
    for act in (("hold", 0, 0), ("pay", 0), ("expire", 3), ("hold", 1, 0), ("settle", 0)):
        here.play(act)
    assert here.unserved() == [f"{here.people[0].project} is paid, has no time, and nobody knows"]


def test_without_the_letter_a_consultation_that_is_left_in_the_clients_calendar_is_noticed(
    town: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Town(town)
    monkeypatch.setattr(Notices, "time_given_back", lambda *told: None)
    for act in (("hold", 0, 0), ("pay", 0), ("settle", 0), ("release", 0)):
        here.play(act)
    (fault,) = here.mistold()
    assert "is in its client's calendar at" in fault and fault.endswith("and is at None")


def test_without_the_rule_a_second_move_is_noticed(town: House, monkeypatch: pytest.MonkeyPatch) -> None:
    acts = [("hold", 0, 0), ("pay", 0), ("settle", 0), ("shift", 0, 1), ("shift", 0, 2)]
    here = Town(town)
    for act in acts:
        here.play(act)
    assert here.shared() == []
    monkeypatch.setattr(by_client, "move_barrier", lambda *told: None)
    here.play(("shift", 0, 3))
    assert here.shared() == ["a client's move was made"]


def test_without_the_job_unread_messages_of_which_nobody_is_told_are_noticed(
    town: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = Town(town)
    monkeypatch.setattr(notices, "tell_of", lambda *_: False)
    for act in (("hold", 0, 0), ("pay", 0), ("settle", 0), ("write", 0), ("expire", 1)):
        here.play(act)
    assert here.unheard() == [f"{here.people[0].project}: nobody told staff of 1 messages"]


def played(house: House, *acts: tuple[Any, ...]) -> list[str]:
    """One history, and what is wrong after it."""
    here = Town(house)
    for act in acts:
        here.play(act)
    return [fault.partition(" ")[2] for fault in in_the_end(here)]


def test_where_any_sum_pays_a_project_counts_as_paid_without_its_price(
    town: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = [("change", 0, "consultation"), ("transfer", 0), ("change", 0, "premium_advisory")]
    acts = [("hold", 0, 0), *change, ("receive", 0)]
    assert played(town, *acts) == []
    monkeypatch.setattr(Standing, "total_cents", property(lambda sums: sums.paid_cents))
    assert played(town, *acts) == [
        "is paid, on paper part_paid",
        "shows completed, on paper part_paid",
        "has got less than its price, and nobody knows",
        "is invoiced 300000, on paper 25000",
    ]


def test_without_the_task_a_second_payment_is_noticed(town: House, monkeypatch: pytest.MonkeyPatch) -> None:
    acts = [("hold", 0, 0), ("transfer", 0), ("pay", 0), ("settle", 0), ("receive", 0)]
    assert played(town, *acts) == []
    monkeypatch.setattr(fulfil, "tell_staff", lambda *told, **more: None)
    assert played(town, *acts) == [
        "has got more than its price, and nobody knows",
    ]


def test_where_the_last_news_wins_a_paid_project_is_unpaid_again(town: House, monkeypatch: pytest.MonkeyPatch) -> None:
    acts = [("hold", 0, 0), ("transfer", 0), ("open", 0), ("receive", 0), ("decline", 0)]
    assert played(town, *acts) == []

    def last_wins(state: str, begun: PaymentStatus | None, is_deciding: bool) -> PaymentStatus:
        return begun or PaymentStatus.PENDING

    monkeypatch.setattr(orders, "shown_status", last_wins)
    assert played(town, *acts) == ["shows failed, on paper paid"]


def test_where_every_checkout_uses_the_credit_it_is_lost_with_the_first_that_is_given_up(
    town: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    acts = [("hold", 2, 0), ("open", 2), ("expire", 3), ("hold", 3, 1)]
    assert played(town, *acts) == []

    def by_any(fees: Iterable[int] | SQL, *_: object) -> Any:
        return Line.select(Line, Order).join(Order, on=Line.order).where(Line.credit_of.in_(these(fees)))

    monkeypatch.setattr(credit, "_deducting", by_any)
    monkeypatch.setattr(credit, "_USED", Prepared(lambda fees, now: credit._used(fees, now)))
    assert played(town, *acts) == ["cannot have the credit, though nothing uses it"]


def test_where_a_used_credit_pays_again_it_is_spent_twice(town: House, monkeypatch: pytest.MonkeyPatch) -> None:
    acts = [("hold", 2, 0), ("transfer", 2), ("expire", FORTNIGHT), ("hold", 3, 1), ("pay", 3), ("settle", 3)]
    assert played(town, *acts, ("receive", 2)) == []

    def kept(line: Line) -> None:
        """It stays deducted, under another order's name: the table admits every fee once."""
        deducted = Line.select(Line.credit_of).where(Line.credit_of.is_null(False))
        spare = Order.get(Order.id.not_in(deducted), Order.id != line.order_id)
        Line.update(credit_of=spare.id).where(Line.id == line.id).execute()

    monkeypatch.setattr(Line, "delete_instance", kept)
    assert "credit is spent twice" in played(town, *acts, ("receive", 2))


def test_where_a_paid_project_asks_for_nothing_it_is_noticed(town: House, monkeypatch: pytest.MonkeyPatch) -> None:
    acts = [("hold", 0, 0), ("pay", 0), ("settle", 0), ("send", 0), ("report", 0)]
    assert played(town, *acts) == []
    monkeypatch.setattr(fulfil, "ask_for_service", lambda *about: None)
    assert played(town, *acts) == ["is paid, and asks for 0 documents"]
