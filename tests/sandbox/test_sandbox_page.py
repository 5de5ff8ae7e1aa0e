"""The card form of the sandbox in a real browser, under the site's content security policy."""

import logging
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import pytest
from flask import Flask, Response
from playwright.sync_api import Page, expect
from werkzeug.serving import make_server

from app.payments.provider import Intent
from app.sandbox import Sandbox
from app.sandbox.client import sandbox_gateway
from app.sandbox.routes import make_blueprint
from tests import axe

pytestmark = pytest.mark.browser

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self';"
    " base-uri 'none'; form-action 'self'"
)
PAGE = """<!doctype html><html lang="en-AU"><head><title>Pay</title></head><body><main><h1>Pay</h1>
<form id="form" novalidate><div id="card"></div><button>Pay $250.00 AUD</button></form>
<p id="outcome" role="status"></p></main>
<script src="/sandbox/stripe.js"></script><script src="/page.js"></script></body></html>"""
SCRIPT = """
const asked = new URLSearchParams(location.search);
const stripe = Stripe(asked.get('key') ?? 'pk_test_sandbox');
const elements = stripe.elements({ clientSecret: asked.get('secret') });
const never = { fields: { billingDetails: { address: { country: 'never' } } } };
elements.create('payment', asked.has('country') ? {} : never).mount('#card');
const billing_details = asked.has('forgotten') ? {} : { address: { country: 'AU' } };
const tell = (text) => { document.querySelector('#outcome').textContent = text; };
document.querySelector('#form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const checked = await elements.submit();
  if (checked.error) return tell(`invalid: ${checked.error.code}`);
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements, redirect: 'if_required', confirmParams: { payment_method_data: { billing_details } },
  }).catch((thrown) => ({ error: thrown }));
  tell(error ? `error: ${error.message}` : `done: ${paymentIntent.status}`);
});
"""


@dataclass
class Till:
    """A page with the card form for one intent."""

    page: Page
    sandbox: Sandbox
    intent: Intent
    address: str

    def open(self, **asked: str) -> None:
        self.page.goto(f"{self.address}/?{urlencode({'secret': self.intent.client_secret} | asked)}")

    def type(self, number: str, expiry: str = "12 34", cvc: str = "123") -> None:
        for label, text in (("Card number", number), ("Expiration date", expiry), ("Security code", cvc)):
            self.page.get_by_label(label).press_sequentially(text)

    def pay(self) -> None:
        self.page.get_by_role("button", name="Pay $250.00 AUD").click()

    def expect(self, outcome: str) -> None:
        expect(self.page.locator("#outcome")).to_have_text(outcome)


@pytest.fixture
def till(page: Page, tmp_path: Path) -> Iterator[Till]:
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    with Sandbox(tmp_path / "provider.db", "whsec_test") as sandbox:
        app = Flask(__name__)
        app.register_blueprint(make_blueprint(sandbox))
        app.add_url_rule("/", "page", lambda: Response(PAGE, headers={"Content-Security-Policy": POLICY}))
        app.add_url_rule("/page.js", "script", lambda: Response(SCRIPT, mimetype="text/javascript"))
        server = make_server("127.0.0.1", 0, app, threaded=True)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        intent = sandbox_gateway(sandbox).create_intent(25_000, "aud", {}, "key-1", "Consultation")
        refused: list[str] = []
        page.on("console", lambda message: refused.append(message.text))
        yield Till(page, sandbox, intent, f"http://127.0.0.1:{server.server_port}")
        server.shutdown()
        thread.join()
        server.server_close()
    assert [text for text in refused if "Content Security Policy" in text] == []


@pytest.mark.spec("B-06")
def test_a_test_card_pays_and_no_country_is_asked_for(till: Till) -> None:
    till.open()
    expect(till.page.get_by_text("TEST. No real card is charged")).to_be_visible()
    expect(till.page.get_by_text("Country")).to_have_count(0)
    till.type("4242424242424242")
    expect(till.page.get_by_label("Card number")).to_have_value("4242 4242 4242 4242")
    expect(till.page.get_by_label("Expiration date")).to_have_value("12 / 34")
    till.pay()
    till.expect("done: succeeded")
    assert len(till.sandbox.charges(till.intent.id)) == 1


def test_australia_is_the_country_where_the_page_leaves_it_to_the_form(till: Till) -> None:
    till.open(country="auto", forgotten="yes")
    expect(till.page.get_by_text("Country: Australia")).to_be_visible()
    till.type("4242424242424242")
    till.pay()
    till.expect("done: succeeded")


