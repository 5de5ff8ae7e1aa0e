"""A card provider that hangs costs nobody anything but the payment: few calls wait, the others hear so at once."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app import db
from app.booking.models import Booking
from app.factory import House
from app.orders.money import Payment
from app.payments.cards import BUSY
from app.payments.patience import JOB, VISITOR, WEBHOOK, Line, Patience
from app.payments.provider import ProviderBusy, ProviderUnavailable
from app.payments.reconcile import reconcile
from tests.onboarders import Onboarder
from tests.payments.knocking import knock, let_many_ask
from tests.people import VISA, People, Person

LONG = 60.0
AMOUNT = {"amount": 250}


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as made:
        yield made


def payers(people: People, count: int) -> list[Person]:
    """Visitors who are about to pay."""
    made = [people.visitor() for _ in range(count)]
    for number, visitor in enumerate(made):
        visitor.fill_wizard(files=0, email=f"payer{number}@example.com")
    return made


def begin(visitor: Person) -> TestResponse:
    return visitor.post("/api/create-payment-intent", AMOUNT)


def meanwhile(pool: ThreadPoolExecutor, act: Callable[[], Any]) -> "Future[Any]":
    def run() -> Any:
        try:
            return act()
        finally:
            db.close()

    return pool.submit(run)


@contextmanager
def hanging(house: House, pool: ThreadPoolExecutor, acts: list[Callable[[], Any]], only: str = "") -> Iterator[Any]:
    """All of `acts` hang at the provider; when the block ends it answers."""
    faults = house.sandbox.faults
    faults.set("hang", None, only=only)
    try:
        under_way = [meanwhile(pool, act) for act in acts]
        assert faults.waiting.reaches(len(acts), LONG)
        yield under_way
    finally:
        faults.clear()


def told_to_wait(answer: TestResponse) -> bool:
    return (answer.status_code, answer.get_json()["message"], answer.headers.get("Retry-After")) == (503, BUSY, "2")


@pytest.mark.spec("G-03")
def test_while_two_hang_the_third_soon_hears_so_and_all_pay_afterwards(
    people: People, pool: ThreadPoolExecutor
) -> None:
    first, second, third = payers(people, 3)
    with hanging(people.house, pool, [lambda: begin(first), lambda: begin(second)]) as under_way:
        assert told_to_wait(begin(third))
        assert third.get("/api/bookings/current").get_json()["booking"]["step"] == 4
        assert people.visitor().get("/api/health").status_code == 200
    assert [each.result(LONG).status_code for each in under_way] == [200, 200]
    assert begin(third).status_code == 200
    assert (Payment.select().count(), len(people.house.sandbox.intents())) == (3, 3)


def test_without_the_limit_the_third_would_hang_as_well(
    people: People, pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control."""
    let_many_ask(people.house, monkeypatch)
    visitors = payers(people, 3)
    with hanging(people.house, pool, [lambda each=each: begin(each) for each in visitors]) as under_way:
        pass
    assert [each.result(LONG).status_code for each in under_way] == [200, 200, 200]


def test_webhooks_wait_in_a_line_of_their_own(people: People, pool: ThreadPoolExecutor) -> None:
    house, (ann, bob, cleo) = people.house, payers(people, 3)
    intents = [each.start_payment() for each in (ann, bob, cleo)]
    for intent in intents:
        house.sandbox.confirm(intent, card=VISA)
    events = [house.sandbox.events(intent)[-1] for intent in intents]
    knocks = [lambda event=event: knock(house, event) for event in events[:2]]
    with hanging(house, pool, knocks, only="GET /v1/payment_intents") as under_way:
        assert told_to_wait(knock(house, events[2]))
        (dora,) = payers(people, 1)
        assert begin(dora).status_code == 200
    assert [each.result(LONG).status_code for each in under_way] == [200, 200]
    assert knock(house, events[2]).status_code == 200
    assert Booking.select().where(Booking.status == "confirmed").count() == 3


def test_the_job_takes_no_visitors_place(people: People, pool: ThreadPoolExecutor) -> None:
    house = people.house
    assert house.gateway is not None
    patient = house.gateway.with_patience(JOB)
    with hanging(house, pool, [lambda: reconcile(patient)], only="GET /v1/events"):
        answers = [begin(visitor).status_code for visitor in payers(people, 2)]
    assert answers == [200, 200]


