"""Starting a payment: the server's amount, one intent, no matter what."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from app import db
from app.accounts.cookies import COOKIE
from app.orders.money import Payment
from tests.payments.knocking import let_many_ask
from tests.people import DECLINED, VISA, People, Person


@pytest.mark.spec("C-06", "B-06")
@pytest.mark.parametrize("amount", [0, -1, 0.01, 249.99, 250.01, 25000, 1e9])
def test_an_amount_that_is_not_the_fee_is_refused_and_never_charged(people: People, amount: float) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    answer = visitor.post("/api/create-payment-intent", {"amount": amount})
    assert answer.status_code == 422
    assert answer.get_json()["fields"] == {"amount": "The amount is 250.00 AUD."}
    assert visitor.house.sandbox.intents() == []


@pytest.mark.parametrize("body", ['{"amount": NaN}', '{"amount": Infinity}', '{"amount": "250 or so"}', "[250]", "{"])
def test_an_amount_that_is_no_number_is_refused(people: People, body: str) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    answer = visitor.browser.post("/api/create-payment-intent", data=body, content_type="application/json")
    assert answer.status_code in (400, 422)
    assert set(answer.get_json()) == {"message", "fields"}
    assert visitor.house.sandbox.intents() == []


@pytest.mark.spec("B-06", "C-06", "K-01")
def test_the_provider_is_asked_for_the_servers_cents(people: People) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    answer = visitor.post("/api/create-payment-intent", {"amount": 250}).get_json()
    intent = visitor.house.sandbox.intent(answer["paymentIntent"])
    assert (intent["amount"], intent["currency"]) == (25000, "aud")
    assert answer["amountCents"] == 25_000
    assert answer["clientSecret"].startswith(answer["paymentIntent"])


def test_a_reload_finds_the_same_intent(people: People) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    assert visitor.start_payment() == visitor.start_payment()
    assert len(visitor.house.sandbox.intents()) == 1


def test_a_declined_card_leaves_the_same_intent_to_try_again(people: People) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    intent = visitor.start_payment()
    visitor.house.sandbox.confirm(intent, card=DECLINED)
    assert visitor.settle(intent) == "failed"
    assert visitor.start_payment() == intent
    visitor.house.sandbox.confirm(intent, card=VISA)
    assert visitor.settle(intent) == "paid"


def test_twenty_calls_at_once_make_one_intent(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    let_many_ask(people.house, monkeypatch)
    visitor = people.visitor()
    visitor.fill_wizard()
    cookie = visitor.browser.get_cookie(COOKIE)
    assert cookie is not None

    def start(_: int) -> tuple[int, str]:
        tab = Person(visitor.house)
        tab.browser.set_cookie(COOKIE, cookie.value)
        answer = tab.post("/api/create-payment-intent", {"amount": 250})
        db.close()
        return answer.status_code, answer.get_json().get("paymentIntent", "")

    with ThreadPoolExecutor(20) as tabs:
        answers = list(tabs.map(start, range(20)))
    assert {status for status, _ in answers} == {200}
    assert len({intent for _, intent in answers}) == 1
    assert len(visitor.house.sandbox.intents()) == 1
    assert Payment.select().count() == 1


def test_without_the_stored_key_a_lost_answer_would_make_a_second_intent(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: the key is what makes a repeated call find the first intent."""
    visitor = people.visitor()
    visitor.fill_wizard()
    house = visitor.house
    house.sandbox.faults.set("charge_then_timeout")
    assert visitor.post("/api/create-payment-intent", {"amount": 250}).status_code == 503
    Payment.update(idempotency_key="another").execute()
    visitor.start_payment()
    assert len(house.sandbox.intents()) == 2


@pytest.mark.spec("B-07")
@pytest.mark.parametrize("fault", ["unreachable", "error_500", "malformed", "reset", "charge_then_timeout"])
def test_when_the_provider_fails_the_visitor_may_try_again(people: People, fault: str) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    visitor.house.sandbox.faults.set(fault)
    answer = visitor.post("/api/create-payment-intent", {"amount": 250})
    assert answer.status_code == 503
    assert answer.get_json()["message"] == "Failed to initialize payment system. Please try again."
    visitor.house.sandbox.faults.clear()
    visitor.start_payment()
    assert len(visitor.house.sandbox.intents()) == 1
    assert visitor.get("/api/bookings/current").get_json()["booking"]["step"] == 4


def test_a_cancelled_intent_is_replaced(people: People) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    first = visitor.start_payment()
    assert visitor.house.gateway is not None
    visitor.house.gateway.cancel_intent(first)
    second = visitor.start_payment()
    assert first != second
    assert [row.superseded for row in Payment.select().order_by(Payment.id)] == [True, False]


def test_a_paid_booking_cannot_be_paid_again(people: People) -> None:
    visitor = people.visitor()
    visitor.book()
    answer = visitor.post("/api/create-payment-intent", {"amount": 250})
    assert answer.status_code == 409
    assert answer.get_json()["message"] == "This booking is already paid."


def test_a_payment_made_in_another_tab_is_noticed_on_reload(people: People) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    intent = visitor.start_payment()
    visitor.house.sandbox.confirm(intent, card=VISA)
    assert visitor.post("/api/create-payment-intent", {"amount": 250}).status_code == 409
    assert visitor.get("/api/bookings/confirmation").get_json()["state"] == "paid"


def test_nobody_else_can_settle_or_see_the_payment(people: People) -> None:
    visitor, stranger = people.visitor(), people.visitor()
    intent = visitor.book()
    stranger.fill_wizard(email="other@example.com")
    assert stranger.post("/api/payments/settle", {"paymentIntent": intent}).status_code == 404
    shown = stranger.get(f"/api/bookings/confirmation?paymentIntent={intent}").get_json()
    assert shown == {"state": "none", "booking": None, "isDisowned": False, "mayChange": False, "asksVisitor": False}
