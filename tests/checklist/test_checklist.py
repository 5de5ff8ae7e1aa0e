"""What a project needs from its client: asked, ticked, declined, withdrawn, and told once."""

import io
from datetime import timedelta
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app import clock
from app.accounts.models import Client
from app.alerts.models import Alert
from app.audit.models import AuditLine
from app.checklist.models import Need
from app.config import in_force
from app.consultations.reminded import remind
from app.demo.papers import sample_pdf
from app.documents.models import Document
from app.mail.models import Letter
from app.projects.models import Project
from app.slots import actions as slots
from tests.attention.waiting import lines as waiting
from tests.attention.waiting import said
from tests.consultations.scheduled import Client as Scheduled
from tests.firms import Configured
from tests.onboarders import Onboarder
from tests.people import VISA, People, Person
from tests.watch import Watch


@pytest.fixture
def amelia(people: People) -> Person:
    """A client whose paid project needs plans and a site survey, and who has sent nothing."""
    return people.client("amelia@example.com", files=0)


def lines(person: Person) -> dict[str, str]:
    return {line["title"]: line["state"] for line in person.get("/api/client/needs").get_json()}


def line(title: str, project: int | None = None) -> Need:
    asked = Need.title == title
    found: Need = Need.get(asked if project is None else asked & (Need.project_id == project))
    return found


def send(person: Person, **form: Any) -> TestResponse:
    data = {"file": (io.BytesIO(sample_pdf("Plan")), "Plan.pdf"), "projectId": str(Project.get().id)}
    key = {"Idempotency-Key": form.pop("key")} if "key" in form else {}
    return person.browser.post("/api/documents", data={**data, **form}, headers=key)


def alerts(kind: str) -> list[str]:
    return [row.message for row in Alert.select().where(Alert.kind == kind)]


@pytest.mark.spec("D-07")
def test_a_paid_project_waits_for_what_its_service_needs(amelia: Person) -> None:
    assert lines(amelia) == {"Plans": "missing", "Site survey": "missing"}
    assert {need.asked_by for need in Need.select()} == {"catalogue"}


def test_an_unpaid_project_is_asked_for_nothing(people: People) -> None:
    slots.generate(clock.now())
    ann = Onboarder(people.house)
    assert Need.select().count() == 0
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    people.house.sandbox.confirm(intent := ann.begin_card(), card=VISA)
    assert Need.select().count() == 0
    ann.settle(intent)
    assert [need.title for need in Need.select()] == ["Plans", "Site survey"]


def test_the_owner_says_what_a_service_needs(people: People, configured: Configured) -> None:
    configured(values={"catalogue": {"services": {"planning_approvals": {"needs": ["Title deed", "Title deed"]}}}})
    people.client("amelia@example.com", files=0)
    configured(values={"catalogue": {"services": {"planning_approvals": {"needs": []}}}})
    people.client("bruno@example.com", files=0)
    assert [need.title for need in Need.select()] == ["Title deed"]


@pytest.mark.spec("D-07")
def test_a_document_ticks_the_line_it_was_added_to_and_staff_hear_once_that_nothing_is_missing(amelia: Person) -> None:
    for title, complete in (("Plans", 0), ("Plans", 0), ("Site survey", 1)):
        assert send(amelia, needId=str(line(title).id)).status_code == 201
        assert len(said("checklist")) == complete
    assert lines(amelia) == {"Plans": "sent", "Site survey": "sent"}
    before = [each.line.reason for each in waiting("checklist")]
    assert send(amelia, needId=str(line("Plans").id)).status_code == 201
    assert [each.line.reason for each in waiting("checklist")] == before


@pytest.mark.parametrize("left", [False, True])
def test_what_is_needed_no_longer_is_not_asked_for_by_a_letter_that_has_not_left(people: People, left: bool) -> None:
    people.client()
    staff, project, told = people.staff(), Project.get().id, Letter.kind == "documents_needed"
    Need.delete().execute()
    path = f"/api/admin/projects/{project}/needs"
    assert staff.post(path, {"titles": ["Site survey", "Soil report"]}).status_code == 200
    if left:
        Letter.update(status="sent", attempts=1).where(told).execute()
    survey, soil = Need.select().order_by(Need.id)
    assert staff.post(f"/api/admin/needs/{survey.id}/withdraw").status_code == 200
    [letter] = Letter.select().where(told)
    assert ("Soil report" in letter.text, "Site survey" in letter.text) == (True, left)
    assert staff.post(f"/api/admin/needs/{soil.id}/withdraw").status_code == 200
    assert Letter.select().where(told).count() == int(left)


