"""A cancelled project's money, from the act until staff have settled it: every page tells, and the client can write."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from app.alerts import actions as alerts
from app.alerts.models import Alert
from app.consultations.rules import money_on_reopening
from app.consultations.statuses import set_status
from app.mail.models import Letter
from app.messages.rules import CLOSED
from app.orders.money import Payment
from app.orders.rules import calls_soon
from app.payments.settle import settle
from app.projects.models import Project
from app.projects.rules import ProjectStatus
from tests.consultations.scheduled import Client
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


def test_what_staff_have_settled_without_a_refund_is_undecided_no_more(amelia: Client, watch: Watch) -> None:
    watch.now += 20 * DAY
    amelia.sign_in()
    alerts.resolve(Alert.get(Alert.kind == "refund_due").id, "helena", watch.now)
    assert told(amelia) == ([], 0, 0)
    assert kept(amelia) == (25_000, 25_000)
    assert write(amelia, "one").status_code == 201
    watch.now += 15 * DAY
    amelia.sign_in()
    assert write(amelia, "two").status_code == 409


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


@pytest.mark.parametrize(
    ("sums", "used", "said"),
    [
        ((0, 0, 0), "", ""),
        ((100, 0, 0), "", "The $1.00 that you paid for it is with us and counts for it."),
        ((100, 100, 0), "", "The $1.00 that you paid for it was refunded."),
        ((100, 0, 0), "It is deducted.", "The $1.00 that you paid for it is with us. It is deducted."),
        (
            (100, 0, 50),
            "",
            "The $1.00 that you paid for it is with us and counts for it. $0.50 of its price is still owed.",
        ),
    ],
)
def test_what_holds_of_the_money_is_said_whole(sums: tuple[int, int, int], used: str, said: str) -> None:
    assert money_on_reopening(*sums, used) == said


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
