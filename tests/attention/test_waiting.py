"""What waits for staff: every line comes with its reason, names whose it is, and goes by itself."""

import io
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from app import clock
from app.accounts.models import Client
from app.admin.figures.promises import promised
from app.admin.figures.rules import Promise
from app.alerts.actions import raise_alert
from app.attention import actions, sources
from app.attention.listing import MOST, SOURCES, waiting
from app.attention.models import Handling
from app.attention.rules import Line, Matter, Urgency, in_order, standing, urgency
from app.booking.review_clock import review_clock
from app.booking.reviewing import running_of
from app.catalogue.reviews import FIXED_FIRST
from app.catalogue.rules import Package
from app.checklist.models import Need
from app.clock import sydney_text
from app.consultations.expired import expire_holds
from app.db import database, write
from app.demo.papers import sample_pdf
from app.documents.models import Document
from app.enquiries.actions import answer, receive
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.money import Payment
from app.payments import bills, transfers
from app.portal.history import events
from app.portal.timeline import Event
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.calendar import nsw_holidays
from app.slots.models import Slot
from tests.attention.waiting import kinds, lines
from tests.listening import listening
from tests.onboarders import Onboarder
from tests.people import People, Person
from tests.watch import Watch

MONDAY = datetime(2027, 5, 10, 1, tzinfo=UTC)  # 11:00 am in Sydney, and no holiday near
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def monday(watch: Watch) -> Watch:
    """The clock, on a Monday morning."""
    watch.now = MONDAY
    return watch


def bill_the_review() -> None:
    """Staff bill what the package costs, less the fee that is paid."""
    due = date(2027, 5, 31)
    bills.bill(None, Project.get().id, [("Contract review", 750_00)], due, "", "review", "helena")


def pay_the_review() -> None:
    """The transfer for that bill arrives."""
    payment = Payment.get(Payment.order == Order.get(Order.number == 2))
    transfers.receive(payment.id, "helena")


def buy_the_review() -> None:
    """What was booked with a consultation is billed and paid."""
    bill_the_review()
    pay_the_review()


@pytest.mark.spec("A-07")
def test_a_paid_booking_without_a_time_waits_for_a_call_within_a_day_and_then_for_its_time(
    people: People, monday: Watch
) -> None:
    people.visitor().book(files=0)
    [line] = lines("contact")
    assert (line.line.kind, line.who, line.line.due) == ("contact", "Amelia Hart", MONDAY + DAY)
    assert line.reference == f"HPM-{line.project_id}"
    staff, contact = people.staff(), f"/api/admin/projects/{line.project_id}/contact"
    monday.now += HOUR
    assert staff.post(contact).status_code == 200
    assert [each.line.what for each in lines("contact", "time")] == [
        "Paid, without a time. Contact was made on Mon 10 May."
    ]
    for _ in range(2):
        assert staff.browser.delete(contact).status_code == 200
    assert [each.line.kind for each in lines("contact", "time")] == ["contact"]
    with write():
        Project.update(appointment_date=monday.now + 7 * DAY).execute()
    assert lines("contact", "time") == []


def test_a_consultation_that_is_over_waits_until_staff_say_what_became_of_it_or_the_status_goes_on(
    people: People, monday: Watch
) -> None:
    slots.generate(monday.now)
    ann = Onboarder(people.house)
    ann.take(ann.times()[0]["id"])
    ann.pay()
    project, start = ann.project, Project.get().appointment_date
    assert lines("consultation") == []
    monday.now = start + timedelta(minutes=44)
    assert lines("consultation") == []
    monday.now = start + timedelta(days=31)
    assert lines("consultation") == []
    monday.now = start + timedelta(minutes=46)
    [line] = lines("consultation")
    assert (line.who, line.line.part, line.line.since) == ("Ann Lee", "consultation", start + timedelta(minutes=45))
    assert "Was it held, and what comes next?" in line.line.what
    first, staff, url = line.line.reason, people.staff(), f"/api/admin/projects/{project}"
    missed = {"start": start.isoformat(), "outcome": "no_show"}
    assert staff.post(f"{url}/outcome", missed).status_code == 200
    [line] = lines("consultation")
    assert "did not come" in line.line.what and line.line.reason != first
    assert Event(start, "Consultation") not in events({project: start})[project]
    assert staff.post(f"{url}/outcome", {**missed, "outcome": "held"}).status_code == 200
    assert lines("consultation") == []
    assert Event(start, "Consultation") in events({project: start})[project]
    assert staff.post(f"{url}/outcome", missed).status_code == 200
    on = {"status": "in_progress", "reason": "We go on", "seen": Project.get().status}
    assert staff.post(f"{url}/status", on).status_code == 200
    assert lines("consultation") == []


