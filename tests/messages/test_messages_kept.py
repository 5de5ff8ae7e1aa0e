"""How long messages are kept: with what they are about, and no longer than letters."""

from datetime import timedelta

from app.accounts.models import Admin
from app.db import database, write
from app.documents.models import Document
from app.messages import actions
from app.messages.actions import Person as Writer
from app.messages.models import Message, MessageFile, Reader
from app.messages.rules import Side
from app.projects.models import Project
from app.projects.rules import Proof
from app.proofs.ownership import prove
from app.retention import actions as retention
from app.retention.ages import forget_messages
from app.retention.rules import RECORDS_KEPT
from tests.onboarders import Onboarder
from tests.people import People
from tests.watch import Watch

DAY, SECOND = timedelta(days=1), timedelta(seconds=1)


def test_a_message_keeps_what_is_unpaid_for_another_thirty_days_and_goes_with_it(people: People, watch: Watch) -> None:
    ann = Onboarder(people.house)
    assert ann.attach().status_code == 201
    project = Project.get_by_id(ann.project)
    prove(project.id, Proof.STAFF, "helena", watch.now)
    Document.update(uploaded_by="client").execute()
    watch.now += 20 * DAY
    writer = Writer(client_id=project.client_id)
    actions.send(project.id, writer, "I am still thinking.", [Document.get().id], "k")
    watch.now += 30 * DAY - SECOND
    assert retention.erase_abandoned(people.house.gateway, watch.now) == 0
    watch.now += SECOND
    assert retention.erase_abandoned(people.house.gateway, watch.now) == 1
    assert [table.select().count() for table in (Message, MessageFile, Reader, Document)] == [0, 0, 0, 0]


def test_messages_are_forgotten_as_letters_are_and_leave_nothing_unread(people: People, watch: Watch) -> None:
    people.client()
    people.staff()
    project = Project.get()
    client, staff = Writer(client_id=project.client_id), Writer(admin=Admin.get())
    actions.send(project.id, client, "Long ago", [], "1")
    watch.now += DAY
    actions.send(project.id, staff, "A day later", [], "2")
    assert forget_messages(watch.now + RECORDS_KEPT - DAY - SECOND) == 0
    assert forget_messages(watch.now + RECORDS_KEPT - DAY) == 1
    assert [message.text for message in Message.select()] == ["A day later"]
    assert Reader.unread_among([project.id], Side.STAFF) == {}
    assert Reader.unread_among([project.id], Side.CLIENT) == {project.id: 1}
    assert not Reader.select().where(Reader.side == Side.STAFF, Reader.has_unread()).exists()


def test_the_number_of_a_forgotten_message_does_not_come_again(people: People) -> None:
    people.client()
    project = Project.get()
    client = Writer(client_id=project.client_id)
    first = actions.send(project.id, client, "Hello", [], "1")
    with write():
        database.execute_sql("DELETE FROM messages")
    assert actions.send(project.id, client, "Hello again", [], "2").id > first.id