def test_a_checklist_waits_for_staff_since_its_last_line_was_settled_or_withdrawn(people: People, watch: Watch) -> None:
    amelia = people.client("amelia@example.com", files=0)
    assert send(amelia, needId=str(line("Plans").id)).status_code == 201
    assert waiting("checklist") == []
    watch.now += timedelta(days=2)
    survey = line("Site survey").id
    assert people.staff().post(f"/api/admin/needs/{survey}/withdraw").status_code == 200
    [each] = waiting("checklist")
    assert each.line.since == watch.now


def test_a_project_waits_for_its_documents_until_none_is_missing(amelia: Person) -> None:
    assert Project.get().status == "pending_documents"
    send(amelia, needId=str(line("Plans").id))
    assert Project.get().status == "pending_documents"
    amelia.post(f"/api/client/needs/{line('Site survey').id}/decline")
    assert Project.get().status == "inquiry"


def test_a_document_that_names_no_line_may_be_all_that_was_waited_for(amelia: Person) -> None:
    assert send(amelia, documentType="contract").status_code == 201
    assert Project.get().status == "inquiry"
    assert set(lines(amelia).values()) == {"missing"}


def test_a_client_says_what_they_do_not_have_and_may_send_it_after_all(amelia: Person) -> None:
    for _ in range(2):
        assert amelia.post(f"/api/client/needs/{line('Plans').id}/decline").status_code == 200
    assert lines(amelia)["Plans"] == "declined"
    assert alerts("document_declined") == [f"HPM-{Project.get().id}: the client does not have “Plans”."]
    assert AuditLine.select().where(AuditLine.action == "decline").count() == 1
    send(amelia, needId=str(line("Plans").id))
    assert lines(amelia)["Plans"] == "sent"
    refused = amelia.post(f"/api/client/needs/{line('Plans').id}/decline")
    assert (refused.status_code, lines(amelia)["Plans"]) == (409, "sent")
    assert refused.get_json()["message"] == "“Plans” has come meanwhile. Nothing was done here."


def test_a_client_has_a_document_after_all(amelia: Person) -> None:
    need = line("Plans").id
    amelia.post(f"/api/client/needs/{need}/decline")
    for _ in range(2):
        assert amelia.browser.delete(f"/api/client/needs/{need}/decline").status_code == 200
    assert lines(amelia)["Plans"] == "missing"
    assert alerts("document_declined") == []
    assert AuditLine.select().where(AuditLine.action == "undo", AuditLine.subject == f"need:{need}").count() == 1
    # What came meanwhile is not taken back by it.
    send(amelia, needId=str(need))
    assert amelia.browser.delete(f"/api/client/needs/{need}/decline").status_code == 409
    assert lines(amelia)["Plans"] == "sent"


def test_an_old_page_does_nothing_about_a_line_that_was_answered_otherwise(people: People) -> None:
    amelia, staff = people.client("amelia@example.com", files=1), people.staff()
    plans, survey = line("Plans").id, line("Site survey").id
    sent = send(amelia, needId=str(plans), key="plans")
    assert sent.status_code == 201
    assert amelia.post(f"/api/client/needs/{survey}/decline").status_code == 200
    for need, told in (
        (plans, "“Plans” has come meanwhile."),
        (survey, "Meanwhile the client has said that they do not have “Site survey”."),
    ):
        refused = staff.post(f"/api/admin/needs/{need}/withdraw")
        assert refused.status_code == 409 and refused.get_json()["message"].startswith(told)
    assert lines(amelia) == {"Plans": "sent", "Site survey": "declined"}

    assert staff.post(f"/api/admin/projects/{Project.get().id}/needs", {"titles": ["Lease"]}).status_code == 200
    lease, spare = line("Lease").id, Document.get(Document.need_id.is_null()).id
    assert staff.post(f"/api/admin/needs/{lease}/withdraw").status_code == 200
    count = Document.select().count()
    for refused in (
        amelia.post(f"/api/client/needs/{lease}/document", {"documentId": spare}),
        amelia.post(f"/api/client/needs/{lease}/decline"),
        send(amelia, needId=str(lease)),
    ):
        assert refused.status_code == 409
        assert refused.get_json()["message"] == "“Lease” is not asked for any more. Nothing was done here."
    assert (Document.select().count(), "Lease" in lines(amelia)) == (count, False)
    # What came before is not refused where it is only sent again.
    Need.update(withdrawn_at=clock.now()).where(Need.id == plans).execute()
    again = send(amelia, needId=str(plans), key="plans")
    assert (again.status_code, again.get_json()["id"]) == (201, sent.get_json()["id"])