@pytest.mark.parametrize(
    ("package", "due"),
    [("essential", MONDAY + 2 * DAY), ("professional", MONDAY + DAY), ("premium", MONDAY + 6 * HOUR)],
)
def test_a_review_is_due_as_its_package_promises_until_something_is_shared(
    people: People, monday: Watch, package: str, due: datetime
) -> None:
    people.visitor().book(files=1, serviceType="contract_review", package=package, projectValue="500k_1m")
    buy_the_review()
    [line] = lines(Matter.REVIEW)
    assert line.line.due == due
    assert "Half the fee goes back if it is later than Wed 12 May, 11:00 am." in line.line.what
    [late] = lines(Matter.REVIEW, now=MONDAY + 3 * DAY)
    assert "It is later than Wed 12 May, 11:00 am: half the fee is to go back." in late.line.what
    row = {**Document.get().__data__, "id": None, "stored_name": "x", "uploaded_by": "staff", "unopened": False}
    with write():
        Document.create(**row | {"shared_at": monday.now + HOUR, "shared_by": "helena"})
    assert lines(Matter.REVIEW) == []


@pytest.mark.parametrize(
    ("package", "value", "promise", "ordered"),
    [
        ("essential", "under_500k", "Your review is with you within 48 hours, once the", True),
        ("professional", "500k_1m", "Your review is with you within 24 hours, once the", True),
        ("premium", "500k_1m", "Your review is with you on the same business day, once the", True),
        ("premium", "1m_3m", "The packages are priced for projects up to $1M. For yours you receive", False),
        ("", "500k_1m", "", False),
    ],
)
def test_staff_wait_for_a_review_that_the_client_was_promised_and_for_no_other(
    people: People, monday: Watch, package: str, value: str, promise: str, ordered: bool
) -> None:
    chosen = {"package": package} if package else {}
    ann = people.client(files=1, serviceType="contract_review", projectValue=value, **chosen)
    page = ann.get(f"/api/client/projects/{Project.get().id}").get_json()
    assert page["promise"].startswith(promise) and bool(page["promise"]) is bool(promise)
    told = ann.get("/api/bookings/confirmation", query_string={"projectId": Project.get().id}).get_json()["booking"]
    assert told["promise"] == page["promise"]
    letter = " ".join(Letter.get(Letter.kind == "booking_confirmed").text.split())
    assert page["promise"] in letter
    assert ("If you go ahead" in letter) is not bool(promise)
    assert page["isOrdered"] is ordered
    assert (page["offer"] is None) is (value == "1m_3m")
    # The fee of a consultation pays for no review.
    assert [line.line.due for line in lines(Matter.REVIEW)] == [None] * bool(promise)
    assert Promise.REVIEW not in {each.kind for each in promised(monday.now)}
    buy_the_review()
    small = value != "1m_3m"
    assert [line.line.due is not None for line in lines(Matter.REVIEW)] == [True] * small
    assert (Promise.REVIEW in {each.kind for each in promised(monday.now)}) is small


def test_a_review_without_a_price_waits_for_the_fixed_one_that_its_client_was_promised(people: People) -> None:
    people.client(files=0, serviceType="contract_review", projectValue="1m_3m", package="professional")
    assert FIXED_FIRST in " ".join(Letter.get(Letter.kind == "booking_confirmed").text.split())
    [line] = lines(Matter.REVIEW)
    assert "we said that its client receives a fixed price before we begin" in line.line.what
    bill_the_review()
    assert lines(Matter.REVIEW) == []


