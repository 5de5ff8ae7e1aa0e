"""Sending a message: once for each key, by its two sides alone, with files of theirs, and harmless with anything."""

import io
import threading
from datetime import timedelta
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app.accounts.models import Admin, Client
from app.audit.models import AuditLine
from app.db import database, write
from app.demo.papers import sample_pdf
from app.documents import actions as documents
from app.documents.models import Document
from app.errors import AppError
from app.mail.models import Letter
from app.messages import actions
from app.messages.actions import Person as Writer
from app.messages.models import Message, MessageFile, Reader
from app.messages.rules import (
    CLOSED,
    CLOSED_TO_STAFF,
    MOST_AN_HOUR,
    NO_SIGN_IN,
    NOT_A_FILE,
    NOT_THEIRS_YET,
    NOTHING,
    TOO_MANY_FILES,
)
from app.projects.models import Project
from app.proofs.ownership import disown
from tests.onboarders import DETAILS, Onboarder
from tests.people import People, Person
from tests.watch import Watch


def say(
    person: Person, text: Any, key: str | None = "k1", files: Any = (), project: int | None = None, seen: int = 0
) -> TestResponse:
    side = "admin" if person.get("/api/user").get_json()["kind"] == "staff" else "client"
    path = f"/api/{side}/projects/{project or Project.get().id}/messages"
    body = {"text": text, "documents": files, "seen": seen}
    return person.post(path, body, headers={"Idempotency-Key": key} if key else {})


def attach(person: Person, name: str = "Plan.pdf") -> int:
    data = {"file": (io.BytesIO(sample_pdf("Plan")), name), "projectId": str(Project.get().id)}
    answer = person.browser.post("/api/documents", data=data)
    assert answer.status_code == 201, answer.get_json()
    return int(answer.get_json()["id"])


def read(person: Person, **query: Any) -> Any:
    side = "admin" if person.get("/api/user").get_json()["kind"] == "staff" else "client"
    return person.get(f"/api/{side}/projects/{Project.get().id}/messages", query_string=query).get_json()


def test_a_colleagues_message_is_read_before_another_one_goes_out(people: People) -> None:
    client, helena, theo = people.client(), people.staff(), people.staff("theo")
    Admin.update(name="Theo Brandt").where(Admin.username == "theo").execute()
    asked = say(client, "When do you start?").get_json()["id"]
    first = say(helena, "On Monday.", seen=asked)
    assert say(helena, "At nine.", "k2", seen=asked).status_code == 201  # one's own is known
    refused = say(theo, "On Tuesday.", "k3", seen=asked)
    assert refused.status_code == 409 and "Helena Marsh has written" in refused.get_json()["message"]
    assert "“At nine.”" in refused.get_json()["message"]
    assert say(theo, "Yes, on Monday.", "k4", seen=first.get_json()["id"] + 1).status_code == 201
    assert say(client, "Thank you.", "k5").status_code == 201
    assert (
        say(theo, "You are welcome.", "k6", seen=first.get_json()["id"] + 1).status_code == 201
    )  # a client is no colleague


@pytest.mark.spec("D-10")
def test_both_sides_read_the_same_in_the_order_of_sending_and_who_wrote_it(people: People) -> None:
    client, staff = people.client(), people.staff()
    assert say(client, "When do you start?").status_code == 201
    assert say(staff, "On Monday.\n\nHelena").status_code == 201
    assert say(client, "Good.", "k2").status_code == 201
    for person in (client, staff):
        shown = read(person)
        assert [(line["side"], line["author"], line["text"]) for line in shown["messages"]] == [
            ("client", "Amelia Hart", "When do you start?"),
            ("staff", "Helena Marsh", "On Monday.\n\nHelena"),
            ("client", "Amelia Hart", "Good."),
        ]
        assert (shown["hasEarlier"], shown["readOnly"]) == (False, "")
    assert (read(client)["unread"], read(staff)["unread"]) == (1, 2)


def test_one_key_is_one_message_and_another_text_under_it_is_refused(people: People) -> None:
    client, staff = people.client(), people.staff()
    first = say(client, "Hello").get_json()
    again = say(client, "  Hello ")
    assert (again.status_code, again.get_json()) == (201, first)
    assert say(client, "Hello, you").status_code == 409
    # A key names an act of its side: the other's with the same one is another act.
    assert say(staff, "Hello").get_json()["id"] != first["id"]
    assert Message.select().count() == 2


