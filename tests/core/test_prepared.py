"""A query that is written once answers for whatever values it is asked for."""

from datetime import timedelta
from typing import Any

import peewee
import pytest

from app import clock
from app.accounts.models import Client
from app.projects.models import Project
from app.rows import Prepared, these
from tests.listening import listening
from tests.people import People


@pytest.fixture
def ids(people: People) -> list[int]:
    now, made = clock.now(), []
    for number in range(3):
        about: dict[str, Any] = {"created_at": now - timedelta(days=number), "updated_at": now}
        client = Client.create(name=f"Client {number}", email=f"{number}@example.com", phone="1", **about)
        made.append(Project.create(client=client, service_type="consultation", **about).id)
    return made


def test_it_answers_for_other_ids_and_moments_each_time(ids: list[int]) -> None:
    def younger(project_ids: peewee.SQL, at: peewee.SQL) -> Any:
        return Project.select(Project.id).where(Project.id.in_(these(project_ids)), Project.created_at > at).tuples()

    query, now = Prepared(younger), clock.now()
    assert query.rows(ids, now - timedelta(days=9)) == [(number,) for number in ids]
    assert query.rows(ids, now - timedelta(hours=30)) == [(number,) for number in ids[:2]]
    assert query.rows({ids[2]}, now - timedelta(days=9)) == [(ids[2],)]
    assert query.rows([], now - timedelta(days=9)) == []


def test_it_gives_rows_with_what_they_are_joined_with(ids: list[int]) -> None:
    query = Prepared(lambda name: Project.select(Project, Client).join(Client).where(Client.name == name))
    with listening() as heard:
        (found,) = query.rows("Client 1")
        assert (found.id, found.client.name) == (ids[1], "Client 1")
    assert len(heard) == 1
