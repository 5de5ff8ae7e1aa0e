"""A cancelled project's money, from the act until staff have settled it: every page tells, and the client can write."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from app.admin.letter_rules import OPEN_AGAIN, REFUNDED
from app.alerts import actions as alerts
from app.alerts.models import Alert
from app.attention.rules import Matter
from app.consultations.actions import cancel
from app.consultations.rules import money_on_reopening
from app.consultations.statuses import set_status
from app.erasure.reading import obstacles_of
from app.mail.models import Letter
from app.messages.rules import CLOSED
from app.orders.deciding import DONE_KEEPS
from app.orders.money import Payment
from app.orders.rules import calls_soon
from app.payments.settle import settle
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from tests.attention.test_waiting import act
from tests.attention.waiting import lines
from tests.consultations.scheduled import Client
from tests.invoices.test_bills import bill, sound
from tests.payments.banking import give_back, mark, record
from tests.payments.test_mistaken_transfers import undo
from tests.people import People
from tests.watch import Watch

DAY = timedelta(days=1)


@pytest.fixture
def amelia(people: People, watch: Watch) -> Client:
    """She has cancelled her paid consultation."""
    made = Client.with_time(people, 40)
    assert made.cancel().status_code == 200
    return made


def told(amelia: Client) -> tuple[list[str], int, int]:
    """The steps' kinds, and the cents that the page about money and /success call undecided."""
    steps = [step["kind"] for step in amelia.get("/api/client/steps").get_json()]
    money = amelia.get(f"/api/client/projects/{amelia.project}/money").get_json()
    shown = amelia.get(f"/api/bookings/confirmation?projectId={amelia.project}").get_json()
    return steps, money["unsettledCents"], shown["booking"]["unsettledCents"]


def kept(amelia: Client) -> tuple[int, int]:
    """The cents that both of those pages call kept."""
    money = amelia.get(f"/api/client/projects/{amelia.project}/money").get_json()
    shown = amelia.get(f"/api/bookings/confirmation?projectId={amelia.project}").get_json()
    return money["keptCents"], shown["booking"]["keptCents"]


def for_staff(people: People, amelia: Client) -> tuple[int, int]:
    """The cents that the record calls undecided, and kept."""
    record_ = people.staff().get(f"/api/admin/projects/{amelia.project}").get_json()
    return record_["unsettledCents"], record_["keptCents"]


def write(amelia: Client, key: str) -> Any:
    path = f"/api/client/projects/{amelia.project}/messages"
    return amelia.post(path, {"text": "What about my money?"}, headers={"Idempotency-Key": key})


def refund(people: People, cents: int | None) -> None:
    gateway, payment = people.house.gateway, Payment.get()
    assert gateway is not None
    gateway.refund(payment.intent_id, cents, f"refund {cents}", "requested_by_customer")
    settle(gateway, payment.intent_id)


def test_a_client_who_cancelled_reads_that_the_money_is_being_decided_about_and_can_write(
    people: People, amelia: Client, watch: Watch
) -> None:
    assert (told(amelia), kept(amelia)) == ((["refund"], 25_000, 25_000), (0, 0))
    [step] = amelia.get("/api/client/steps").get_json()
    assert step["note"].startswith("You cancelled on ") and step["title"] == "Our team decides about your $250.00"
    watch.now += 20 * DAY
    amelia.sign_in()
    assert write(amelia, "one").status_code == 201
    refund(people, 10_000)
    assert told(amelia) == (["refund"], 15_000, 15_000)
    assert for_staff(people, amelia) == (15_000, 0)
    refund(people, 15_000)
    assert (told(amelia), kept(amelia)) == (([], 0, 0), (0, 0))
    assert write(amelia, "two").status_code == 201
    watch.now += 15 * DAY
    amelia.sign_in()
    refused = write(amelia, "three")
    assert (refused.status_code, refused.get_json()["message"]) == (
        409,
        CLOSED.format(call="call us on (02) 5550 0134"),
    )


def test_what_staff_have_settled_without_a_refund_is_undecided_no_more(
    people: People, amelia: Client, watch: Watch
) -> None:
    watch.now += 20 * DAY
    amelia.sign_in()
    alerts.resolve(Alert.get(Alert.kind == "refund_due").id, "helena", watch.now)
    assert told(amelia) == ([], 0, 0)
    assert kept(amelia) == (25_000, 25_000)
    assert for_staff(people, amelia) == (0, 25_000)
    assert write(amelia, "one").status_code == 201
    watch.now += 15 * DAY
    amelia.sign_in()
    assert write(amelia, "two").status_code == 409