def test_a_message_without_a_key_is_refused(people: People) -> None:
    assert say(people.client(), "Hello", key=None).status_code == 422


def test_twenty_sends_of_one_key_at_once_make_one_message(people: People) -> None:
    people.client()
    project, client = Project.get().id, Writer(client_id=Client.get().id)
    ids, start = [], threading.Barrier(20)

    def race() -> None:
        start.wait()
        ids.append(actions.send(project, client, "Hello", [], "one key").id)
        database.close()

    racers = [threading.Thread(target=race) for _ in range(20)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert (len(ids), len(set(ids)), Message.select().count()) == (20, 1, 1)
    assert Reader.of(project, actions.Side.STAFF).newest == ids[0]


def test_without_its_index_one_key_could_make_two(people: People) -> None:
    """The negative control: what a lost look-up would do is refused by the table itself."""
    people.client()
    project, row = Project.get().id, {"text": "Hello", "send_key": "k", "sent_at": Project.get().created_at}
    Message.create(project=project, **row)
    with pytest.raises(Exception, match="UNIQUE"):
        Message.create(project=project, **row)
    database.execute_sql("DROP INDEX messages_once")
    Message.create(project=project, **row)
    assert Message.select().count() == 2


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("<b>Hello</b><script>alert(1)</script>", "<b>Hello</b><script>alert(1)</script>"),
        ("=1+1 and @SUM(A1)", "=1+1 and @SUM(A1)"),
        ("one\r\ntwo\u2028three", "one\ntwo\nthree"),
        ("a\x00b\x1bc\x7f\u202efdp.exe\u202c", "abcfdp.exe"),
        ("\n\n  Hello  \n", "Hello"),
        ("Subject\r\nBcc: all@example.com", "Subject\nBcc: all@example.com"),
        ("x" * 4000, "x" * 4000),
    ],
)
def test_whatever_is_typed_is_kept_as_plain_text(people: People, typed: str, kept: str) -> None:
    client = people.client()
    assert say(client, typed).get_json()["text"] == kept
    assert read(people.staff())["messages"][0]["text"] == kept


@pytest.mark.parametrize("text", ["", " \n ", "\u200b\u200d\ufeff", None])
def test_a_message_that_says_nothing_is_refused(people: People, text: str | None) -> None:
    refused = say(people.client(), text)
    assert (refused.status_code, refused.get_json()["fields"]) == (422, {"text": NOTHING})


@pytest.mark.parametrize("text", ["x" * 4001, "x" * 10_000, 7, ["Hello"], "\ud800"])
def test_what_is_too_long_or_no_text_is_refused_in_words(people: People, text: Any) -> None:
    refused = say(people.client(), text)
    assert refused.status_code in (400, 422)
    assert not Message.select().exists()
    if isinstance(text, str) and len(text) > 1:
        assert refused.get_json()["fields"] == {"text": "Message must be at most 4,000 characters"}


def test_files_come_with_the_message_and_are_fetched_as_documents_of_the_project(people: People) -> None:
    client, staff = people.client(), people.staff()
    plan, survey = attach(client, "Plan.pdf"), attach(client, "Survey.pdf")
    assert say(client, "", files=[survey, plan, plan]).status_code == 201
    files = read(staff)["messages"][0]["files"]
    assert [file["fileName"] for file in files] == ["Plan.pdf", "Survey.pdf"]
    with staff.get(f"/api/admin/documents/{plan}/download") as answer:
        assert answer.data == sample_pdf("Plan")
    listed = client.get("/api/client/documents").get_json()
    assert {plan, survey} <= {file["id"] for file in listed}


def test_what_comes_with_a_message_is_not_asked_about_as_sent_for_the_checklist(people: People) -> None:
    client = people.client(files=0)
    attached = attach(client, "Photo.pdf")

    def asked() -> str:
        return next(step["title"] for step in client.get("/api/client/steps").get_json() if step["kind"] == "documents")

    assert asked() == "You sent 1 file: tell us what it is"
    assert say(client, "How it looks today.", files=[attached]).status_code == 201
    assert asked() == "We need 2 documents"


