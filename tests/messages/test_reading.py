"""Reading messages: what was seen counts as read, and nothing else does."""

import threading
from datetime import timedelta
from typing import Any

import pytest

from app import clock
from app.accounts.models import Client
from app.audit.models import AuditLine
from app.db import database
from app.messages import actions
from app.messages.actions import Person as Writer
from app.messages.models import Reader
from app.messages.rules import Side
from app.projects.models import Project
from tests.attention.waiting import lines
from tests.people import People, Person
from tests.watch import Watch


def say(by: Writer, key: str) -> int:
    return actions.send(Project.get().id, by, f"Message {key}", [], key).id


def amelia() -> Writer:
    return Writer(client_id=Client.get().id)


def see(person: Person, up_to: int, side: str = "client") -> int:
    return person.post(f"/api/{side}/projects/{Project.get().id}/messages/read", {"upTo": up_to}).status_code


def unread(person: Person, side: str = "client") -> int:
    return int(person.get(f"/api/{side}/projects/{Project.get().id}/messages").get_json()["unread"])


@pytest.mark.parametrize("up_to", ["1", True, 1.5, None, 0])
def test_what_was_seen_is_told_by_a_number(people: People, up_to: Any) -> None:
    client, staff = people.client(), people.staff()
    say(amelia(), "1")
    assert [see(staff, up_to, "admin"), see(client, up_to)] == [422, 422]
    assert unread(staff, "admin") == 1


@pytest.mark.spec("D-10")
def test_what_one_side_wrote_is_unread_for_the_other_until_seen(people: People) -> None:
    client, staff = people.client(), people.staff()
    first, second = say(amelia(), "1"), say(amelia(), "2")
    assert (unread(client), unread(staff, "admin")) == (0, 2)
    assert see(staff, first, "admin") == 200
    assert unread(staff, "admin") == 1
    assert see(staff, second, "admin") == 200
    # Less than before, or the same again, changes nothing.
    assert see(staff, first, "admin") == 200
    assert unread(staff, "admin") == 0
    lines = AuditLine.select().where(AuditLine.action == "read").order_by(AuditLine.id)
    assert [line.detail for line in lines] == [f"up to {first}", f"up to {second}"]


def test_what_is_unread_shows_on_the_clients_first_screen_until_it_is_read(people: People) -> None:
    client = people.client()
    staff, project = Writer(admin=people.staff() and actions.Admin.get()), Project.get().id

    def shown() -> tuple[int, list[str]]:
        (card,) = client.get("/api/client/projects").get_json()
        steps = client.get("/api/client/steps").get_json()
        return card["unreadMessages"], [step["title"] for step in steps if step["kind"] == "message"]

    assert shown() == (0, [])
    newest = max(say(staff, "1"), say(staff, "2"))
    assert shown() == (2, ["2 messages are unread"])
    assert client.get(f"/api/client/projects/{project}").get_json()["unreadMessages"] == 2
    see(client, newest)
    assert shown() == (0, [])


def test_a_message_that_comes_while_another_is_read_stays_unread(people: People) -> None:
    client = people.client()
    staff = Writer(admin=people.staff() and actions.Admin.get())
    seen = say(staff, "1")
    say(staff, "2")  # after the page was loaded
    assert see(client, seen) == 200
    assert unread(client) == 1


def test_nobody_reads_ahead_of_what_there_is(people: People) -> None:
    client = people.client()
    staff = Writer(admin=people.staff() and actions.Admin.get())
    say(staff, "1")
    assert see(client, 2**62) == 200
    assert unread(client) == 0
    say(staff, "2")
    assert unread(client) == 1
    for wrong in (0, -1, 2**63, "x", None):
        assert see(client, wrong) == 422


def test_reading_while_messages_arrive_marks_none_that_was_not_seen(people: People) -> None:
    people.client()
    staff = Writer(admin=people.staff() and actions.Admin.get())
    project, client, start = Project.get().id, amelia(), threading.Barrier(2)
    seen = say(staff, "first")

    def write() -> None:
        start.wait()
        for number in range(20):
            say(staff, f"{number}")
        database.close()

    def look() -> None:
        start.wait()
        for _ in range(20):
            actions.note_read(project, client, seen)
        database.close()

    both = [threading.Thread(target=write), threading.Thread(target=look)]
    for each in both:
        each.start()
    for each in both:
        each.join()
    reader = Reader.of(project, Side.CLIENT)
    assert reader is not None
    assert (reader.read_to, reader.unread.count()) == (seen, 20)


def test_staff_list_who_waits_longest_first_until_each_is_answered(people: People) -> None:
    ids = {}
    for name in ("amelia", "bruno"):
        person = people.client(f"{name}@example.com", fullName=f"{name.title()} Hart")
        ids[name] = Project.select().order_by(Project.id.desc()).first().id
        path = f"/api/client/projects/{ids[name]}/messages"
        for number in range(2):
            body = {"text": f"\n<b>Line {number}</b>\nand more"}
            person.post(path, body, headers={"Idempotency-Key": f"{number}"})
    two = "2 messages of the client that nobody here has read yet."
    assert [(line.who, line.line.what) for line in lines("messages")] == [("Amelia Hart", two), ("Bruno Hart", two)]
    helena = people.staff()
    listed = helena.get("/api/admin/attention").get_json()["lines"]
    quotes = [line["quote"] for line in listed if line["kind"] == "messages"]
    assert quotes == ["<b>Line 1</b>"] * 2
    helena.post(f"/api/admin/projects/{ids['bruno']}/messages/read", {"upTo": 99})
    read = "2 messages of the client, read here and not answered. Answer, or mark as done if none is needed."
    told = {line.who: line.line.what for line in lines("messages")}
    assert told == {"Amelia Hart": two, "Bruno Hart": read}
    answer = f"/api/admin/projects/{ids['bruno']}/messages"
    assert helena.post(answer, {"text": "Yes", "seen": 99}, headers={"Idempotency-Key": "yes"}).status_code == 201
    assert [line.who for line in lines("messages")] == ["Amelia Hart"]


@pytest.mark.spec("A-07")
def test_a_question_that_was_read_waits_until_it_is_answered_or_done_and_for_a_month_at_most(people: People) -> None:
    people.client()
    helena, question = people.staff(), say(amelia(), "question")
    assert see(helena, question, "admin") == 200
    [waiting] = lines("messages")
    assert waiting.line.what.startswith("A message of the client, read here and not answered.")
    seen = {"kind": "messages", "subject": waiting.line.subject, "reason": waiting.line.reason, "why": "I called"}
    with clock.reading(Watch(clock.now() + timedelta(days=31))):
        assert lines("messages") == []
    assert helena.post("/api/admin/attention/done", seen).status_code == 200
    assert lines("messages") == []
    assert see(helena, say(amelia(), "another"), "admin") == 200
    assert [line.line.what[:2] for line in lines("messages")] == ["2 "]
