"""Amelia, whose paid consultation was held, and Helena of the firm."""

import pytest

from app import clock
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.people import People, Person


@pytest.fixture
def client(people: People) -> Person:
    """Amelia, signed in."""
    slots.generate(clock.now())
    people.staff()
    amelia = people.client()
    project = Project.get()
    slot = Slot.free(clock.now())[30]
    assert amelia.browser.patch(f"/api/slots/{slot.id}/book", json={"projectId": project.id}).status_code == 200
    Hold.update(outcome="held").where(Hold.project_id == project.id).execute()
    return amelia