def test_a_chosen_review_is_billed_by_staff_and_its_client_is_told_at_each_step_what_it_waits_for(
    people: People, monday: Watch
) -> None:
    ann = people.client(files=1, serviceType="contract_review", projectValue="500k_1m", package="professional")
    project = Project.get().id

    def told() -> tuple[str, Any]:
        page = ann.get(f"/api/client/projects/{project}").get_json()
        return page["promise"].partition(", ")[2], page["offer"] and page["offer"]["leftCents"]

    letter = " ".join(Letter.get(Letter.kind == "booking_confirmed").text.split())
    assert "It costs $750.00 inc. GST: the $250.00 is deducted, and we send you an invoice for $500.00." in letter
    assert told() == ("once the remaining $500.00 and your documents have reached us.", 500_00)
    [line] = lines(Matter.REVIEW)
    assert "we said that an invoice follows for the rest of its price" in line.line.what and line.line.part == "money"
    monday.now += DAY
    bill_the_review()
    assert lines(Matter.REVIEW) == []
    assert told() == ("once your payment of its invoice and your documents have reached us.", None)
    monday.now += DAY
    pay_the_review()
    began = "Its time began on Wednesday 12 May 2027, 11:00 am (Sydney time), when it was paid"
    said = "Your review is with you by Thursday 13 May 2027, 11:00 am (Sydney time)."
    missing = "the first of your documents was here. Others that we asked for are still to come: please send them."
    said += f" {began} and {missing} If it is later than 48 hours"
    half = "we refund 50% of its fee."

    def promise() -> str:
        return str(ann.get(f"/api/client/projects/{project}").get_json()["promise"])

    assert promise() == f"{said}, {half}"
    assert [line.line.due for line in lines(Matter.REVIEW)] == [monday.now + DAY]
    [letter] = Letter.select().where(Letter.kind == "review_begun")
    assert (promise() in " ".join(letter.text.split()), letter.recipient) == (True, "amelia@example.com")
    # What its page asks for next.
    assert [step["kind"] for step in ann.get("/api/client/steps").get_json()][:1] == ["time"]
    assert "Your consultation is still to come, and your review does not wait for it." in " ".join(letter.text.split())
    with write():
        Project.update(status="in_progress").execute()
        Need.update(withdrawn_at=monday.now).execute()
    said = said.replace(missing, "your documents were here.")
    assert promise() == f"{said}, {half}"
    monday.now += DAY + HOUR
    assert promise().startswith("Your review was to be with you by Thursday 13 May") and "is late. Its" in promise()
    monday.now += DAY
    assert promise().endswith(f"It is later than 48 hours: {half}")
    with write():
        Project.update(status="completed").execute()
    assert promise() == ""
    answer = ann.get("/api/bookings/confirmation", query_string={"projectId": project}).get_json()
    assert answer["booking"]["promise"] == ""


def test_a_client_is_told_by_letter_once_when_the_last_of_a_review_comes_and_not_before(
    people: People, monday: Watch
) -> None:
    ann = people.client(files=0, serviceType="contract_review", projectValue="500k_1m", package="premium")
    project = Project.get().id
    begun = Letter.kind == "review_begun"
    buy_the_review()
    assert not Letter.select().where(begun).exists()
    slots.generate(monday.now)
    slot = Slot.free(monday.now)[-1]
    body = {"projectId": project}
    assert ann.browser.patch(f"/api/slots/{slot.id}/book", json=body).status_code == 200
    monday.now += HOUR
    for _ in range(2):
        form = {"file": (io.BytesIO(sample_pdf("Contract")), "Contract.pdf"), "projectId": str(project)}
        assert ann.browser.post("/api/documents", data=form).status_code == 201
        monday.now += HOUR
    [letter] = Letter.select().where(begun)
    told = " ".join(letter.text.split())
    assert "with you by Monday 10 May 2027, 5:00 pm (Sydney time). Its time began on Monday 10 May 2027, 12:0" in told
    assert f"Your consultation stays as it is, on {sydney_text(slot.date)}: your review does not wait" in told


def test_a_review_is_promised_no_more_once_it_is_shared_and_never_for_what_a_withdrawn_invoice_brought(
    people: People, monday: Watch
) -> None:
    ann = people.client(files=1, serviceType="contract_review", projectValue="500k_1m", package="premium")
    project = Project.get().id
    buy_the_review()

    def promise() -> str:
        return str(ann.get(f"/api/client/projects/{project}").get_json()["promise"])

    assert promise().startswith("Your review is with you by Monday 10 May")
    with write():
        Order.update(withdrawn_at=monday.now).where(Order.number == 2).execute()
    assert (running_of(project), lines(Matter.REVIEW)[0].line.due, "by Monday" in promise()) == (None, None, False)
    row = {**Document.get().__data__, "id": None, "stored_name": "x", "uploaded_by": "staff", "unopened": False}
    with write():
        Order.update(withdrawn_at=None).execute()
        Document.create(**row | {"shared_at": monday.now + HOUR, "shared_by": "helena"})
    assert promise() == ""