def test_the_client_is_written_to_once_what_is_kept_when_staff_say_that_they_have_decided(
    people: People, amelia: Client, watch: Watch
) -> None:
    helena, letters = people.staff(), Letter.select().where(Letter.kind == "money_kept")

    def press(verb: str) -> None:
        assert act(helena, verb, asked, why="No refund, as agreed on the phone") == 200

    def history() -> list[str]:
        shown = amelia.get(f"/api/client/projects/{amelia.project}").get_json()
        return [each["what"] for each in shown["history"] if "decide" in each["what"]]

    asked = next(each.line for each in lines(Matter.NEWS) if each.line.label == "refund_due")
    assert DONE_KEEPS in asked.what
    press("done")
    press("done")
    assert (letters.count(), history()) == (1, ["We decided to keep $250.00 of what you paid"])
    # Undone before it has left, it never was.
    press("undo")
    assert (letters.count(), history(), told(amelia)[1:]) == (0, [], (25_000, 25_000))
    press("done")
    text = " ".join(letters.get().text.split())
    assert f"HPM-{amelia.project} is cancelled. Our team has decided about $250.00 of what you paid for it:" in text
    assert "we keep the $250.00" in text and "/terms-conditions#access-and-use" in text
    Letter.update(status="sent", attempts=1).where(Letter.kind == "money_kept").execute()
    watch.now += timedelta(minutes=1)
    press("undo")
    press("done")
    assert (letters.count(), len(history())) == (1, 3)
    # Another sum is another decision.
    press("undo")
    refund(people, 10_000)
    # The question is another one as well: whoever read the one before has to look again.
    assert act(helena, "done", asked, why="No refund, as agreed on the phone") == 409
    asked = next(each.line for each in lines(Matter.NEWS) if each.line.label == "refund_due")
    press("done")
    assert [each.text.count("$150.00") > 0 for each in letters.order_by(Letter.id)] == [False, True]
    sound(people)


@pytest.mark.parametrize("otherwise", ["refunded", "in part", "open again"])
def test_a_decision_is_told_to_nobody_that_something_else_overtakes_within_seconds(
    people: People, amelia: Client, watch: Watch, otherwise: str
) -> None:
    asked = next(each.line for each in lines(Matter.NEWS) if each.line.label == "refund_due")
    assert act(people.staff(), "done", asked, why="As agreed on the phone") == 200
    if otherwise == "open again":
        set_status(amelia.project, ProjectStatus.INQUIRY, "It goes on", "helena", watch.now)
    else:
        refund(people, 25_000 if otherwise == "refunded" else 10_000)
    assert Letter.select().where(Letter.kind == "money_kept").count() == 0
    history = amelia.get(f"/api/client/projects/{amelia.project}").get_json()["history"]
    assert [each["what"] for each in history if "We decided to keep" in each["what"]] == []
    # Of what is still here they decide anew.
    left = 15_000 if otherwise == "in part" else 0
    assert (told(amelia)[1:], kept(amelia)) == ((left, left), (0, 0))
    open_still = Alert.select().where(Alert.kind == "refund_due", Alert.resolved_at.is_null())
    assert open_still.count() == bool(left)
    sound(people)


@pytest.mark.parametrize("refunded", [0, 10_000])
@pytest.mark.parametrize("who", ["client", "helena", "system"])
def test_what_is_kept_is_told_by_the_terms_only_where_the_client_cancelled(
    people: People, watch: Watch, who: str, refunded: int
) -> None:
    amelia = Client.with_time(people, 40)
    assert cancel(amelia.project, who, "", watch.now)
    if refunded:
        refund(people, refunded)
    asked = next(each.line for each in lines(Matter.NEWS) if each.line.label == "refund_due")
    assert act(people.staff(), "done", asked, why="As agreed on the phone") == 200
    text = " ".join(Letter.get(Letter.kind == "money_kept").text.split())
    assert f"we keep the {'$150.00' if refunded else '$250.00'}, so there is no refund of it." in text
    assert ("our terms" in text) is ("/terms-conditions" in text) is (who == "client")
    assert "Your rights under the Australian Consumer Law stay as they are." in text