def test_what_was_sent_before_ticks_one_line(people: People) -> None:
    amelia = people.client("amelia@example.com", files=1)
    plan = Document.get().id
    for _ in range(2):
        assert amelia.post(f"/api/client/needs/{line('Plans').id}/document", {"documentId": plan}).status_code == 200
    assert lines(amelia) == {"Plans": "sent", "Site survey": "missing"}
    other = amelia.post(f"/api/client/needs/{line('Site survey').id}/document", {"documentId": plan})
    assert (other.status_code, lines(amelia)["Site survey"]) == (409, "missing")


@pytest.mark.spec("R-01")
def test_nobody_ticks_anothers_line_nor_with_anothers_document(people: People, amelia: Person) -> None:
    bruno = people.client("bruno@example.com", files=1)
    theirs, hers = (
        Project.get(Project.client == Client.get(Client.email == who)).id
        for who in ("bruno@example.com", "amelia@example.com")
    )
    document = Document.get(Document.project_id == theirs).id
    need = line("Plans", hers).id
    answers = [
        bruno.post(f"/api/client/needs/{need}/decline"),
        bruno.post(f"/api/client/needs/{need}/document", {"documentId": document}),
        amelia.post(f"/api/client/needs/{need}/document", {"documentId": document}),
        send(amelia, projectId=str(hers), needId=str(line("Plans", theirs).id)),
        send(amelia, projectId=str(hers), needId="x"),
        send(amelia, projectId=str(hers), needId=str(2**70)),
    ]
    assert [answer.status_code for answer in answers] == [404] * 6
    assert set(lines(amelia).values()) | set(lines(bruno).values()) == {"missing"}


def test_staff_hear_of_documents_in_one_line_that_goes_once_they_have_opened_all(
    people: People, amelia: Person
) -> None:
    for _ in range(3):
        send(amelia)
    assert said("documents") == ["3 documents that nobody here has opened yet."]
    staff = people.staff()
    for document in list(Document.select())[:2]:
        staff.get(f"/api/admin/documents/{document.id}/download").close()
    assert said("documents") == ["1 document that nobody here has opened yet."]
    quotes = [line["quote"] for line in staff.get("/api/admin/attention").get_json()["lines"] if line["quote"]]
    assert quotes == [Document.select().order_by(Document.id.desc()).get().file_name]
    staff.get(f"/api/admin/documents/{Document.select().order_by(Document.id.desc()).get().id}/download").close()
    assert said("documents") == []


def test_staff_hear_nothing_of_what_a_stranger_puts_beside_a_client(people: People, amelia: Person) -> None:
    stranger = Onboarder(people.house, email="amelia@example.com")
    assert stranger.attach().status_code == 201
    assert said("documents") == []
    assert len(amelia.get("/api/client/documents").get_json()) == 0


@pytest.mark.spec("D-07")
def test_staff_ask_for_more_and_the_client_gets_one_letter_about_all_that_is_missing(
    people: People, amelia: Person
) -> None:
    staff, number = people.staff(), Project.get().id
    Project.update(status="inquiry").execute()
    for _ in range(2):
        asked = staff.post(f"/api/admin/projects/{number}/needs", {"titles": ["Soil report", "plans"]})
        assert asked.status_code == 200
    (letter,) = Letter.select().where(Letter.kind == "documents_needed")
    assert letter.subject == f"[TEST] We need 3 documents from you: HPM-{number}"
    assert all(words in letter.text for words in ("Plans", "Site survey", "Soil report"))
    assert f"{in_force().server.address}/client-portal/projects/HPM-{number}" in letter.text
    assert Project.get().status == "pending_documents"


