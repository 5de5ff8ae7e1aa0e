"""What staff share: visible then and not before, told by one letter, new until opened, taken back."""

import io
import threading
from typing import Any

import pytest

from app import clock
from app.accounts import credentials as accounts
from app.accounts.models import Client
from app.audit.models import AuditLine
from app.checklist.models import Need
from app.db import close, write
from app.demo.papers import sample_pdf
from app.documents import sharing
from app.documents.models import Document, Opening
from app.errors import AppError
from app.mail.models import Letter
from app.projects.models import Project
from app.projects.rules import Proof
from app.retention import remains
from app.retention.unpaid import Unpaid
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import PASSWORD, People, Person


@pytest.fixture
def amelia(people: People) -> Person:
    """A client with one project and no documents."""
    return people.client("amelia@example.com", files=0)


@pytest.fixture
def helena(people: People, amelia: Person) -> Person:
    """A member of staff."""
    return people.staff()


def put(staff: Person, name: str = "Report.pdf", key: str | None = None) -> int:
    """Staff put a file beside the project; its id."""
    data = {"file": (io.BytesIO(sample_pdf("Report")), name), "documentType": "inspection_report"}
    answer = staff.browser.post(
        f"/api/admin/projects/{Project.get().id}/documents",
        data=data,
        headers={"Idempotency-Key": key} if key else {},
    )
    assert answer.status_code == 201, answer.get_json()
    return int(answer.get_json()["id"])


def share(staff: Person, *ids: int) -> int:
    path = f"/api/admin/projects/{Project.get().id}/documents/share"
    return staff.post(path, {"documentIds": list(ids)}).status_code


def seen(client: Person) -> list[dict[str, Any]]:
    return list(client.get("/api/client/documents").get_json())


def steps(client: Person) -> list[str]:
    return [step["kind"] for step in client.get("/api/client/steps").get_json()]


def letters() -> list[Letter]:
    return list(Letter.select().where(Letter.kind == "documents_shared").order_by(Letter.id))


@pytest.mark.spec("D-07", "R-01")
def test_a_client_sees_what_staff_share_and_nothing_else_of_theirs(amelia: Person, helena: Person) -> None:
    internal, report = put(helena, "Internal notes.pdf"), put(helena)
    assert seen(amelia) == []
    for number in (internal, report):
        assert amelia.get(f"/api/client/documents/{number}/download").status_code == 404
    assert share(helena, report) == 200
    (row,) = seen(amelia)
    assert (row["id"], row["uploadedBy"], row["isNew"], row["openedAt"]) == (report, "staff", True, None)
    assert amelia.get(f"/api/client/documents/{internal}/download").status_code == 404


@pytest.mark.spec("D-07")
def test_a_shared_document_is_new_until_its_client_opens_it(amelia: Person, helena: Person) -> None:
    report = put(helena)
    share(helena, report)
    assert "new_document" in steps(amelia)
    path = f"/api/client/documents/{report}/download"
    with amelia.browser.head(path) as looked:
        assert looked.status_code == 200
    helena.get(f"/api/admin/documents/{report}/download").close()
    assert seen(amelia)[0]["isNew"] is True
    for _ in range(2):
        with amelia.get(path) as got:
            assert got.data == sample_pdf("Report")
    (row,) = seen(amelia)
    assert (row["isNew"], row["openedAt"] is None) == (False, False)
    opened = Opening.get(Opening.reader_kind == "client")
    assert (opened.document_id, opened.reader) == (report, str(Project.get().client_id))
    assert "new_document" not in steps(amelia)
    told = helena.get(f"/api/admin/projects/{Project.get().id}").get_json()["documents"]
    assert told[0]["openedAt"] == row["openedAt"]


@pytest.mark.spec("D-07")
def test_one_letter_with_one_button_tells_of_all_that_is_shared_at_once(amelia: Person, helena: Person) -> None:
    ids = [put(helena, f"Report {number}.pdf") for number in range(3)]
    for _ in range(2):
        assert share(helena, *ids) == 200
    (letter,) = letters()
    number = Project.get().id
    assert letter.recipient == "amelia@example.com"
    assert letter.subject == f"[TEST] 3 documents are ready for you: HPM-{number}"
    assert letter.text.count(f"/client-portal/projects/HPM-{number}") == 1
    assert all(f"Report {each}.pdf" in letter.text for each in range(3))
    assert share(helena, ids[0], put(helena)) == 200
    assert len(letters()) == 2
    helena.post(f"/api/admin/documents/{ids[0]}/take-back")
    assert len(letters()) == 2, "they tell of others, too"