@pytest.mark.parametrize("left", [True, False])
def test_what_is_open_again_takes_back_that_its_money_was_kept(
    people: People, amelia: Client, watch: Watch, left: bool
) -> None:
    helena = people.staff()
    asked = next(each.line for each in lines(Matter.NEWS) if each.line.label == "refund_due")
    assert act(helena, "done", asked, why="As agreed on the phone") == 200
    if left:
        Letter.update(status="sent", attempts=1).where(Letter.kind == "money_kept").execute()
    watch.now += timedelta(minutes=1)
    set_status(amelia.project, ProjectStatus.INQUIRY, "It goes on", "helena", watch.now)
    letter = " ".join(Letter.get(Letter.kind == "project_goes_on").text.split())
    assert "The $250.00 that you paid for it is with us and counts for it." in letter
    back = "Our decision to keep $250.00 of it without a refund does not hold any more."
    assert (back in letter) is left
    history = amelia.get(f"/api/client/projects/{amelia.project}").get_json()["history"]
    said = [(each["what"], each["why"]) for each in history if "decision to keep" in each["what"]]
    counts = "What we still have of it counts for the project again."
    assert said == [("Our decision to keep $250.00 of what you paid was taken back", counts)] * left
    if left:
        [shown] = [
            each
            for each in helena.get(f"/api/admin/projects/{amelia.project}").get_json()["letters"]
            if each["kind"] == "money_kept"
        ]
        assert shown["outdated"] == OPEN_AGAIN
    # Cancelled and opened once more, nothing was decided meanwhile.
    cancel(amelia.project, "helena", "", watch.now)
    watch.now += timedelta(minutes=1)
    set_status(amelia.project, ProjectStatus.INQUIRY, "It goes on", "helena", watch.now)
    last = Letter.select().where(Letter.kind == "project_goes_on").order_by(Letter.id.desc()).get()
    assert "Our decision" not in last.text
    sound(people)


def test_a_decision_about_money_that_all_went_since_cannot_be_undone(
    people: People, amelia: Client, watch: Watch
) -> None:
    helena = people.staff()
    asked = next(each.line for each in lines(Matter.NEWS) if each.line.label == "refund_due")
    assert act(helena, "done", asked, why="As agreed on the phone") == 200
    Letter.update(status="sent", attempts=1).where(Letter.kind == "money_kept").execute()
    watch.now += timedelta(minutes=1)
    refund(people, 25_000)
    assert act(helena, "undo", asked) == 404
    letter = " ".join(Letter.get(Letter.kind == "payment_refunded").text.split())
    assert "Our earlier letter, that we keep $250.00 without a refund, does not hold any more." in letter
    shown = helena.get(f"/api/admin/projects/{amelia.project}").get_json()["letters"]
    assert {each["kind"] for each in shown if each["outdated"] == REFUNDED} == {"money_kept", "consultation_cancelled"}
    assert not Alert.select().where(Alert.kind == "refund_due", Alert.resolved_at.is_null()).exists()


def test_what_came_too_much_is_no_part_of_what_a_decision_keeps(people: People, amelia: Client, watch: Watch) -> None:
    helena = people.staff()
    asked = next(each.line for each in lines(Matter.NEWS) if each.line.label == "refund_due")
    watch.now += timedelta(minutes=1)
    assert record(helena, amelia.project, 7_000).status_code == 200
    assert (told(amelia)[1:], kept(amelia)) == ((25_000, 25_000), (0, 0))
    # What they had read is not what they would decide about any more.
    assert act(helena, "done", asked, why="As agreed on the phone") == 409
    asked = next(each.line for each in lines(Matter.NEWS) if each.line.label == "refund_due")
    assert act(helena, "done", asked, why="As agreed on the phone") == 200
    assert "we keep the $250.00" in " ".join(Letter.get(Letter.kind == "money_kept").text.split())
    assert kept(amelia) == (25_000, 25_000)
    assert Alert.select().where(Alert.kind == "paid_twice", Alert.resolved_at.is_null()).count() == 1
    sound(people)


def test_what_is_open_again_tells_what_holds_of_its_money_and_promises_no_call_of_before(
    people: People, amelia: Client, watch: Watch
) -> None:
    refund(people, 10_000)
    set_status(amelia.project, ProjectStatus.INQUIRY, "It goes on", "helena", watch.now)
    letter = " ".join(Letter.get(Letter.kind == "project_goes_on").text.split())
    assert "Of the $250.00 that you paid for it, $100.00 was refunded; the other $150.00 is with us and" in letter
    [note] = [step["note"] for step in amelia.get("/api/client/steps").get_json() if step["kind"] == "time"]
    assert note.startswith("It is paid, and a part of that was refunded. Take") and "24 hours" not in note
    shown = amelia.get(f"/api/bookings/confirmation?projectId={amelia.project}").get_json()["booking"]
    assert (shown["callsSoon"], kept(amelia)) == (False, (0, 0))


