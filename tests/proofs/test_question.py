"""The one letter that asks a known client: is this yours? And its link."""

import html
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.alerts.models import Alert
from app.consultations.expired import expire_holds
from app.db import database, write
from app.enquiries import actions as enquiries
from app.fields import tidy
from app.limits import limiter
from app.mail.models import Letter
from app.mail.rules import SHARES
from app.projects.models import HistoryLine, Project
from app.projects.rules import Proof
from app.proofs.models import Question
from app.proofs.ownership import prove
from app.proofs.rules import ONE_LETTER_EACH, QUESTION_LASTS
from tests.onboarders import DETAILS, Onboarder
from tests.people import People, Person
from tests.proofs.strangers import bait, by_transfer, letters, portal, submit, token_of
from tests.watch import Watch

pytestmark = pytest.mark.usefixtures("watch")
AMELIA = "amelia@example.com"
LETTERS = st.text(st.characters(categories=("L",)), min_size=6, max_size=30).map(lambda text: f"qz{text}zq")
WORDS = st.text(st.characters(categories=("L", "N", "P", "S")), min_size=6, max_size=30).map(lambda text: f"qz{text}zq")
NUMBERS = st.text("0123456789", min_size=12, max_size=30).map(lambda digits: f"+{digits}")


def ask(person: Person, token: str) -> tuple[int, str]:
    told = person.post("/api/ownership/question", {"token": token})
    return told.status_code, told.get_json().get("state", "")


def tell(person: Person, token: str, answer: str) -> tuple[int, str]:
    told = person.post("/api/ownership/answer", {"token": token, "answer": answer})
    return told.status_code, told.get_json().get("state", "")


def test_a_known_address_is_asked_once_and_a_new_one_never(people: People) -> None:
    people.client(AMELIA)
    first = submit(people.visitor(), email=AMELIA)
    submit(people.visitor(), email="new@example.com")
    (letter,) = letters()
    assert (letter.recipient, letter.project_id) == (AMELIA, first)
    assert letter.subject == "[TEST] Is this yours? Planning & Approvals"
    assert token_of(letter) not in str(database.execute_sql("SELECT * FROM ownership_questions").fetchall())


def test_an_address_gets_one_such_letter_a_day_however_often_it_is_typed(people: People, watch: Watch) -> None:
    people.client(AMELIA)
    for _ in range(3):
        submit(people.visitor(), email=AMELIA)
        submit(people.visitor(), email=AMELIA.upper(), service="scope_tender")
    assert len(letters()) == 1
    watch.now += ONE_LETTER_EACH + timedelta(seconds=1)
    for _ in range(2):
        submit(people.visitor(), email=AMELIA)
    assert len(letters()) == 2


@pytest.mark.spec("R-01")
def test_reading_the_question_changes_nothing_and_yes_proves_it(people: People) -> None:
    amelia = people.client(AMELIA)
    stranger = Onboarder(people.house, email=AMELIA)
    bait(stranger)
    before, token = portal(amelia), token_of(letters()[0])
    everything = list(Project.select().dicts()), list(Question.select().dicts())
    scanner = people.visitor()
    assert [ask(scanner, token) for _ in range(3)] == [(200, "open")] * 3
    assert scanner.get("/api/ownership/answer", query_string={"token": token, "answer": "yes"}).status_code == 405
    assert (list(Project.select().dicts()), list(Question.select().dicts())) == everything
    assert portal(amelia) == before
    reader = people.visitor()
    assert tell(reader, token, "yes") == (200, "yes")
    assert Project.get_by_id(stranger.project).proved_by == "link"
    assert len(amelia.get("/api/client/documents").get_json()) == 2
    # The link signs nobody in.
    assert reader.get("/api/client/projects").status_code == 401


def test_the_page_learns_only_our_own_words(people: People) -> None:
    people.client(AMELIA)
    submit(people.visitor(), email=AMELIA, name="Mallory")
    told = people.visitor().post("/api/ownership/question", {"token": token_of(letters()[0])}).get_json()
    assert set(told) == {"serviceTitle", "madeAt", "state", "mayBeTakenBack", "hasSignIn"}
    assert told["serviceTitle"] == "Planning & Approvals"


