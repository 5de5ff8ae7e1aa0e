"""One account of a project's money: card, checkout, /success, Money page, staff and letters tell the same sums."""

import itertools
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app import clock
from app.consultations import actions as consultations
from app.consultations.statuses import set_status
from app.errors import AppError
from app.factory import House
from app.limits import limiter
from app.orders.money import Payment
from app.orders.sums import standing
from app.payments import transfers
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from app.proofs.ownership import confirm
from tests.onboarders import Onboarder
from tests.orders.told import Sums, disagreements, in_letter, on_paper
from tests.payments.banking import payments_of
from tests.stories import lasting

PRICE = 150_000
Act = tuple[Any, ...]
_people = itertools.count(1)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with lasting(tmp_path_factory.mktemp("told")) as made:
        yield made


class Story:
    """A project that is its client's, and what happens with its money, a minute after the other."""

    def __init__(self, house: House) -> None:
        limiter.reset()
        self.number, self.now = next(_people), clock.now()
        self.id = Onboarder(house, email=f"told{self.number}@example.com").project
        confirm(self.id, "helena", self.now)

    @property
    def project(self) -> Project:
        return Project.get_by_id(self.id)

    def play(self, verb: str, cents: int = 0) -> None:
        """Money comes or goes back, or staff close or open the project; what cannot be is refused."""
        self.now += timedelta(minutes=1)
        with clock.reading(lambda: self.now):
            try:
                getattr(self, verb)(cents)
            except AppError as refusal:
                assert refusal.status in (409, 422)

    def comes(self, cents: int) -> None:
        transfers.record(self.id, cents, f"{self.now}", "helena")

    def goes(self, cents: int) -> None:
        for payment in payments_of(self.id, Payment.has_come()).order_by(Payment.id.desc()):
            if payment.amount_cents - payment.refunded_cents:
                left = payment.amount_cents - payment.refunded_cents
                transfers.give_back(payment.id, min(left, cents), "agreed", f"{self.now}", "helena")
                return

    def cancel(self, _: int) -> None:
        consultations.cancel(self.id, "helena", "asked to", self.now)

    def go_on(self, _: int) -> None:
        set_status(self.id, ProjectStatus.IN_PROGRESS, "agreed with them", "helena", self.now)

    def misnamed(self, act: Act, before: Sums) -> list[str]:
        """What the letter about this act does not say that it must."""
        verb, after = act[0], on_paper(self.project)
        kind, named = in_letter(self.project)
        if verb == "goes" and after.back > before.back:
            now = after.back - before.back
            whole = kind == "payment_refunded" and {now, after.back, after.came} <= named
            return [] if whole else [f"the refund's letter is {kind} and names {named}"]
        if verb == "comes":
            needed = {act[1]} | ({after.owed} if kind == "other_price_received" else set())
            needed |= {after.came, after.due_back} - {0} if kind == "paid_twice" else set()
            wrong = [] if needed <= named else [f"the letter {kind} names {named}, not {needed}"]
            return wrong + ["it asks for what is not owed"] * (kind == "other_price_received" and not after.owed)
        return []


OVERPAID = (("comes", 170_000), ("goes", 10_000))
TABLE: dict[str, tuple[tuple[Act, ...], Sums]] = {
    "paid": ((("comes", PRICE),), Sums(PRICE, 0, 0, 0)),
    "a part": ((("comes", 80_000),), Sums(80_000, 0, 70_000, 0)),
    "a part, some of it back": ((("comes", 80_000), ("goes", 10_000)), Sums(80_000, 10_000, 80_000, 0)),
    "too much": ((("comes", 170_000),), Sums(170_000, 0, 0, 20_000)),
    "too much, partly refunded": (OVERPAID, Sums(170_000, 10_000, 0, 10_000)),
    "too much, and more than that refunded": ((*OVERPAID, ("goes", 30_000)), Sums(170_000, 40_000, 0, 0)),
    "partly refunded": ((("comes", PRICE), ("goes", 25_000)), Sums(PRICE, 25_000, 0, 0)),
    "refunded": ((("comes", PRICE), ("goes", PRICE)), Sums(PRICE, PRICE, 0, 0)),
    "refunded, a part again": (
        (("comes", PRICE), ("goes", PRICE), ("comes", 125_000)),
        Sums(275_000, PRICE, 25_000, 0),
    ),
    "refunded, and paid again in parts": (
        (("comes", PRICE), ("goes", PRICE), ("comes", 125_000), ("comes", 25_000)),
        Sums(300_000, PRICE, 0, 0),
    ),
    "a part, cancelled": ((("comes", 80_000), ("cancel",)), Sums(80_000, 0, 0, 0)),
    "cancelled, a part": ((("cancel",), ("comes", 80_000)), Sums(80_000, 0, 0, 0)),
    "cancelled, refunded, late money": (
        (("comes", PRICE), ("cancel",), ("goes", PRICE), ("comes", PRICE)),
        Sums(300_000, PRICE, 0, 0),
    ),
    "cancelled, refunded, a late part": (
        (("comes", PRICE), ("cancel",), ("goes", PRICE), ("comes", 1)),
        Sums(150_001, PRICE, 0, 0),
    ),
    "cancelled with a part, and open again": (
        (("comes", 80_000), ("cancel",), ("go_on",)),
        Sums(80_000, 0, 70_000, 0),
    ),
}


@pytest.mark.spec("U-01")
@pytest.mark.parametrize("history", TABLE)
def test_every_place_tells_the_same_sums(house: House, history: str) -> None:
    story, (acts, says) = Story(house), TABLE[history]
    for act in acts:
        before = on_paper(story.project)
        story.play(*act)
        assert disagreements(story.project) + story.misnamed(act, before) == []
    assert on_paper(story.project) == says


sums = st.sampled_from((1, 10_000, 25_000, 75_000, 125_000, PRICE, 170_000))
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("comes"), sums),
        st.tuples(st.just("comes"), sums),
        st.tuples(st.just("goes"), sums),
        st.tuples(st.just("goes"), sums),
        st.sampled_from((("cancel",), ("go_on",))),
    ),
    min_size=2,
    max_size=7,
)


@settings(max_examples=30, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(acts=ACTS)
@example(acts=[("comes", PRICE), ("goes", PRICE), ("comes", 125_000), ("comes", 170_000)])
def test_they_do_after_every_act_whatever_happens(house: House, acts: list[Act]) -> None:
    story = Story(house)
    for act in acts:
        before = on_paper(story.project)
        story.play(*act)
        assert disagreements(story.project) + story.misnamed(act, before) == []


def test_a_place_that_reckons_for_itself_is_found(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    story = Story(house)
    for act in OVERPAID:
        story.play(*act)
    monkeypatch.setattr("app.orders.schemas.standings", lambda orders: {each: _wrong(each) for each in orders})
    assert [fault.split()[0] for fault in disagreements(story.project)] == ["card", "success", "checkout"]


def _wrong(order_id: int) -> Any:
    return replace(standing(order_id), paid_cents=PRICE)
