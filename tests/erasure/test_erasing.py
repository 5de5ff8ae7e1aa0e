"""Staff erase a client: what they are shown, what is refused and why, and what is so afterwards."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from erased_person import EMAIL, NAME, OLD_EMAIL, WORD, Wilhelmina, keyed

from app import clock
from app.accounts import actions as accounts
from app.accounts import deletion
from app.accounts.models import Client
from app.accounts.session_rows import SessionRow
from app.attention.listing import waiting
from app.audit.models import AuditLine
from app.checklist.models import Need
from app.db import database, write
from app.doctor.examination import examine
from app.documents.models import Document
from app.erasure.actions import ANOTHER
from app.factory import House
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.money import Payment
from app.payments import bills, transfers
from app.payments.begin import by_transfer, make
from app.projects.models import HistoryLine, Project
from app.projects.rules import ProjectStatus
from tests.onboarders import Onboarder
from tests.people import NEEDS_AUTHENTICATION, PASSWORD, TAKES_TIME, VISA, People, Person
from tests.watch import Watch


@pytest.fixture
def staff(people: People) -> Person:
    """Helena."""
    return people.staff()


@pytest.fixture
def her(people: People, staff: Person, watch: Watch) -> Wilhelmina:
    """A client with something of everything."""
    return Wilhelmina(people, staff)


def rows() -> list[tuple[object, ...]]:
    """All of the database but what looking writes."""
    tables = [name for (name,) in database.execute_sql("SELECT name FROM sqlite_master WHERE type = 'table'")]
    kept = [name for name in tables if not name.startswith(("search_index", "sqlite_", "audit_log", "sessions"))]
    return [row for name in sorted(kept) for row in database.execute_sql(f"SELECT * FROM {name}")]


@pytest.mark.spec("A-03", "A-09")
def test_the_preview_says_with_numbers_what_goes_and_what_stays_until_when(her: Wilhelmina, watch: Watch) -> None:
    before = rows()
    shown = her.preview()
    assert (shown["name"], shown["email"], shown["obstacles"], shown["writesTo"]) == (NAME, EMAIL, [], EMAIL)
    goes = [each["what"] for each in shown["gone"]]
    for said in (
        "Name, email, phone, company and address of the client",
        "The sign-in to the client portal",
        "1 unfinished booking",
        "2 enquiries",
        "2 messages",
        "1 note of staff",
        f"{Need.select().count()} lines of checklists",
        "1 project for which nothing was ever paid",
        "The credit of $250.00 that is left of a booking fee",
        f"{Document.select().count()} documents with their files, earlier versions and thumbnails",
    ):
        assert said in goes, goes
    (unsent,) = [each["which"] for each in shown["gone"] if "before they were sent" in each["what"]]
    assert f"[TEST] Your booking is confirmed: HPM-{her.project.id}" in unsent
    stays = {each["what"]: each["until"][:4] for each in shown["kept"]}
    year = str(clock.in_sydney(watch.now).year + 7)
    assert (stays["1 tax invoice or adjustment note"], stays["2 payments"], stays["1 refund"]) == (year, year, year)
    steps = HistoryLine.select().where(HistoryLine.project == her.project.id).count()
    assert f"{steps} steps of a project's history" in stays or f"{steps} steps of projects' histories" in stays
    logged = AuditLine.select().where(AuditLine.subject == f"client:{her.client.id}").count()
    [lines] = [int(what.split()[0]) for what in stays if what.endswith(" of the log")]
    assert lines > logged
    assert not any("card provider" in each["why"] for each in shown["kept"])
    assert "backups" in shown["elsewhere"]
    assert rows() == before


def test_a_transfer_that_never_came_is_no_payment_and_is_told_as_what_it_is(her: Wilhelmina) -> None:
    order = Order.of_project(her.project.id)
    with write():
        given_up = make(order.id, 25_000, by_transfer(), clock.now())
        Payment.update(superseded=True).where(Payment.id == given_up.id).execute()
    stays = [each["what"] for each in her.preview()["kept"]]
    assert "2 payments" in stays and "1 payment that never came" in stays
    assert her.erase().status_code == 200
    assert Payment.get_by_id(given_up.id).status == "pending"


@pytest.mark.spec("A-03", "A-09")
def test_it_is_done_once_with_its_line_in_the_log_and_a_last_letter(her: Wilhelmina, staff: Person) -> None:
    seal = her.preview()["seal"]
    assert [her.erase("one", seal=seal).status_code for _ in range(2)] == [200, 200]
    after = rows()
    assert her.erase("another", seal=seal).status_code == 404
    assert rows() == after
    lines = AuditLine.select().where(AuditLine.action == "erase", AuditLine.subject == f"client:{her.client.id}")
    assert [(line.actor, line.detail) for line in lines] == [("helena", "asked")]
    [letter] = Letter.select()
    assert (letter.kind, letter.recipient, letter.client_id, letter.project_id) == ("client_erased", EMAIL, None, None)
    year = str(clock.in_sydney(clock.now()).year + 7)
    assert "1 tax invoice or adjustment note, until" in " ".join(letter.text.split()) and year in letter.text
    assert "2 messages." in letter.text and WORD not in letter.text


def test_only_the_typed_name_or_email_and_what_was_seen_erase(her: Wilhelmina, staff: Person) -> None:
    before = rows()
    wrong = her.erase(typed="Wilhelmina")
    assert (wrong.status_code, list(wrong.get_json()["fields"])) == (422, ["typed"])
    assert staff.post(f"{her.at}/erasure", {"typed": NAME, "reason": "asked", "seal": "x"}).status_code == 422
    assert her.erase(reason="because").status_code == 422
    assert rows() == before
    seal = her.preview()["seal"]
    at = f"/api/admin/projects/{her.project.id}/notes"
    assert staff.post(at, {"text": "She rang again."}, **keyed()).status_code == 201
    stale = her.erase(seal=seal)
    assert (stale.status_code, "look at it again" in stale.get_json()["message"]) == (409, True)
    assert her.erase(typed=f" {EMAIL.upper()} ").status_code == 200


@pytest.mark.spec("C-01")
def test_the_address_is_an_unknown_one_and_books_anew_as_a_new_client(
    her: Wilhelmina, people: People, house: House
) -> None:
    assert her.browser.get("/api/client/details").status_code == 200
    link = people.visitor().post("/api/client/reset-link", {"email": EMAIL})
    assert link.status_code == 200
    assert her.erase().status_code == 200
    assert her.browser.get("/api/client/details").status_code == 401
    assert SessionRow.select().where(SessionRow.subject == f"client:{her.client.id}").count() == 0
    unknown = people.visitor().post("/api/client/login", {"email": "nobody@example.com", "password": PASSWORD})
    for address in (EMAIL, OLD_EMAIL, f"erased-{her.client.id}@erased.invalid"):
        answer = people.visitor().post("/api/client/login", {"email": address, "password": PASSWORD})
        assert (answer.status_code, answer.get_json()) == (unknown.status_code, unknown.get_json()), address
    again = people.client(files=1, email=EMAIL, fullName=NAME)
    client = Client.get(Client.email == EMAIL)
    assert client.id != her.client.id
    shown = again.get("/api/client/projects").get_json()
    assert len(shown) == 1
    assert examine(house.config.folder, clock.now(), thorough=True) == []


def test_an_erased_client_has_no_session_even_where_its_row_came_late(her: Wilhelmina, people: People) -> None:
    """As of a sign-in that was checked before, and kept after."""
    assert her.browser.get("/api/client/details").status_code == 200
    kept = [(row.sid, row.sess, row.expire, row.subject) for row in SessionRow.select() if row.subject]
    assert her.erase().status_code == 200
    with write():
        for sid, sess, expire, subject in kept:
            SessionRow.insert(sid=sid, sess=sess, expire=expire, subject=subject).on_conflict_ignore().execute()
    assert her.browser.get("/api/client/details").status_code == 401
    deletion.ask(her.client.id, clock.now())
    assert Client.get_by_id(her.client.id).deletion_asked_at is None


@pytest.mark.spec("A-07")
def test_the_wish_to_be_deleted_is_answered_by_it_and_says_before_what_is_in_the_way(her: Wilhelmina) -> None:
    def line() -> list[tuple[str, str]]:
        found = [each.line for each in waiting(clock.now()).open if each.line.kind == "deletion"]
        return [(each.what, each.link) for each in found]

    with write():
        Project.update(status=ProjectStatus.IN_PROGRESS).where(Project.id == her.project.id).execute()
    [(said, link)] = line()
    assert said.endswith(f"HPM-{her.project.id} is not over yet. Set it to completed, or cancel it.")
    assert link == f"/admin/clients/{her.client.id}"
    her.close()
    [(said, link)] = line()
    assert "cannot be done" not in said
    assert her.erase().status_code == 200
    assert line() == []


def bill(her: Wilhelmina) -> None:
    due = (clock.in_sydney(clock.now()) + timedelta(days=14)).date()
    bills.bill(None, her.project.id, [("Site visit", 40_000)], due, "", "bill", "helena")


def too_much(her: Wilhelmina) -> None:
    transfers.record(her.project.id, 7_000, "again", "helena")


def cancelled_with_money(her: Wilhelmina) -> None:
    other = her.people.visitor()
    other.book(files=1, email=EMAIL, fullName=NAME)
    project = Project.select().order_by(Project.id.desc()).get()
    answer = her.staff.call_off(project.id, "The client asked for it")
    assert answer.status_code == 200, answer.get_json()


def running(her: Wilhelmina) -> None:
    her.people.visitor().book(files=1, email=EMAIL, fullName=NAME)


def ahead(her: Wilhelmina) -> None:
    ann = Onboarder(her.people.house, EMAIL)
    ann.take(ann.times()[-1]["id"])
    intent = ann.begin_card()
    her.people.house.sandbox.confirm(intent, card=VISA)
    ann.settle(intent)


def deciding(her: Wilhelmina) -> None:
    ann = Onboarder(her.people.house, EMAIL)
    ann.take(ann.times()[-1]["id"])
    intent = ann.begin_card()
    her.people.house.sandbox.confirm(intent, card=TAKES_TIME)
    ann.settle(intent)


def held(her: Wilhelmina) -> None:
    ann = Onboarder(her.people.house, EMAIL)
    assert ann.take(ann.times()[-1]["id"]).status_code == 200


@pytest.mark.parametrize(
    ("open_up", "said"),
    [
        (bill, "$150.00 is owed for HPM-"),
        (too_much, "$70.00 came too much for HPM-"),
        (cancelled_with_money, "is closed, and $250.00 of its money is still here."),
        (running, "Set it to completed, or cancel it."),
        (ahead, "The consultation of HPM-"),
        (deciding, "A bank is deciding about a card payment for HPM-"),
        (held, "because somebody is paying. Try again after that."),
    ],
)
def test_while_something_is_open_it_is_refused_and_said_why(
    her: Wilhelmina, open_up: Callable[[Wilhelmina], None], said: str
) -> None:
    open_up(her)
    before, shown = rows(), her.preview()
    assert any(said in sentence for sentence in shown["obstacles"]), shown["obstacles"]
    refused = her.erase(seal=shown["seal"])
    assert (refused.status_code, refused.get_json()["message"]) == (409, " ".join(shown["obstacles"]))
    assert rows() == before


def test_a_card_form_that_is_open_is_closed_at_the_provider_first(her: Wilhelmina, house: House) -> None:
    intent = her.drafter.start_payment()
    assert her.erase().status_code == 200
    assert house.gateway is not None
    assert house.gateway.retrieve_intent(intent).status == "canceled"
    # The order with what was begun is all that is left of the draft, without whose it was.
    left = Order.select().where(Order.booking_id.is_null(False), Order.project_id.is_null())
    assert [order.visitor_id for order in left] == [None]
    assert examine(house.config.folder, clock.now(), thorough=True) == []


def test_a_card_payment_that_succeeds_at_the_last_moment_keeps_its_client(her: Wilhelmina, house: House) -> None:
    intent, seal = her.drafter.start_payment(), her.preview()["seal"]
    house.sandbox.confirm(intent, card=VISA)  # and nobody has told us yet
    refused = her.erase(seal=seal)
    assert refused.status_code == 409, refused.get_json()
    assert Client.get_by_id(her.client.id).erased_at is None
    assert Project.select().where(Project.client == her.client.id).count() == 3


def test_a_card_form_that_still_wants_a_word_of_the_bank_is_closed_too(her: Wilhelmina, house: House) -> None:
    intent = her.drafter.start_payment()
    house.sandbox.confirm(intent, card=NEEDS_AUTHENTICATION)
    assert her.erase().status_code == 200


def test_the_same_key_with_another_reason_is_refused(her: Wilhelmina) -> None:
    seal = her.preview()["seal"]
    assert [her.erase(seal=seal).status_code for _ in range(2)] == [200, 200]
    refused = her.erase(seal=seal, reason="mistake")
    assert (refused.status_code, refused.get_json()["message"]) == (409, ANOTHER)


def test_nobody_is_written_to_at_an_address_that_was_only_typed(people: People, staff: Person, watch: Watch) -> None:
    Onboarder(people.house, "typed@example.com")
    client = Client.get(Client.email == "typed@example.com")
    at = f"/api/admin/clients/{client.id}/erasure"
    shown = staff.get(at).get_json()
    assert (shown["writesTo"], shown["obstacles"], shown["kept"]) == ("", [], [])
    sent = {"typed": "typed@example.com", "reason": "mistake", "seal": shown["seal"]}
    assert staff.post(at, sent, **keyed()).status_code == 200
    assert (Letter.select().count(), Project.select().count()) == (0, 0)
    assert accounts.Client.get_by_id(client.id).erased_at is not None