def test_a_review_of_the_same_day_is_due_before_half_its_fee_goes_back() -> None:
    friday = datetime(2027, 3, 26, 1, tzinfo=UTC)  # Good Friday
    clock = review_clock(Package.PREMIUM, friday, friday, nsw_holidays(friday.date(), friday.date()))
    assert clock.due == clock.ends == friday + 2 * DAY


def test_a_review_whose_documents_come_later_is_due_from_then(people: People, monday: Watch) -> None:
    people.visitor().book(files=1, serviceType="contract_review", package="professional", projectValue="500k_1m")
    buy_the_review()
    with write():
        Document.update(uploaded_at=MONDAY + 5 * HOUR).execute()
    assert [line.line.due for line in lines(Matter.REVIEW)] == [MONDAY + 29 * HOUR]
    with write():
        Document.delete().execute()
    assert lines(Matter.REVIEW) == []


def test_a_time_kept_for_a_transfer_waits_before_it_is_given_up_and_the_transfer_afterwards(
    people: People, monday: Watch
) -> None:
    ann = Onboarder(people.house)
    slots.generate(monday.now)
    ann.take(ann.times()[30]["id"])
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    assert lines(Matter.HOLD, Matter.TRANSFER) == []
    monday.now += 3 * DAY
    [line] = lines(Matter.HOLD, Matter.TRANSFER)
    ends = datetime(2027, 5, 14, 7, tzinfo=UTC)
    assert (line.line.kind, line.line.due, line.who) == ("hold", ends, "Ann Lee")
    monday.now = ends + HOUR
    expire_holds(monday.now)
    [line] = lines(Matter.HOLD, Matter.TRANSFER)
    assert (line.line.kind, line.line.due) == ("transfer", ends)
    with write():
        Payment.update(superseded=True).execute()
    assert lines(Matter.HOLD, Matter.TRANSFER) == []


def test_an_enquiry_waits_until_it_is_answered(people: People, monday: Watch) -> None:
    made = receive("Bo", "bo@example.com", "0400 000 000", "Do you do sheds?", None)
    [line] = lines(Matter.ENQUIRY)
    assert (line.who, line.line.due) == ("Bo", datetime(2027, 5, 11, 7, tzinfo=UTC))
    assert line.line.link == f"/admin/dashboard?view=enquiries&enquiry={made.id}"
    answer(made.id, "Yes, we do sheds.", "first", "helena", monday.now)
    assert lines(Matter.ENQUIRY) == []


def test_a_letter_that_failed_waits_until_it_is_sent_again_and_comes_back_when_that_fails(people: People) -> None:
    people.visitor().book(files=0)
    letter, helena = Letter.get(Letter.kind == "booking_confirmed"), people.staff()
    for _ in range(2):
        with write():
            tried = clock.now()
            Letter.update(status="failed", last_error="no such mailbox", next_attempt_at=tried).where(
                Letter.id == letter.id
            ).execute()
        [line] = lines(Matter.LETTER)
        assert (line.who, "no such mailbox" in line.line.what) == ("Amelia Hart", True)
        act(helena, "done", line.line, why="She has another address")
        assert lines(Matter.LETTER) == []
        assert helena.post(f"/api/admin/letters/{letter.id}/resend").status_code == 200


def act(person: Person, verb: str, line: Line, **more: str) -> int:
    """What the server says to an act with a line as it was seen."""
    body = {"kind": line.kind, "subject": line.subject, "reason": line.reason, **more}
    return person.post(f"/api/admin/attention/{verb}", body).status_code


def write_to_us(client: Person, key: str) -> None:
    path = f"/api/client/projects/{Project.get().id}/messages"
    sent = client.browser.post(path, json={"text": f"Hello, {key}"}, headers={"Idempotency-Key": key})
    assert sent.status_code == 201, sent.get_json()