def test_what_was_paid_for_a_bill_of_a_cancelled_project_is_told_with_the_rest_and_keeps_it_from_being_erased(
    people: People, watch: Watch
) -> None:
    amelia = Client.with_time(people, 40)
    staff, name = people.staff(), f"HPM-{amelia.project}"
    for key, cents in (("one", 58_000), ("two", 20_000)):  # the first deducts the fee
        assert bill(staff, key, lines=[{"description": "Site visit", "cents": cents}]).status_code == 201
    first, second = Payment.select().where(Payment.provider == "bank").order_by(Payment.id)
    assert mark(staff, first.id).status_code == 200
    cancel(amelia.project, "helena", "", watch.now)
    # The fee that the paid bill deducts is here as well, and decided about with it.
    assert told(amelia) == (["invoice", "refund"], 58_000, 58_000)
    [asked] = [row.message for row in Alert.select().where(Alert.kind == "refund_due")]
    assert f"please decide about a refund. $250.00 for {name} and $330.00 for {name}-2 can be given back." in asked
    [blocked] = [each for each in obstacles_of(Project.get().client_id, watch.now) if "still here" in each]
    assert blocked.startswith(f"{name} is closed, and $580.00 of its money is still here.")
    # What comes for a bill later is what was owed, and nothing to decide about.
    watch.now += DAY
    amelia.sign_in()
    staff = people.staff()
    assert mark(staff, second.id).status_code == 200
    assert told(amelia)[1:] == (58_000, 58_000)
    assert give_back(staff, first.id, 10_000).status_code == 200
    letter = " ".join(Letter.select().where(Letter.kind == "payment_refunded").get().text.split())
    assert f"$100.00 of the $330.00 you paid for {name}-2." in letter
    assert "Our team decides about a refund of $480.00 of what you paid for your project" in letter
    alerts.resolve(Alert.get(Alert.kind == "refund_due").id, "helena", watch.now)
    assert (told(amelia)[1:], kept(amelia)) == ((0, 0), (48_000, 48_000))
    sound(people)


@pytest.mark.parametrize("decided", [False, True])
def test_nothing_is_decided_about_a_bills_transfer_that_never_came(people: People, watch: Watch, decided: bool) -> None:
    amelia = Client.with_time(people, 40)
    staff = people.staff()
    for key, cents in (("one", 58_000), ("two", 20_000)):  # the first deducts the fee, which stays used
        assert bill(staff, key, lines=[{"description": "Site visit", "cents": cents}]).status_code == 201
    came = Payment.select().where(Payment.provider == "bank").order_by(Payment.id.desc()).get()
    assert mark(staff, came.id).status_code == 200
    cancel(amelia.project, "helena", "", watch.now)
    asked = Alert.get(Alert.kind == "refund_due")
    assert told(amelia)[1:] == (20_000, 20_000)
    if decided:
        alerts.resolve(asked.id, "helena", watch.now)
    undo(staff, came.id)
    open_still = Alert.select().where(Alert.kind == "refund_due", Alert.resolved_at.is_null())
    assert ([row.message for row in open_still], told(amelia)[1:]) == ([], (0, 0))
    sound(people)


@pytest.mark.parametrize(
    ("sums", "used", "kept", "said"),
    [
        ((0, 0, 0), "", "", ""),
        ((100, 0, 0), "", "", "The $1.00 that you paid for it is with us and counts for it."),
        ((100, 100, 0), "", "", "The $1.00 that you paid for it was refunded."),
        ((100, 100, 0), "", "$1.00", "The $1.00 that you paid for it was refunded."),
        (
            (100, 0, 0),
            "",
            "$1.00",
            "The $1.00 that you paid for it is with us and counts for it. "
            "Our decision to keep $1.00 of it without a refund does not hold any more.",
        ),
        ((100, 0, 0), "It is deducted.", "", "The $1.00 that you paid for it is with us. It is deducted."),
        (
            (26_234, 1_000, 0, 234),
            "",
            "",
            "Of the $262.34 that you paid for it, $10.00 was refunded and $2.34 is still to go back to you; "
            "the other $250.00 is with us and counts for it.",
        ),
        (
            (110, 0, 0, 10),
            "It is deducted.",
            "",
            "Of the $1.10 that you paid for it, $0.10 is still to go back to you; the other $1.00 is with us. "
            "It is deducted.",
        ),
        (
            (110, 100, 0, 10),
            "",
            "",
            "Of the $1.10 that you paid for it, $1.00 was refunded and $0.10 is still to go back to you.",
        ),
        (
            (100, 0, 50),
            "",
            "",
            "The $1.00 that you paid for it is with us and counts for it. $0.50 of its price is still owed.",
        ),
    ],
)
def test_what_holds_of_the_money_is_said_whole(sums: tuple[int, ...], used: str, kept: str, said: str) -> None:
    came, refunded, owed, *too_much = sums
    assert money_on_reopening(came, refunded, owed, used, kept, *too_much) == said


def test_money_of_a_project_that_goes_on_is_not_undecided(people: People, watch: Watch) -> None:
    made = Client.with_time(people, 40)
    assert Project.get().status == "scheduled"
    assert told(made) == (["consultation", "documents"], 0, 0)


def test_the_day_within_which_we_call_is_counted_from_the_payment(people: People, watch: Watch) -> None:
    visitor = people.visitor()
    visitor.book()
    for waited, soon in ((DAY - timedelta(minutes=1), True), (timedelta(minutes=2), False)):
        watch.now += waited
        assert visitor.get("/api/bookings/confirmation").get_json()["booking"]["callsSoon"] is soon
    assert calls_soon(None, datetime.max)
