"""Who may have a document's file."""

import pytest

from app import clock
from app.access import Caller
from app.db import write
from app.documents.models import Document
from app.documents.rules import Uploader
from app.projects.models import Project
from app.projects.rules import Proof
from tests.people import People


@pytest.fixture
def plan(people: People) -> Document:
    """A file beside a project that is proved to be Amelia's."""
    people.client("amelia@example.com", files=1)
    found: Document = Document.get()
    assert found.uploaded_by == Uploader.VISITOR
    return found


@pytest.mark.spec("R-01")
def test_a_client_has_the_files_of_their_own_projects_and_of_no_others(plan: Document, people: People) -> None:
    people.client("bruno@example.com", files=1)
    amelia = Project.get_by_id(plan.project_id).client_id
    assert Document.owned(plan.id, Caller(client_id=amelia)) == plan
    assert Document.owned(plan.id, Caller(client_id=amelia + 1)) is None
    assert list(Document.owned_by(Caller(client_id=amelia))) == [plan]


@pytest.mark.spec("R-01")
def test_a_browser_gets_no_file_back_although_it_made_the_project(plan: Document) -> None:
    made_by = Project.get_by_id(plan.project_id).visitor_id
    assert Document.owned(plan.id, Caller(made_by)) is None
    assert Document.owned(plan.id, Caller()) is None


@pytest.mark.spec("R-01")
def test_a_client_has_no_file_of_a_project_that_is_not_proved_to_be_theirs(plan: Document) -> None:
    client_id = Project.get_by_id(plan.project_id).client_id
    with write():
        Project.update(proved_at=None, proved_by=None).execute()
    assert Document.owned(plan.id, Caller(client_id=client_id)) is None
    with write():
        Project.update(proved_at=clock.now(), proved_by=Proof.STAFF).execute()
    assert Document.owned(plan.id, Caller(client_id=client_id)) == plan


def test_staff_have_every_file_also_those_of_drafts(plan: Document, people: People) -> None:
    people.visitor().fill_wizard(files=1)
    drafted = Document.get(Document.project_id.is_null())
    assert Document.owned(drafted.id, Caller(staff=True)) == drafted
    assert Document.owned(plan.id, Caller(staff=True)) == plan


def test_staff_are_visitors_where_projects_are_made_and_paid_for(plan: Document) -> None:
    assert Project.owned(plan.project_id, Caller(staff=True)) is None
