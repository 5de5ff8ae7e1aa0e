"""The letters about messages: one for all until ten minutes were quiet, none for what was read, none in between."""

import random
import threading
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest

from app.accounts.models import Admin, Client
from app.alerts.models import Alert
from app.db import database
from app.documents.models import Document
from app.mail import headers
from app.mail.models import Letter
from app.messages import actions, notices
from app.messages.actions import Person as Writer
from app.messages.models import Reader
from app.messages.rules import Side
from app.projects.models import Project
from app.proofs.ownership import disown
from tests.people import People
from tests.watch import Watch

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
OURS, THEIRS = "messages_from_us", "messages_from_client"


@pytest.fixture(name="say")
def both_sides(people: People, watch: Watch) -> Callable[..., int]:
    """Either side writes; the number of the message."""
    people.client()
    people.staff()

    def say(side: Side = Side.CLIENT, text: str = "When do you start?") -> int:
        by = Writer(client_id=Client.get().id) if side is Side.CLIENT else Writer(admin=Admin.get())
        return actions.send(Project.get().id, by, text, [], f"{random.random()}").id

    return say


def letters(kind: str = THEIRS) -> list[Letter]:
    return list(Letter.select().where(Letter.kind == kind).order_by(Letter.id))


def run(people: People, watch: Watch, span: timedelta) -> int:
    """Let time pass, the last hour minute by minute, with the job in each step; how many letters it wrote.

    Before that it looks every ten minutes: a letter that became due in between would still be due.
    """
    written, until = 0, watch.now + span
    while watch.now < until:
        watch.now += MINUTE if until - watch.now <= HOUR else 10 * MINUTE
        written += int(str(people.house.jobs.run("messages")))
    return written


@pytest.mark.spec("D-10")
def test_one_letter_for_all_messages_comes_after_ten_quiet_minutes(
    people: People, watch: Watch, say: Callable[..., int]
) -> None:
    for text in ("First of all: when?", "And where?", "Thank you"):
        say(text=text)
        assert run(people, watch, 3 * MINUTE) == 0
    assert run(people, watch, 6 * MINUTE) == 0
    assert run(people, watch, MINUTE) == 1
    (letter,) = letters()
    project = Project.get()
    assert letter.recipient == people.house.config.mail.staff
    assert letter.subject.endswith(f"3 new messages about HPM-{project.id} from Amelia Hart")
    assert "> First of all: when?" in letter.text
    assert "And where?" not in letter.text + letter.html and "Thank you" not in letter.text + letter.html
    assert f"/admin/dashboard?project={project.id}&part=messages\n" in letter.text
    assert "a reply to this email is not read" in " ".join(letter.text.split())
    assert run(people, watch, 2 * DAY) == 0


def test_the_clients_letter_leads_to_the_project_and_says_that_a_reply_is_not_read(
    people: People, watch: Watch, say: Callable[..., int]
) -> None:
    say(Side.STAFF, "On Monday.\nBring the plans.")
    assert run(people, watch, 10 * MINUTE) == 1
    (letter,) = letters(OURS)
    said = " ".join(letter.text.split())
    assert (letter.recipient, letter.client_id) == ("amelia@example.com", Client.get().id)
    assert "Helena Marsh has written to you about Planning & Approvals" in said and "Bring the plans" not in said
    assert f"/client-portal/projects/HPM-{Project.get().id}#messages " in said
    assert "Answer there, too. A reply to this email is not read." in said
    assert "Reply to this email" not in said
    assert letter.html.count("<a href") == 1 + 2  # its button, and the foot


def test_what_was_read_meanwhile_is_told_by_no_letter(people: People, watch: Watch, say: Callable[..., int]) -> None:
    newest = say()
    run(people, watch, 9 * MINUTE)
    actions.note_read(Project.get().id, Writer(admin=Admin.get()), newest)
    assert run(people, watch, 2 * DAY) == 0


def test_only_what_is_unread_is_counted_and_quoted(people: People, watch: Watch, say: Callable[..., int]) -> None:
    first = say(text="Seen")
    say(text="Not seen")
    actions.note_read(Project.get().id, Writer(admin=Admin.get()), first)
    assert run(people, watch, 10 * MINUTE) == 1
    assert "A new message about" in letters()[0].subject and "> Not seen" in letters()[0].text


def test_no_second_letter_comes_until_they_have_read_or_a_day_has_passed(
    people: People, watch: Watch, say: Callable[..., int]
) -> None:
    newest = say()
    assert run(people, watch, 10 * MINUTE) == 1
    told_at = watch.now
    say()
    assert run(people, watch, DAY - MINUTE) == 0
    assert run(people, watch, MINUTE) == 1
    assert watch.now == told_at + DAY
    newest = say()
    actions.note_read(Project.get().id, Writer(admin=Admin.get()), newest)
    say()
    assert run(people, watch, 10 * MINUTE) == 1
    assert [letter.subject.rpartition("] ")[2][:14] for letter in letters()] == [
        "A new message ",
        "2 new messages",
        "A new message ",
    ]