def test_forgetting_the_country_that_is_not_asked_for_is_a_mistake_as_with_the_provider(till: Till) -> None:
    till.open(forgotten="yes")
    till.type("4242424242424242")
    till.pay()
    expect(till.page.locator("#outcome")).to_contain_text("IntegrationError")
    assert till.sandbox.charges() == []


@pytest.mark.parametrize(
    ("number", "expiry", "cvc", "label", "message"),
    [
        ("", "", "", "Card number", "Your card number is incomplete."),
        ("4242424242424241", "1234", "123", "Card number", "Your card number is invalid."),
        ("4242424242424242", "13 34", "123", "Expiration date", "Your card's expiration date is invalid."),
        ("4242424242424242", "0120", "123", "Expiration date", "Your card's expiration date is in the past."),
        ("4242424242424242", "1234", "12", "Security code", "Your card's security code is incomplete."),
        ("378282246310005", "1234", "123", "Security code", "Your card's security code is incomplete."),
    ],
)
def test_what_is_wrong_is_said_and_the_first_wrong_field_has_the_focus(
    till: Till, number: str, expiry: str, cvc: str, label: str, message: str
) -> None:
    till.open()
    till.type(number, expiry, cvc)
    till.pay()
    field = till.page.get_by_label(label)
    expect(field).to_be_focused()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(message)
    assert till.sandbox.log[-1].path == "/v1/payment_intents", "nothing was sent"


def test_a_declined_card_is_said_and_a_good_one_may_follow(till: Till) -> None:
    till.open()
    till.type("4000000000009995")
    till.pay()
    till.expect("error: Your card has insufficient funds.")
    till.page.get_by_label("Card number").fill("4242424242424242")
    till.pay()
    till.expect("done: succeeded")


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [("Complete authentication", "done: succeeded"), ("Fail authentication", "error: We are unable")],
)
def test_three_d_secure_by_keyboard_alone_gives_the_focus_back(till: Till, answer: str, outcome: str) -> None:
    till.open()
    till.type("4000002760003184")
    till.page.get_by_label("Security code").press("Enter")
    dialog = till.page.get_by_role("dialog", name="3-D Secure")
    expect(dialog.get_by_role("button", name="Complete authentication")).to_be_focused()
    assert axe.faults(till.page) == []
    dialog.get_by_role("button", name=answer).press("Enter")
    expect(till.page.locator("#outcome")).to_contain_text(outcome)
    expect(dialog).to_have_count(0)
    expect(till.page.get_by_label("Security code")).to_be_focused()


def test_escape_from_three_d_secure_fails_it(till: Till) -> None:
    till.open()
    till.type("4000002760003184")
    till.pay()
    expect(till.page.get_by_role("dialog")).to_be_visible()
    till.page.keyboard.press("Escape")
    expect(till.page.locator("#outcome")).to_contain_text("error: We are unable to authenticate")


def test_pressing_pay_twice_sends_one_confirmation(till: Till) -> None:
    till.open()
    till.type("4242424242424242")
    till.sandbox.faults.set("timeout", caller="browser", seconds=3)
    till.page.get_by_role("button", name="Pay $250.00 AUD").dblclick()
    till.expect("done: succeeded")
    sent = [request.path for request in till.sandbox.log if request.path.endswith("/confirm")]
    assert len(sent) == 1


def test_a_lost_answer_reads_as_a_connection_problem(till: Till) -> None:
    till.open()
    till.sandbox.faults.set("charge_then_timeout", caller="browser")
    till.type("4242424242424242")
    till.pay()
    expect(till.page.locator("#outcome")).to_contain_text("could not be reached")
    assert len(till.sandbox.charges(till.intent.id)) == 1


@pytest.mark.parametrize("width", [390, 1440])
def test_form_and_faults_pass_the_accessibility_check_and_fit_the_page(till: Till, width: int) -> None:
    till.page.set_viewport_size({"width": width, "height": 900})
    till.open()
    expect(till.page.get_by_label("Card number")).to_have_css("height", "48px")
    assert axe.faults(till.page) == []
    till.pay()
    till.expect("invalid: incomplete_number")
    assert axe.faults(till.page) == []
    assert till.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_live_key_is_refused(till: Till) -> None:
    with till.page.expect_event("pageerror") as thrown:
        till.open(key="pk_live_x")
    assert "pk_test_" in str(thrown.value)