def test_what_is_taken_back_is_gone_from_the_portal_and_may_be_shared_again(amelia: Person, helena: Person) -> None:
    report = put(helena)
    share(helena, report)
    for _ in range(2):
        assert helena.post(f"/api/admin/documents/{report}/take-back").status_code == 200
    assert (seen(amelia), letters()) == ([], []), "the letter had not left"
    assert amelia.get(f"/api/client/documents/{report}/download").status_code == 404
    share(helena, report)
    assert (len(seen(amelia)), len(letters())) == (1, 1)
    acts = [line.action for line in AuditLine.select().where(AuditLine.subject == f"document:{report}")]
    assert acts == ["upload", "share", "take-back-share", "share"]


@pytest.mark.parametrize("change", [{"proved_at": None}, {"proved_at": None, "disowned_at": clock.now()}])
def test_nothing_is_shared_before_the_project_is_proved(
    amelia: Person, helena: Person, change: dict[str, object]
) -> None:
    report = put(helena)
    Project.update(**change).execute()
    assert share(helena, report) == 409
    assert (letters(), Document.get().shared_at) == ([], None)


def test_nothing_is_shared_with_a_client_who_cannot_sign_in(amelia: Person, helena: Person) -> None:
    report = put(helena)
    Client.update(password_hash=None, access_due_at=None).execute()
    assert share(helena, report) == 409
    assert helena.post(f"/api/admin/projects/{Project.get().id}/needs", {"titles": ["Lease"]}).status_code == 409
    assert Letter.select().where(Letter.kind.in_(["documents_shared", "documents_needed"])).count() == 0
    Client.update(access_due_at=clock.now()).execute()
    assert share(helena, report) == 200


def test_neither_the_clients_own_nor_anothers_nor_nothing_is_shared(people: People, helena: Person) -> None:
    people.client("bruno@example.com", files=1)
    theirs, mine = Document.get().id, put(helena)
    assert share(helena, mine, theirs) == 404
    assert share(helena, 99_999) == 404
    assert share(helena) == 422
    Document.update(project_id=Project.get().id).where(Document.id == theirs).execute()
    assert share(helena, mine, theirs) == 409
    assert letters() == []


def test_staff_who_press_twice_put_one_file_there(helena: Person) -> None:
    assert put(helena, key="once") == put(helena, key="once")
    assert Document.select().count() == 1


def test_a_document_that_is_shared_while_it_is_erased_is_gone_and_nobody_is_told(helena: Person) -> None:
    """Whoever comes second finds what the first has left: all of it, or nothing."""
    report, project = put(helena), Project.get()
    now, met, answers = clock.now(), threading.Barrier(2), list[str]()
    erased = Unpaid(None, None, project.id, None, "", "", now, now, None)

    def erase() -> None:
        met.wait()
        with write():
            remains.erase(erased, now)
        answers.append("erased")
        close()

    def shared() -> None:
        met.wait()
        try:
            sharing.share(project.id, [report], "helena", now)
            answers.append("shared")
        except AppError as refusal:
            answers.append(str(refusal.status))
        close()

    racers = [threading.Thread(target=erase), threading.Thread(target=shared)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(answers) in (["404", "erased"], ["erased", "shared"])
    assert (Document.select().count(), Opening.select().count(), Need.select().count(), letters()) == (0, 0, 0, [])


@pytest.mark.spec("R-01")
def test_success_names_what_was_sent_to_us_and_no_document_of_ours(people: People) -> None:
    slots.generate(clock.now())
    ann = Onboarder(people.house)
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    ann.pay()
    accounts.set_client_password("ann@example.com", PASSWORD)
    ann.sign_in("ann@example.com")
    staff = people.staff()
    put(staff, "Margin.pdf")
    shared = put(staff, "Report.pdf")
    address = f"/api/bookings/confirmation?projectId={ann.project}"
    assert ann.get(address).get_json()["booking"]["files"] == []
    assert share(staff, shared) == 200
    assert ann.get(address).get_json()["booking"]["files"] == []
    sent = {"file": (io.BytesIO(sample_pdf("Plan")), "Plan.pdf"), "projectId": str(ann.project)}
    assert ann.browser.post("/api/documents", data=sent).status_code == 201
    assert ann.get(address).get_json()["booking"]["files"] == ["Plan.pdf"]


def test_a_project_that_was_asked_for_documents_can_still_be_paid(people: People) -> None:
    slots.generate(clock.now())
    people.client("ann@example.com", files=0)
    ann = Onboarder(people.house)
    with write():
        Project.update(proved_at=clock.now(), proved_by=Proof.STAFF).where(Project.id == ann.project).execute()
    ann.sign_in("ann@example.com")
    asked = people.staff().post(f"/api/admin/projects/{ann.project}/needs", {"titles": ["Survey"]})
    assert (asked.status_code, Project.get_by_id(ann.project).status) == (200, "pending_documents")
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    assert ann.checkout()["canPay"]