def test_files_are_found_through_the_project_and_its_side_and_go_once(people: People) -> None:
    client, other, staff = people.client(), people.client("bruno@example.com"), people.staff()
    mine = attach(client)
    booked = Document.get(Document.uploaded_by == "visitor", Document.project_id == Project.get().id).id
    elsewhere = Document.get(Document.project_id != Project.get().id).id
    for number in (elsewhere, 999, booked):
        refused = say(client, "Hello", files=[number])
        assert (refused.status_code, refused.get_json()["fields"]) == (422, {"documents": NOT_A_FILE})
    assert say(staff, "Hello", files=[mine]).status_code == 422
    assert say(other, "Hello", files=[mine]).status_code == 404
    assert say(client, "Hello", files=[mine]).status_code == 201
    assert say(client, "Hello again", "k2", files=[mine]).status_code == 422
    assert say(client, "Hello", files=[-1]).status_code == 422
    many = [attach(client, f"Plan {number}.pdf") for number in range(6)]
    assert say(client, "Hello", "k3", files=many).get_json()["fields"] == {"documents": TOO_MANY_FILES}
    assert say(client, "Hello", "k3", files=many[:5]).status_code == 201
    assert MessageFile.select().count() == 6


def test_what_staff_send_along_is_shared_by_the_message_without_a_letter_of_its_own(people: People) -> None:
    client, staff, project = people.client(files=0), people.staff(), Project.get()
    data = {"file": (io.BytesIO(sample_pdf("Report")), "Report.pdf")}
    uploaded = staff.browser.post(f"/api/admin/projects/{project.id}/documents", data=data).get_json()["id"]
    assert client.get("/api/client/documents").get_json() == []
    assert say(staff, "Our report.", files=[uploaded]).status_code == 201
    assert [file["fileName"] for file in read(client)["messages"][0]["files"]] == ["Report.pdf"]
    with client.get(f"/api/client/documents/{uploaded}/download") as answer:
        assert answer.data == sample_pdf("Report")
    assert Letter.select().where(Letter.kind == "documents_shared").count() == 0
    assert AuditLine.select().where(AuditLine.action == "share", AuditLine.subject == f"document:{uploaded}").exists()
    assert staff.post(f"/api/admin/documents/{uploaded}/take-back").status_code == 200
    assert read(client)["messages"][0]["files"] == []
    assert [file["fileName"] for file in read(staff)["messages"][0]["files"]] == ["Report.pdf"]


def test_a_removed_document_takes_nothing_else_of_its_message_with_it(people: People) -> None:
    client = people.client()
    plan = attach(client)
    say(client, "Here it is.", files=[plan])
    documents.remove(Document.get_by_id(plan), people.house.config.documents_folder)
    (line,) = read(client)["messages"]
    assert (line["text"], line["files"]) == ("Here it is.", [])


def test_the_sixty_first_message_within_an_hour_waits(people: People, watch: Watch) -> None:
    client, staff = people.client(), people.staff()
    for number in range(MOST_AN_HOUR):
        assert say(client, "Hello", f"k{number}").status_code == 201
        watch.now += timedelta(seconds=10)
    refused = say(client, "Hello", "one more")
    assert refused.status_code == 429
    assert refused.get_json()["message"] == (
        "You have sent many messages within an hour. What you wrote is still here: please send it again in 50 minutes, "
        "or call us."
    )
    # A repetition is no new message, and staff are not counted.
    assert say(client, "Hello", "k59").status_code == 201
    assert say(staff, "Hello").status_code == 201
    watch.now += timedelta(seconds=int(refused.headers["Retry-After"]) - 1)
    assert say(client, "Hello", "one more").status_code == 429
    watch.now += timedelta(seconds=1)
    assert say(client, "Hello", "one more").status_code == 201


@pytest.mark.parametrize("status", ["completed", "cancelled"])
def test_a_closed_project_can_only_be_read_by_either_side(people: People, status: str) -> None:
    client, staff = people.client(), people.staff()
    first = say(client, "Hello").get_json()
    Project.update(status=status).execute()
    closed = CLOSED.format(call="call us on (02) 5550 0134")
    for person, why in ((client, closed), (staff, CLOSED_TO_STAFF)):
        refused = say(person, "One more thing", "k2")
        assert (refused.status_code, refused.get_json()["message"]) == (409, why)
        assert read(person)["readOnly"] == why
        assert [line["id"] for line in read(person)["messages"]] == [first["id"]]
    # The answer to a sending that arrived was lost, and the project was closed meanwhile.
    assert say(client, "Hello").get_json() == first


