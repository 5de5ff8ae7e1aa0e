"""What the browser reaches: one intent, with its client secret, and only its public fields."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.payments.provider import Intent
from app.sandbox import Sandbox
from app.sandbox.client import sandbox_gateway
from app.sandbox.routes import make_blueprint

KEY = "pk_test_sandbox"
CARD = {
    "payment_method_data[type]": "card",
    "payment_method_data[card][number]": "4242424242424242",
    "payment_method_data[card][exp_month]": "12",
    "payment_method_data[card][exp_year]": "2034",
    "payment_method_data[card][cvc]": "123",
    "payment_method_data[billing_details][address][country]": "AU",
}


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandbox]:
    with Sandbox(tmp_path / "provider.db", "whsec_test") as sandbox:
        yield sandbox


@pytest.fixture
def browser(sandbox: Sandbox) -> FlaskClient:
    app = Flask(__name__)
    app.register_blueprint(make_blueprint(sandbox))
    return app.test_client()


@pytest.fixture
def intent(sandbox: Sandbox) -> Intent:
    return sandbox_gateway(sandbox).create_intent(25_000, "aud", {"booking": "7"}, "key-1", "Consultation")


def proof(intent: Intent, key: str = KEY) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}", "Sandbox-Client-Secret": intent.client_secret}


def test_the_holder_of_the_client_secret_pays_and_sees_public_fields_only(
    sandbox: Sandbox, browser: FlaskClient, intent: Intent
) -> None:
    address = f"/sandbox/v1/payment_intents/{intent.id}"
    shown = browser.get(address, headers=proof(intent)).get_json()
    assert shown["status"] == "requires_payment_method"
    paid = browser.post(f"{address}/confirm", data=CARD, headers=proof(intent))
    assert (paid.status_code, paid.get_json()["status"]) == (200, "succeeded")
    for seen in (shown, paid.get_json()):
        assert not {"metadata", "latest_charge", "customer", "amount_received"} & set(seen)
    assert paid.headers["Cache-Control"] == "no-store"
    assert len(sandbox.charges(intent.id)) == 1


def test_three_d_secure_is_answered_by_the_browser(browser: FlaskClient, intent: Intent) -> None:
    address = f"/sandbox/v1/payment_intents/{intent.id}"
    asking = CARD | {"payment_method_data[card][number]": "4000002760003184"}
    confirmed = browser.post(f"{address}/confirm", data=asking, headers=proof(intent)).get_json()
    assert confirmed["next_action"]["type"] == "use_stripe_sdk"
    done = browser.post(f"{address}/authenticate", data={"outcome": "complete"}, headers=proof(intent))
    assert done.get_json()["status"] == "succeeded"


def test_a_decline_shows_the_payer_no_private_fields_either(browser: FlaskClient, intent: Intent) -> None:
    declined = CARD | {"payment_method_data[card][number]": "4000000000000002"}
    answer = browser.post(f"/sandbox/v1/payment_intents/{intent.id}/confirm", data=declined, headers=proof(intent))
    assert answer.status_code == 402
    error = answer.get_json()["error"]
    assert (error["code"], error["message"]) == ("card_declined", "Your card was declined.")
    assert "metadata" not in error["payment_intent"]


@pytest.mark.parametrize("verb", ["", "/confirm", "/authenticate"])
def test_a_stranger_cannot_tell_an_intent_from_none(
    sandbox: Sandbox, browser: FlaskClient, intent: Intent, verb: str
) -> None:
    ask = browser.post if verb else browser.get
    foreign = proof(intent) | {"Sandbox-Client-Secret": f"{intent.id}_secret_guess"}
    wrong = ask(f"/sandbox/v1/payment_intents/{intent.id}{verb}", headers=foreign)
    none = ask(f"/sandbox/v1/payment_intents/pi_0{verb}", headers=foreign)
    assert wrong.status_code == none.status_code == 404
    assert wrong.get_data(as_text=True).replace(intent.id, "pi_0") == none.get_data(as_text=True)
    assert sandbox.charges() == []


@pytest.mark.parametrize("key", ["", "pk_test_other", "sk_test_sandbox", "pk_live_sandbox"])
def test_only_the_publishable_key_is_accepted(browser: FlaskClient, intent: Intent, key: str) -> None:
    answer = browser.get(f"/sandbox/v1/payment_intents/{intent.id}", headers=proof(intent, key))
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "address",
    ["/sandbox/v1/payment_intents", "/sandbox/v1/refunds", "/sandbox/v1/events", "/sandbox/v1/charges/ch_0"],
)
def test_the_secret_key_api_is_not_on_http(browser: FlaskClient, address: str) -> None:
    for ask in (browser.get, browser.post):
        assert ask(address, headers={"Authorization": "Bearer sk_test_sandbox"}).status_code in (404, 405)


def test_hostile_bodies_are_refused(sandbox: Sandbox, browser: FlaskClient, intent: Intent) -> None:
    address = f"/sandbox/v1/payment_intents/{intent.id}/confirm"
    bodies = {b"a" * 9000: 413, b"payment_method_data=x&payment_method_data[a]=1": 400, b"\xff\xfe": 400}
    bodies |= {b"payment_method_data[card]=x": 400, b"a" + b"[a]" * 500 + b"=1": 400}
    for body, status in bodies.items():
        answer = browser.post(address, data=body, headers=proof(intent))
        assert answer.status_code == status, body[:40]
        assert answer.get_json()["error"]["type"] == "invalid_request_error"
    assert sandbox.charges() == []


def test_a_lost_answer_has_charged_once_all_the_same(sandbox: Sandbox, browser: FlaskClient, intent: Intent) -> None:
    address = f"/sandbox/v1/payment_intents/{intent.id}/confirm"
    sandbox.faults.set("charge_then_timeout", caller="browser")
    assert browser.post(address, data=CARD, headers=proof(intent)).status_code == 504
    again = browser.post(address, data=CARD, headers=proof(intent))
    assert again.get_json()["error"]["payment_intent"]["status"] == "succeeded"
    assert len(sandbox.charges(intent.id)) == 1


def test_script_and_stylesheet_are_served(browser: FlaskClient) -> None:
    script, sheet = browser.get("/sandbox/stripe.js"), browser.get("/sandbox/stripe.css")
    assert (script.status_code, script.mimetype) == (200, "text/javascript")
    assert "PAYMENT SANDBOX" in script.get_data(as_text=True)
    assert (sheet.status_code, sheet.mimetype) == (200, "text/css")


def test_trouble_is_ordered_and_ended_by_who_knows_the_data_folders_secret(
    sandbox: Sandbox, browser: FlaskClient
) -> None:
    key = {"Authorization": "Bearer whsec_test"}
    order = {"kind": "unreachable", "only": "GET /v1/events"}
    assert browser.post("/sandbox/faults", data=order).status_code == 401
    assert browser.delete("/sandbox/faults").status_code == 401
    assert sandbox.faults.take("GET /v1/events", "server") is None
    assert browser.post("/sandbox/faults", data=order, headers=key).status_code == 200
    for _ in range(2):
        fault = sandbox.faults.take("GET /v1/events", "server")
        assert fault is not None and fault.kind == "unreachable"
    assert browser.delete("/sandbox/faults", headers=key).status_code == 200
    assert sandbox.faults.take("GET /v1/events", "server") is None


@pytest.mark.parametrize("order", [{}, {"kind": "earthquake"}, {"kind": "hang", "times": "often"}])
def test_an_order_that_makes_no_sense_is_refused(browser: FlaskClient, order: dict[str, str]) -> None:
    answer = browser.post("/sandbox/faults", data=order, headers={"Authorization": "Bearer whsec_test"})
    assert answer.status_code == 400