@pytest.mark.spec("A-07")
def test_what_is_done_comes_back_with_a_new_reason_only(people: People) -> None:
    client, helena = people.client(files=0), people.staff()
    write_to_us(client, "first")
    [line] = lines(Matter.MESSAGES)
    for _ in range(2):
        assert act(helena, "done", line.line, why="I called her") == 200
        assert lines(Matter.MESSAGES) == []
    assert act(helena, "undo", line.line) == 200
    assert len(lines(Matter.MESSAGES)) == 1
    act(helena, "done", line.line)
    write_to_us(client, "second")
    [again] = lines(Matter.MESSAGES)
    assert again.line.what == "2 messages of the client that nobody here has read yet."
    # Who has not seen the second message does not put it away.
    assert [act(helena, verb, line.line, until=str(clock.now() + DAY)) for verb in ("done", "snooze")] == [409, 409]


@pytest.mark.spec("A-07")
def test_a_line_is_one_persons_until_they_let_go_or_another_takes_it_over(people: People) -> None:
    people.visitor().book(files=0)
    helena, olivia = people.staff("helena"), people.staff("olivia")
    [line] = [each.line for each in lines("contact")]
    assert [act(helena, "take", line) for _ in range(2)] == [200, 200]
    [shown] = [row for row in olivia.get("/api/admin/attention").get_json()["lines"] if row["kind"] == "contact"]
    assert shown["takenBy"] == {"username": "helena", "name": "Helena Marsh"}
    assert [act(olivia, "take", line), act(olivia, "let-go", line)] == [409, 409]
    assert act(olivia, "take", line, seen="helena") == 200
    assert [act(helena, "let-go", line), act(olivia, "let-go", line), act(olivia, "let-go", line)] == [409, 200, 200]
    assert [each.taken_by for each in lines("contact")] == [None]


def test_what_is_put_off_waits_again_at_its_moment(people: People, watch: Watch) -> None:
    people.visitor().book(files=0)
    helena, [line] = people.staff(), [each.line for each in lines("contact")]
    until = watch.now + 2 * HOUR
    assert [act(helena, "snooze", line, until=until.isoformat()) for _ in range(2)] == [200, 200]
    desk = waiting(watch.now)
    assert ([each.line.kind for each in desk.snoozed], "contact" in kinds()) == (["contact"], False)
    assert [each.line.kind for each in waiting(until).snoozed] == []
    assert "contact" in [each.line.kind for each in waiting(until).open]
    for wrong in (watch.now - HOUR, watch.now + 400 * DAY):
        assert act(helena, "snooze", line, until=wrong.isoformat()) == 422
    assert act(helena, "undo", line) == 200
    assert "contact" in kinds()


def test_who_finishes_a_line_second_with_a_reason_of_their_own_is_told_who_was_first(people: People) -> None:
    client, helena, theo = people.client(files=0), people.staff(), people.staff("theo")
    write_to_us(client, "first")
    raise_alert("test", "a-test", "Please look.", link=None, now=clock.now())
    [message], [news] = lines(Matter.MESSAGES), [each for each in lines(Matter.NEWS) if each.line.subject == "a-test"]
    for line in (message.line, news.line):
        body = {"kind": line.kind, "subject": line.subject, "reason": line.reason, "why": "She wrote"}
        assert act(helena, "done", line, why="I called her") == 200
        refused = theo.post("/api/admin/attention/done", body)
        said = actions.DONE.format(who="Helena Marsh")
        assert (refused.status_code, refused.get_json()["message"]) == (409, said)
        assert [act(theo, "done", line), act(helena, "done", line, why="I called her")] == [200, 200]


def test_what_is_gone_can_be_neither_taken_nor_done_and_begins_anew_when_it_comes_back(people: People) -> None:
    people.visitor().book(files=0)
    helena, [line] = people.staff(), [each.line for each in lines("contact")]
    act(helena, "take", line)
    with write():
        Order.update(state="refunded").execute()
    assert [act(helena, verb, line) for verb in ("take", "done", "let-go")] == [404] * 3
    assert [actions.tidy(clock.now()) for _ in range(2)] == [1, 0]
    with write():
        Order.update(state="paid").execute()
    assert [each.taken_by for each in lines("contact")] == [None]
    assert Handling.select().count() == 0


def test_what_is_done_keeps_nothing_else_from_the_list(people: People, watch: Watch) -> None:
    helena = people.staff()
    for number in range(MOST + 3):
        receive(f"Bo {number}", f"bo{number}@example.com", "0400 000 000", "Do you do sheds?", None)
        watch.now += timedelta(seconds=1)
    desk = waiting(watch.now)
    assert (len([each for each in desk.open if each.line.kind is Matter.ENQUIRY]), desk.cut) == (MOST, True)
    for each in lines(Matter.ENQUIRY):
        assert act(helena, "done", each.line) == 200
    assert [each.who for each in lines(Matter.ENQUIRY)] == [f"Bo {number}" for number in range(MOST, MOST + 3)]
    assert not waiting(watch.now).cut