def test_who_comes_back_from_the_card_form_meanwhile_is_checked_and_learns_the_truth_later(
    people: People, pool: ThreadPoolExecutor
) -> None:
    house, (ann, bob, cleo) = people.house, payers(people, 3)
    intent = ann.start_payment()
    house.sandbox.confirm(intent, card=VISA)
    acts = [lambda: begin(bob), lambda: begin(cleo)]
    with hanging(house, pool, acts, only="POST /v1/payment_intents") as under_way:
        assert told_to_wait(ann.post("/api/payments/settle", {"paymentIntent": intent}))
        assert Booking.get().status == "draft"
        # The provider's own word comes in another line.
        assert knock(house, house.sandbox.events(intent)[-1]).status_code == 200
        shown = ann.get(f"/api/bookings/confirmation?paymentIntent={intent}").get_json()
        assert shown["state"] == "paid"
    assert [each.result(LONG).status_code for each in under_way] == [200, 200]
    assert ann.settle(intent) == "paid"


@pytest.mark.parametrize("call", ["bank-transfer", "submit"])
def test_whatever_needs_the_provider_is_refused_whole_and_works_afterwards(
    ann: Onboarder, people: People, pool: ThreadPoolExecutor, call: str
) -> None:
    intent = ann.begin_card()
    path = {"bank-transfer": f"/api/projects/{ann.project}/bank-transfer", "submit": "/api/projects"}[call]
    body = (
        {} if call == "bank-transfer" else {"clientId": ann.intake, "serviceType": "scope_tender", "status": "inquiry"}
    )
    bob, cleo = payers(people, 2)
    with hanging(people.house, pool, [lambda: begin(bob), lambda: begin(cleo)]) as under_way:
        assert told_to_wait(ann.post(path, body))
        kept = Payment.of_intent(intent)
        assert kept is not None and not kept.superseded
    assert [each.result(LONG).status_code for each in under_way] == [200, 200]
    assert ann.post(path, body).status_code in (200, 201)
    assert people.house.sandbox.intent(intent)["status"] == "canceled"


def test_a_late_answer_is_not_waited_for_and_keeps_its_place_until_it_ends() -> None:
    line = Line(Patience(places=1, seconds=0.01, silence_seconds=0.01, retries=0))
    let_go, workers = threading.Event(), list[threading.Thread]()

    def slow() -> bool:
        workers.append(threading.current_thread())
        return let_go.wait(LONG)

    with pytest.raises(ProviderUnavailable, match="takes too long"):
        line.call(slow)
    with pytest.raises(ProviderBusy):
        line.call(lambda: "another")
    let_go.set()
    workers[0].join(LONG)
    asked = threading.Event()
    with suppress(ProviderUnavailable):
        line.call(asked.set)
    assert asked.wait(LONG)


@pytest.fixture
def held(pool: ThreadPoolExecutor) -> Callable[[Line], Callable[[], None]]:
    """Takes a place of a line; what it returns gives the place back."""

    def hold(line: Line) -> Callable[[], None]:
        asked, let_go = threading.Event(), threading.Event()

        def work() -> bool:
            asked.set()
            return let_go.wait(LONG)

        pool.submit(line.call, work)
        assert asked.wait(LONG)
        return let_go.set

    return hold


def test_who_comes_while_the_others_are_being_served_waits_for_a_place(
    pool: ThreadPoolExecutor, held: Callable[[Line], Callable[[], None]]
) -> None:
    line = Line(Patience(places=1, seconds=LONG, silence_seconds=LONG, retries=0, queue=1, queue_seconds=LONG))
    let_go = held(line)
    next_one = pool.submit(line.call, lambda: "served")
    threading.Event().wait(0.1)  # let the next one come to the queue
    assert not next_one.done()
    let_go()
    assert next_one.result(LONG) == "served"


@pytest.mark.parametrize("queue", [0, 1])
def test_nobody_waits_in_the_queue_longer_than_they_may(queue: int, held: Callable[[Line], Callable[[], None]]) -> None:
    line = Line(Patience(places=1, seconds=LONG, silence_seconds=LONG, retries=0, queue=queue, queue_seconds=0.01))
    let_go = held(line)
    with pytest.raises(ProviderBusy):
        line.call(lambda: "served")
    let_go()


def test_what_a_call_raises_frees_its_place() -> None:
    line = Line(Patience(places=1, seconds=LONG, silence_seconds=LONG, retries=0))
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            line.call(lambda: 1 // 0)
    assert line.call(lambda: "answer") == "answer"


def test_visitors_and_webhooks_together_never_hold_half_of_the_threads(people: People) -> None:
    assert VISITOR.places + WEBHOOK.places <= people.house.config.server.threads / 2
    assert VISITOR.retries == WEBHOOK.retries == 0