@pytest.mark.spec("R-01", "G-02")
def test_what_is_not_proved_has_no_messages_for_anybody_but_staff(people: People, watch: Watch) -> None:
    client, staff = people.client("ann@example.com"), people.staff()
    ann = Onboarder(people.house)
    mine = {"project": ann.project}
    assert say(client, "Hello", **mine).status_code == 404
    assert client.get(f"/api/client/projects/{ann.project}/messages").status_code == 404
    assert say(staff, "Hello", **mine).get_json()["message"] == NOT_THEIRS_YET
    assert staff.post(f"/api/admin/projects/{ann.project}/confirm-client").status_code == 200
    assert say(client, "Hello", **mine).status_code == 201
    disown(Project.get_by_id(ann.project), "helena", "not theirs", watch.now)
    assert say(client, "Hello", "k2", **mine).status_code == 404
    assert client.get(f"/api/client/projects/{ann.project}/messages").status_code == 404
    assert staff.get(f"/api/admin/projects/{ann.project}/messages").status_code == 200


def test_a_project_with_messages_is_not_handed_to_another_address(people: People) -> None:
    ann = Onboarder(people.house, email="ann@example.com")
    project = Project.get_by_id(ann.project)
    key = {"headers": {"Idempotency-Key": "submission"}}
    ann.intake = ann.post("/api/clients", {**DETAILS, "email": "ann@example.com"}, **key).get_json()["id"]
    project = Project.get_by_id(ann.make_project("scope_tender"))
    other = {**DETAILS, "email": "other@example.com"}
    with write():
        Message.create(project=project, text="Private", send_key="k", sent_at=project.created_at)
    refused = ann.post("/api/clients", other, **key)
    assert (refused.status_code, Project.get_by_id(project.id).client_id) == (409, project.client_id)
    Message.delete().execute()
    assert ann.post("/api/clients", other, **key).status_code == 201
    assert Project.get_by_id(project.id).client_id != project.client_id


def test_staff_do_not_write_to_a_client_who_cannot_sign_in(people: People) -> None:
    staff = people.staff()
    people.visitor().book()
    Client.update(password_hash=None, access_due_at=None).execute()
    refused = say(staff, "Hello")
    assert (refused.status_code, refused.get_json()["message"]) == (409, NO_SIGN_IN)
    assert read(staff)["readOnly"] == NO_SIGN_IN


def test_what_staff_write_leaves_one_line_in_the_log_however_often_it_is_sent(people: People) -> None:
    people.client()
    staff = people.staff()
    for _ in range(3):
        say(staff, "Hello")
    lines = AuditLine.select().where(AuditLine.action == "message")
    project = Project.get().id
    assert [(line.actor, line.subject, line.detail) for line in lines] == [
        ("helena", "message:1", f"project:{project}")
    ]


def test_nothing_of_a_message_is_left_when_the_last_step_fails(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    client = people.client()
    plan = attach(client)

    def dies(**row: Any) -> None:
        raise RuntimeError("the power is cut")

    monkeypatch.setattr(Reader, "insert", dies)
    with pytest.raises(RuntimeError):
        actions.send(Project.get().id, Writer(client_id=Client.get().id), "Hello", [plan], "k1")
    assert (Message.select().count(), MessageFile.select().count(), Reader.select().count()) == (0, 0, 0)
    monkeypatch.undo()
    assert say(client, "Hello", files=[plan]).status_code == 201


def test_a_long_conversation_is_read_page_by_page(people: People) -> None:
    client, project = people.client(), Project.get()
    with write():
        for number in range(120):
            row = {"text": f"{number}", "send_key": f"{number}", "sent_at": project.created_at}
            Message.create(project=project, **row)
    pages, before = [], None
    while True:
        page = read(client, **({"before": before} if before else {}))
        pages.append([line["text"] for line in page["messages"]])
        if not page["hasEarlier"]:
            break
        before = page["messages"][0]["id"]
    assert [len(page) for page in pages] == [50, 50, 20]
    assert [text for page in reversed(pages) for text in page] == [f"{number}" for number in range(120)]
    assert client.get(f"/api/client/projects/{project.id}/messages?before=0").status_code == 422


def test_no_one_writes_about_what_was_erased(people: People) -> None:
    people.client()
    Project.update(erased_at=Project.get().created_at).execute()
    assert say(people.staff(), "Hello").status_code == 404
    with pytest.raises(AppError):
        actions.note_read(Project.get().id, Writer(), 1)