def test_what_is_asked_for_is_kept_tidy_and_can_be_read(people: People, amelia: Person) -> None:
    staff, path = people.staff(), f"/api/admin/projects/{Project.get().id}/needs"
    for title in ("", " \n\u202e", "\u200b\u2060", "\u3164", "a" * 101, 7):
        refused = staff.post(path, {"titles": ["Lease", title]})
        assert (refused.status_code, list(refused.get_json()["fields"])) == (422, ["titles.1"])
    assert "Lease" not in lines(amelia)
    assert staff.post(path, {"titles": [" Soil\x00 \x07report\r\nof\u202e 2026 "]}).status_code == 200
    assert "Soil report of 2026" in lines(amelia)


def test_asking_moves_no_project_on_which_work_has_begun(people: People, amelia: Person) -> None:
    Project.update(status="in_progress").execute()
    asked = people.staff().post(f"/api/admin/projects/{Project.get().id}/needs", {"titles": ["Lease"]})
    assert (asked.status_code, Project.get().status) == (200, "in_progress")


@pytest.mark.parametrize("ends", ["sent", "declined", "withdrawn"])
def test_a_scheduled_project_waits_for_what_staff_ask_and_is_scheduled_again(
    people: People, watch: Watch, ends: str
) -> None:
    slots.generate(clock.now())
    amelia, staff = Scheduled.with_time(people, 40), people.staff()
    Need.update(withdrawn_at=clock.now()).execute()
    number, start = amelia.project, amelia.start
    assert Project.get().status == "scheduled"
    assert staff.post(f"/api/admin/projects/{number}/needs", {"titles": ["Lease"]}).status_code == 200
    assert Project.get().status == "pending_documents"
    # The consultation stands all the same, and its client is reminded of it.
    assert [step["kind"] for step in amelia.get("/api/client/steps").get_json()] == ["consultation", "documents"]
    assert amelia.appointment()["takesPlace"] and amelia.start == start
    assert remind(Project.get().appointment_date - timedelta(hours=2)) == 1
    # Another document is not what was asked for.
    assert send(amelia).status_code == 201
    assert Project.get().status == "pending_documents"
    need = line("Lease").id
    match ends:
        case "sent":
            assert send(amelia, needId=str(need)).status_code == 201
        case "declined":
            assert amelia.post(f"/api/client/needs/{need}/decline").status_code == 200
        case "withdrawn":
            assert staff.post(f"/api/admin/needs/{need}/withdraw").status_code == 200
    assert Project.get().status == "scheduled"
    told = [event["what"] for event in amelia.get(f"/api/client/projects/{number}").get_json()["history"]]
    assert "We asked for documents" in told and ("Your documents arrived" in told) is (ends == "sent")


@pytest.mark.parametrize("change", [{"proved_at": None}, {"status": "cancelled"}])
def test_nobody_is_asked_about_what_is_not_proved_or_closed(
    people: People, amelia: Person, change: dict[str, Any]
) -> None:
    Project.update(**change).execute()
    answer = people.staff().post(f"/api/admin/projects/{Project.get().id}/needs", {"titles": ["Lease"]})
    assert (answer.status_code, Letter.select().where(Letter.kind == "documents_needed").count()) == (409, 0)


def test_what_staff_need_no_longer_leaves_the_list(people: People, amelia: Person) -> None:
    for title in ("Plans", "Site survey"):
        for _ in range(2):
            assert people.staff().post(f"/api/admin/needs/{line(title).id}/withdraw").status_code == 200
    assert lines(amelia) == {}
    assert Project.get().status == "inquiry"
    assert AuditLine.select().where(AuditLine.action == "withdraw").count() == 2


def test_a_closed_project_shows_no_checklist_and_takes_nothing(amelia: Person) -> None:
    need = line("Plans").id
    Project.update(status="completed").execute()
    assert lines(amelia) == {}
    assert amelia.post(f"/api/client/needs/{need}/decline").status_code == 409
    assert send(amelia, needId=str(need)).status_code == 409
