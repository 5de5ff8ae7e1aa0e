"""The demo's firm at work: two years of clients in every state, with which nothing is wrong."""

from collections.abc import Iterator
from datetime import timedelta

import pytest

from app import clock
from app.accounts.models import Client
from app.booking.models import Booking
from app.demo.firm import begun, put_to_work
from app.demo.furniture import CLIENT, furnish
from app.demo.names import NAMES
from app.doctor.examination import examine
from app.factory import House
from app.orders.models import Order
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from tests.figures.counted import disagreements
from tests.people import PASSWORD, People, Person


@pytest.fixture
def owner(people: People, house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Person]:
    """The owner, signed in to the furnished demo."""
    monkeypatch.setenv("HELIOS_DEMO_PASSWORD", PASSWORD)
    furnish(house, at_work=True)
    person = Person(house)
    assert person.post("/api/admin/login", {"username": "owner", "password": PASSWORD}).status_code == 200
    yield person


def test_the_firm_has_clients_in_every_state_each_number_counts_what_its_list_counts_and_another_start_adds_nobody(
    owner: Person, house: House
) -> None:
    assert {project.status for project in Project.select()} == set(ProjectStatus)
    assert {order.state for order in Order.select()} >= {"unpaid", "paid", "refunded"}
    assert {row.step for row in Booking.select().where(Booking.project.is_null())} == {2, 3, 4}
    assert disagreements(owner) == []
    figures = owner.get("/api/admin/figures").get_json()
    assert all(month["cameCents"] for month in figures["money"])
    assert sum(week["booking"] for week in figures["came"]) > 10
    for stands in ("inTime", "late", "open"):
        assert any(each[stands] for each in figures["promises"])
    assert [str(each) for each in examine(house.config.folder, clock.now(), thorough=True)] == []

    # Another start adds nobody, and the sample client stays.
    def counts() -> tuple[int, int, int]:
        return Client.select().count(), Project.select().count(), Order.select().count()

    before = counts()
    assert before[0] >= len(NAMES)
    put_to_work("owner", PASSWORD)
    assert counts() == before
    assert Project.select().join(Client).where(Client.email == CLIENT).count() == 1
    Person(house).sign_in(CLIENT)


def test_clients_came_more_often_lately_and_none_comes_later_than_now() -> None:
    now = clock.now()
    came = [begun(number, now) for number in range(len(NAMES))]
    assert max(came) < now
    assert min(came) > now - timedelta(days=2 * 365 + 2)
    assert sum(at > now - timedelta(days=84) for at in came) > len(NAMES) / 5
