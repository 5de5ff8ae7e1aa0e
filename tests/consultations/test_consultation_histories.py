"""Thousands of histories of hold, pay by card or transfer, expire, cancel and move.

No time ever has two owners, and nobody has paid without having a time or being somebody's task.
"""

import itertools
import os
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from app import clock, db
from app import config as configuration
from app.alerts.models import Alert
from app.consultations import actions as consultations
from app.errors import AppError
from app.factory import House, create_app
from app.http import limiter
from app.payments import transfers
from app.payments.models import Payment
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.onboarders import Onboarder
from tests.people import VISA

HISTORIES = int(os.environ.get("HELIOS_TEST_CONSULTATIONS", "250"))
TIMELESS = ("needs_time", "paid_cancelled", "refund_due")
PEOPLE, TIMES = 3, 4
# A card's hold lasts two quarters of an hour; a transfer's ends within six days; all times are seven days ahead.
SIX_DAYS = 6 * 24 * 4
QUARTERS = (1, 2, 3, SIX_DAYS)
_rounds = itertools.count(1)

who, when = st.integers(0, PEOPLE - 1), st.integers(0, TIMES - 1)
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("hold"), who, when),
        st.tuples(st.just("hold"), who, when),
        st.tuples(st.just("pay"), who),
        st.tuples(st.just("settle"), who),
        st.tuples(st.just("transfer"), who),
        st.tuples(st.just("receive"), who),
        st.tuples(st.just("expire"), st.sampled_from(QUARTERS)),
        st.tuples(st.just("cancel"), who),
        st.tuples(st.just("move"), who, when),
    ),
    min_size=3,
    max_size=12,
)


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("consultations")
    db.connect(folder)
    db.migrate(folder)
    house = create_app(configuration.build(folder, "demo", {}, {"HELIOS_ADDRESS_LIMITS": "off"}), bundle=False)
    yield house
    house.sandbox.close()
    db.close()


class Town:
    """Three projects and four times, with a clock that only goes forward."""

    def __init__(self, house: House) -> None:
        limiter.reset()
        self.house, self.round = house, next(_rounds)
        self.now = clock.now()
        self.times = [
            Slot.create(date=self.now + timedelta(days=7, seconds=self.round * 100 + number)) for number in range(TIMES)
        ]
        self.people = [Onboarder(house, email=f"p{self.round}-{number}@example.com") for number in range(PEOPLE)]
        self.intents: dict[int, str] = {}

    def play(self, act: tuple[Any, ...]) -> None:
        """One act; a refusal is an answer, too."""
        try:
            with clock.reading(lambda: self.now):
                self._play(act)
        except AppError as refusal:
            assert refusal.status in (404, 409, 429)

    def _play(self, act: tuple[Any, ...]) -> None:
        match act:
            case ("hold", person, time):
                assert self.people[person].take(self.times[time].id).status_code in (200, 404, 409, 429)
            case ("pay", person):
                answer = self.people[person].post(
                    "/api/create-payment-intent", {"projectId": self.people[person].project}
                )
                if answer.status_code == 200:
                    self.intents[person] = answer.get_json()["paymentIntent"]
                if person in self.intents:
                    self.house.sandbox.confirm(self.intents[person], card=VISA)
            case ("settle", person):
                if person in self.intents:
                    self.people[person].settle(self.intents[person])
            case ("transfer", person):
                path = f"/api/projects/{self.people[person].project}/bank-transfer"
                assert self.people[person].post(path).status_code in (200, 409)
            case ("receive", person):
                if asked := transfers_of(self.people[person].project):
                    transfers.receive(self.house.config, asked[-1].id, "helena")
            case ("expire", quarters):
                self.now += timedelta(minutes=15 * quarters)
                consultations.expire_holds(self.house.config, self.now)
            case ("cancel", person):
                consultations.cancel(self.house.config, self.people[person].project, "helena", "asked to", self.now)
            case ("move", person, time):
                consultations.move(
                    self.house.config, self.people[person].project, self.times[time].id, "helena", self.now
                )

    @property
    def projects(self) -> list[Project]:
        """Everybody's project as it is now."""
        return [Project.get_by_id(person.project) for person in self.people]

    def shared(self) -> list[str]:
        """Every time that has two owners, or of which slot, hold and project tell different stories."""
        found, projects = [], self.projects
        for slot in (Slot.get_by_id(time.id) for time in self.times):
            holds = list(Hold.select().where(Hold.slot == slot, Hold.released_at.is_null()))
            owners = [project.id for project in projects if project.appointment_date == slot.date]
            if len(holds) > 1 or len(owners) > 1:
                found.append(f"the time {slot.id} has two owners")
            if [hold.project_id for hold in holds] != ([slot.project_id] if slot.is_booked else []):
                found.append(f"the time {slot.id} and its holds disagree")
            if owners != [hold.project_id for hold in holds]:
                found.append(f"the time {slot.id} and its projects disagree")
        return found

    def unserved(self) -> list[str]:
        """Whoever has paid for nothing without being somebody's task; holds once every payment was settled."""
        found = []
        for project in self.projects:
            paid = self.times_paid(project.id)
            if paid and project.appointment_date is None and not task(project.id, *TIMELESS):
                found.append(f"{project.id} is paid, has no time, and nobody knows")
            if paid > 1 and not task(project.id, "paid_twice"):
                found.append(f"{project.id} is paid {paid} times, and nobody knows")
            if paid and (hold := Hold.of_project(project.id)) and hold.expires_at is not None:
                found.append(f"{project.id} is paid, but its time can expire")
        return found

    def times_paid(self, project: int) -> int:
        """How often money came for a project: the provider's charges, and the transfers that staff saw."""
        intents = Payment.select().where(Payment.project == project, Payment.intent_id.is_null(False))
        charges = sum(len(self.house.sandbox.charges(payment.intent_id)) for payment in intents)
        return charges + sum(row.status == "completed" for row in transfers_of(project))


def transfers_of(project: int) -> list[Payment]:
    return list(Payment.select().where(Payment.project == project, Payment.provider == "bank").order_by(Payment.id))


def task(project: int, *kinds: str) -> bool:
    """Whether staff have one of these tasks about a project."""
    return bool(Alert.select().where(Alert.kind.in_(kinds), Alert.message.startswith(f"HPM-{project} ")).exists())


@settings(max_examples=HISTORIES, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(acts=ACTS)
@example(acts=[("hold", 0, 0), ("pay", 0), ("expire", 3), ("hold", 1, 0), ("settle", 0)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("expire", SIX_DAYS), ("hold", 1, 0), ("receive", 0)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("pay", 0), ("settle", 0), ("receive", 0)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("pay", 0), ("receive", 0), ("settle", 0)])
@example(acts=[("hold", 0, 0), ("transfer", 0), ("cancel", 0), ("receive", 0), ("move", 1, 0)])
def test_whatever_happens_nobody_shares_a_time_and_nobody_pays_for_nothing(
    town: House, acts: list[tuple[Any, ...]]
) -> None:
    here = Town(town)
    for act in acts:
        here.play(act)
        assert here.shared() == []
    # What was charged is heard of in the end.
    for person in here.intents:
        here.play(("settle", person))
    assert here.shared() + here.unserved() == []


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
    monkeypatch.setattr(consultations, "raise_alert", lambda *told, **more: None)
    for act in (("hold", 0, 0), ("pay", 0), ("expire", 3), ("hold", 1, 0), ("settle", 0)):
        here.play(act)
    assert here.unserved() == [f"{here.people[0].project} is paid, has no time, and nobody knows"]