def test_who_is_to_be_deleted_or_vouched_for_waits_under_their_name(people: People, watch: Watch) -> None:
    client = people.client(files=0)
    assert client.post("/api/client/deletion").status_code == 200
    with write():
        database.execute_sql(
            "INSERT INTO email_changes (client_id, ask_key, old_address, new_address, password_stamp, old_token_hash,"
            " new_confirmed_at, asked_at, expires_at) VALUES (?, 'k', 'a@b.c', 'd@e.f', '', 'x', ?, ?, ?)",
            (Client.get().id, *map(str, (watch.now, watch.now)), (watch.now + DAY).strftime("%Y-%m-%dT%H:%M:%S.%fZ")),
        )
    found = lines(Matter.DELETION, Matter.EMAIL_CHANGE)
    assert [(each.line.kind, each.who, each.project_id, each.line.link) for each in found] == [
        ("email_change", "Amelia Hart", Project.get().id, ""),
        ("deletion", "Amelia Hart", None, f"/admin/clients/{Client.get().id}"),
    ]


def plans(source: Callable[..., list[Line]]) -> list[str]:
    """How SQLite answers a source."""
    with listening() as heard:
        source(clock.now(), (), MOST)
    return [
        step[3]
        for sql, values in heard
        if "(0 = 1)" not in sql  # of none
        if "(0 = 1)" not in sql  # of none
        for step in database.execute_sql(f"EXPLAIN QUERY PLAN {sql}", values or ())
        if step[3].startswith(("SCAN", "SEARCH"))
    ]


@pytest.mark.parametrize("source", SOURCES)
def test_every_kind_is_found_by_an_index(people: People, source: Callable[..., list[Line]]) -> None:
    assert [step for step in plans(source) if "USING" not in step and "CONSTANT ROW" not in step] == []


def test_without_its_index_unopened_documents_would_be_looked_for_everywhere(people: People) -> None:
    assert any("documents_unopened" in step for step in plans(sources.documents))
    database.execute_sql("DROP INDEX documents_unopened")
    assert not any("documents_unopened" in step for step in plans(sources.documents))


def line_of(kind: Matter, subject: str, due: datetime | None = None, since: datetime = MONDAY - 3 * DAY) -> Line:
    return Line(kind, subject, "", "", since, due)


@pytest.mark.parametrize(
    ("due", "words", "group"),
    [
        (MONDAY - timedelta(seconds=5), "1 min late", Urgency.LATE),
        (MONDAY - timedelta(minutes=40), "40 min late", Urgency.LATE),
        (MONDAY - 2 * HOUR, "2 h late", Urgency.LATE),
        (MONDAY - 3 * DAY, "3 days late", Urgency.LATE),
        (MONDAY + 5 * HOUR, "due today 4:00 pm", Urgency.TODAY),
        (MONDAY + 22 * HOUR, "due tomorrow 9:00 am", Urgency.LATER),
        (MONDAY + 3 * DAY, "due Thu 13 May 11:00 am", Urgency.LATER),
        (None, "since Fri 7 May", Urgency.WAITING),
    ],
)
def test_how_late_it_is_reads_as_plain_words(due: datetime | None, words: str, group: Urgency) -> None:
    assert (standing(line_of(Matter.HOLD, "1", due), MONDAY), urgency(due, MONDAY)) == (words, group)


def test_the_latest_comes_first_and_what_has_no_hour_by_its_kind_and_age() -> None:
    wanted = [
        line_of(Matter.ENQUIRY, "1", MONDAY - 2 * HOUR),
        line_of(Matter.CONTACT, "2", MONDAY - HOUR),
        line_of(Matter.CONTACT, "3", MONDAY + HOUR),
        line_of(Matter.MESSAGES, "4", since=MONDAY - DAY),
        line_of(Matter.DOCUMENTS, "5", since=MONDAY - 2 * DAY),
        line_of(Matter.DOCUMENTS, "6", since=MONDAY - DAY),
        line_of(Matter.CONTACT, "7", MONDAY + DAY),
    ]
    assert in_order(reversed(wanted), MONDAY) == wanted