@pytest.mark.parametrize("has_sign_in", [True, False])
def test_the_page_learns_whether_the_client_has_a_sign_in_that_shows_it(people: People, has_sign_in: bool) -> None:
    if has_sign_in:
        people.client(AMELIA)
    else:
        # Staff made sure whose the first one was, and nothing was ever paid.
        first = submit(people.visitor(), email=AMELIA)
        people.staff().post(f"/api/admin/projects/{first}/confirm-client")
    submit(people.visitor(), email=AMELIA)
    body = {"token": token_of(letters()[0]), "answer": "yes"}
    assert people.visitor().post("/api/ownership/answer", body).get_json()["hasSignIn"] is has_sign_in


def test_no_keeps_it_out_tells_staff_and_ends_the_asking(people: People, watch: Watch) -> None:
    amelia = people.client(AMELIA)
    before = portal(amelia)
    stranger = Onboarder(people.house, email=AMELIA)
    token = token_of(letters()[0])
    assert tell(people.visitor(), token, "no") == (200, "no")
    assert tell(people.visitor(), token, "yes") == (200, "no")
    assert portal(amelia) == before
    (alert,) = Alert.select()
    assert (alert.kind, alert.link) == ("not_theirs", f"/admin/dashboard?project={stranger.project}")
    assert DETAILS["name"] not in alert.message
    watch.now += timedelta(days=2)
    stranger.make_project("scope_tender")
    by_transfer(stranger)
    assert len(letters()) == 1
    assert letters("transfer_details") == []
    lines = [line.note for line in HistoryLine.select().where(HistoryLine.project == stranger.project)]
    assert "Said that it is not theirs" in lines
    # Staff have the last word.
    people.staff().post(f"/api/admin/projects/{stranger.project}/confirm-client")
    assert len(amelia.get("/api/client/projects").get_json()) == 2


def test_a_link_answers_once_and_both_links_of_a_project_tell_the_same(people: People) -> None:
    people.client(AMELIA)
    stranger = Onboarder(people.house, email=AMELIA)
    by_transfer(stranger)
    first, second = token_of(letters()[0]), token_of(letters("transfer_details")[0])
    assert first != second
    assert tell(people.visitor(), second, "yes") == (200, "yes")
    assert [ask(people.visitor(), token)[1] for token in (first, second)] == ["settled", "yes"]
    assert tell(people.visitor(), first, "no") == (200, "settled")
    assert (Project.get_by_id(stranger.project).disowned_at, Alert.select().count()) == (None, 1)


def test_a_link_is_good_for_a_week_and_only_for_the_address_it_went_to(people: People, watch: Watch) -> None:
    people.client(AMELIA)
    people.client("bruno@example.com")
    key = {"headers": {"Idempotency-Key": "one"}}
    stranger = people.visitor()
    intake = stranger.post("/api/clients", {**DETAILS, "email": AMELIA}, **key).get_json()["id"]
    body = {"clientId": intake, "serviceType": "scope_tender"}
    stranger.post("/api/projects", body)
    to_amelia = token_of(letters()[0])
    stranger.post("/api/clients", {**DETAILS, "email": "bruno@example.com"}, **key)
    stranger.post("/api/projects", body)
    to_bruno = token_of(letters()[1])
    gone = "This link is no longer valid. If you have a question about it, please call us or reply to our email."
    for token in (to_amelia, "guess", "x" * 100):
        refused = people.visitor().post("/api/ownership/answer", {"token": token, "answer": "yes"})
        assert (refused.status_code, refused.get_json()["message"]) == (404, gone)
    assert ask(people.visitor(), to_bruno) == (200, "open")
    watch.now += QUESTION_LASTS
    limiter.reset()
    assert ask(people.visitor(), to_bruno)[0] == 404
    assert tell(people.visitor(), to_bruno, "yes")[0] == 404
    assert Project.get(Project.service_type == "scope_tender").proved_at is None