def test_who_never_stops_writing_is_told_of_within_the_hour(
    people: People, watch: Watch, say: Callable[..., int]
) -> None:
    for number in range(12):
        say()
        assert run(people, watch, 5 * MINUTE) == (1 if number == 11 else 0)


def test_both_sides_get_a_letter_of_their_own(people: People, watch: Watch, say: Callable[..., int]) -> None:
    say(Side.CLIENT)
    say(Side.STAFF)
    assert run(people, watch, 10 * MINUTE) == 2
    assert (len(letters(OURS)), len(letters(THEIRS))) == (1, 1)


@pytest.mark.parametrize("lost", ["proof", "sign-in"])
def test_nothing_goes_to_an_address_whose_reader_could_not_open_it(
    people: People, watch: Watch, say: Callable[..., int], lost: str
) -> None:
    say(Side.STAFF)
    if lost == "proof":
        disown(Project.get(), "helena", "not theirs", watch.now)
    else:
        Client.update(password_hash=None, access_due_at=None).execute()
    assert run(people, watch, HOUR) == 0
    assert not Alert.select().where(Alert.kind == "row_messages").exists()


def test_a_closed_project_is_told_of_but_asks_for_no_answer(
    people: People, watch: Watch, say: Callable[..., int]
) -> None:
    say(Side.STAFF)
    Project.update(status="completed").execute()
    assert run(people, watch, 10 * MINUTE) == 1
    said = " ".join(letters(OURS)[0].text.split())
    assert "The project is closed, so they can be read, but not answered there." in said and "Answer there" not in said


HOSTILE = [
    "Hello\r\nBcc: all@example.com",
    "<img src=x onerror=alert(1)>" + "x" * 4000,
    "=cmd|' /C calc'!A0",
    "\u202egnp.exe\u202c =?utf-8?q?Bcc:_x?=",
]


@pytest.mark.spec("G-04")
@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_a_message_begins_with_stays_a_quoted_line_of_the_letter(
    people: People, watch: Watch, say: Callable[..., int], text: str
) -> None:
    Client.update(name=f"Eve\n{text[:100]}").execute()
    say(text=text)
    assert run(people, watch, 10 * MINUTE) == 1
    (letter,) = letters()
    assert "\n" not in letter.subject and len(letter.subject) < 200
    assert [name for name, _ in headers.of(letter)].count("Bcc") == 0
    assert "<img" not in letter.html and "\u202e" not in letter.html + letter.text
    quoted = [line for line in letter.text.split("\n") if line.startswith("> ")]
    assert 0 < sum(map(len, quoted)) <= 130


@pytest.mark.parametrize(("count", "quoted"), [(1, "> A file\n"), (3, "> 3 files\n")])
def test_files_alone_are_told_of_by_their_number(
    people: People, watch: Watch, say: Callable[..., int], count: int, quoted: str
) -> None:
    paper = {"file_name": "A.pdf", "file_size": 1, "file_type": "application/pdf", "sha256": "", "uploaded_at": watch()}
    of = {"project_id": Project.get().id, "uploaded_by": "client", **paper}
    files = [Document.create(stored_name=f"{number}", **of).id for number in range(count)]
    actions.send(Project.get().id, Writer(client_id=Client.get().id), "", files, "k")
    assert run(people, watch, 10 * MINUTE) == 1
    assert quoted in letters()[0].text and "A.pdf" not in letters()[0].text


def test_ten_jobs_at_once_write_one_letter(people: People, watch: Watch, say: Callable[..., int]) -> None:
    say()
    watch.now += 10 * MINUTE
    start, told = threading.Barrier(10), []

    def race() -> None:
        start.wait()
        told.append(notices.tell(watch.now))
        database.close()

    racers = [threading.Thread(target=race) for _ in range(10)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert (sum(told), len(letters())) == (1, 1)


def test_a_job_that_dies_after_writing_leaves_neither_letter_nor_mark(
    people: People, watch: Watch, say: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    say()
    watch.now += 10 * MINUTE

    def dies(**row: object) -> None:
        raise RuntimeError("the power is cut")

    monkeypatch.setattr(Reader, "update", dies)
    assert notices.tell(watch.now) == 0
    assert (letters(), Reader.get().told_to) == ([], 0)
    monkeypatch.undo()
    assert notices.tell(watch.now) == 1
    assert not Alert.select().where(Alert.kind == "row_messages").exists()


def test_reading_beside_the_job_either_comes_first_or_a_letter_does(
    people: People, watch: Watch, say: Callable[..., int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The job has found the row; before it takes the lock, everything is read."""
    newest, project, found = say(), Project.get().id, notices.tell_of
    watch.now += 10 * MINUTE

    def late(reader_id: int, now: datetime) -> bool:
        actions.note_read(project, Writer(admin=Admin.get()), newest)
        return found(reader_id, now)

    monkeypatch.setattr(notices, "tell_of", late)
    assert notices.tell(watch.now) == 0
    assert letters() == []