@pytest.mark.parametrize("body", [{}, {"token": ""}, {"token": "x" * 101}, {"token": "x", "answer": "maybe"}])
def test_a_malformed_answer_is_refused(people: People, body: dict[str, str]) -> None:
    assert people.visitor().post("/api/ownership/answer", body).status_code == 422


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=LETTERS, phone=NUMBERS, street=WORDS, city=WORDS)
def test_no_letter_to_a_known_address_holds_a_word_that_a_stranger_typed(
    people: People, name: str, phone: str, street: str, city: str
) -> None:
    """The question, the transfer's letter, the end of the hold and the thanks for an enquiry."""
    limiter.reset()
    if not Project.select().exists():
        people.visitor().book(email=AMELIA)
    with database.atomic() as transaction:
        seen = {letter.id for letter in Letter.select()}
        stranger = Person(people.house)
        told = {"name": name, "phone": phone, "addressStreet": street, "addressCity": city}
        project = submit(stranger, email=AMELIA, **told)
        free = stranger.get("/api/slots/available").get_json()[3]["id"]
        assert stranger.browser.patch(f"/api/slots/{free}/book", json={"projectId": project}).status_code == 200
        assert stranger.post(f"/api/projects/{project}/bank-transfer").status_code == 200
        over = Project.get_by_id(project).appointment_date
        expire_holds(over)
        enquiries.receive(name, AMELIA, phone, f"{street} {city}", None)
        new = [letter for letter in Letter.select() if letter.id not in seen and letter.recipient == AMELIA]
        assert {letter.kind for letter in new} == {
            "ownership_question",
            "transfer_details",
            "hold_expired",
            "enquiry_received",
        }
        for letter in new:
            said = "".join((letter.subject + letter.text + html.unescape(letter.html)).split())
            assert not [typed for typed in map(tidy, (name, phone, street, city)) if typed in said]
            assert "Hello," in letter.text
        transaction.rollback()


def test_a_client_who_is_not_proved_is_greeted_by_no_name(people: People) -> None:
    Onboarder(people.house, email="new@example.com")
    second = Onboarder(people.house, email="new@example.com")
    with write():
        Project.update(proved_at=None).execute()
    by_transfer(second)
    (letter,) = letters("transfer_details")
    assert (
        "Hello," in letter.text and DETAILS["name"] not in letter.text and "/client-portal/confirm" not in letter.text
    )


def test_the_page_says_that_the_account_comes_by_email_only_while_a_letter_with_it_does(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SHARES, "transfer_details", 1)
    said = []
    for _ in range(2):
        typing = Onboarder(people.house, email="new@example.com")
        by_transfer(typing)
        shown = typing.get(f"/api/bookings/confirmation?projectId={typing.project}").get_json()["booking"]["bank"]
        said.append((shown["byEmail"], typing.checkout()["bank"]["byEmail"]))
    assert said == [(True, True), (False, False)]
    staff = people.staff()
    assert staff.post(f"/api/admin/letters/{letters('transfer_details')[-1].id}/resend").status_code == 200
    assert typing.checkout()["bank"]["byEmail"] is True


def test_whoever_reads_an_address_that_a_stranger_typed_learns_that_nothing_is_to_be_paid(people: People) -> None:
    stranger = Onboarder(people.house, email="new@example.com")
    by_transfer(stranger)
    expire_holds(Project.get_by_id(stranger.project).appointment_date)
    said = "If it was not you who gave us this address, somebody else did"
    (asking,), (over,) = letters("transfer_details"), letters("hold_expired")
    assert (said in asking.text, said in over.text) == (True, True)
    people.client(AMELIA)
    known = Onboarder(people.house, email=AMELIA)
    known.sign_in(AMELIA)
    by_transfer(known)
    assert said not in letters("transfer_details")[-1].text


def test_a_submission_that_is_proved_is_not_asked_about(people: People) -> None:
    people.client(AMELIA)
    project = Onboarder(people.house, email=AMELIA).project
    prove(project, Proof.STAFF, "helena", Project.get_by_id(project).created_at)
    assert ask(people.visitor(), token_of(letters()[0])) == (200, "settled")
