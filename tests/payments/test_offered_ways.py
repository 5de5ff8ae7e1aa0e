"""Money is asked for only where it can arrive: no transfer to a fictional account, no booking that cannot be paid."""

from typing import Any

import pytest

from app import clock
from app import config as configuration
from app.attention.rules import Matter
from app.booking.models import Booking
from app.config import Config
from app.factory import House, create_app
from app.fields import mailto
from app.limits import limiter
from app.mail.models import Letter
from app.onboarding.models import Onboarding
from app.orders.money import Payment
from app.pages.facts import site_facts
from app.pages.structured import structured_facts
from app.payments import transfers
from app.slots import actions as slots
from app.ways import WaysToPay, closed_text, not_offered, ways_to_pay
from tests.attention.waiting import said
from tests.firms import CARDS, OURS, Configured, without
from tests.onboarders import DETAILS, Onboarder
from tests.people import PERSONAL, Person

NO_CARD = {"mode": "none", "scriptUrl": "", "publishableKey": ""}
HOST = "post.ours.example"
KEYS = [f"{section}.{name}" for section in OURS for name in OURS[section] if name not in ("account_name", "host")]


def public(config: Config, values: dict[str, Any]) -> House:
    """`serve` with these settings, on the test's folder."""
    made = create_app(configuration.build(config.folder, "serve", values), bundle=False)
    limiter.reset()
    return made


def same_browser(person: Person, house: House) -> Person:
    """Somebody's browser, after the program was started again with other settings."""
    later = Person(house)
    cookie = person.browser.get_cookie("helios_session")
    assert cookie is not None
    later.browser.set_cookie("helios_session", cookie.value)
    return later


@pytest.mark.parametrize(
    ("is_public", "keys", "host", "standing", "words", "phrase"),
    [
        (False, False, "", ["bank.bsb"], "card bank", "by card or bank transfer"),
        (True, True, "post.example", [], "card bank", "by card or bank transfer"),
        (True, False, "post.example", [], "bank", "by bank transfer"),
        (True, True, "post.example", ["bank.bsb"], "card", "by card"),
        (True, False, "post.example", ["business.abn"], "", ""),
        (True, True, "", [], "", ""),
    ],
)
def test_the_ways_to_pay_follow_from_the_settings(
    is_public: bool, keys: bool, host: str, standing: list[str], words: str, phrase: str
) -> None:
    ways = ways_to_pay(is_public, keys, host, standing)
    assert (ways.words, ways.phrase, bool(ways)) == (words, phrase, bool(words))


def test_staff_are_told_what_is_not_offered_and_what_it_takes() -> None:
    everything, cards, nothing = WaysToPay(True, True), WaysToPay(True, False), WaysToPay(False, False)
    assert not_offered(everything, HOST, ["bank.bsb"]) == ""
    assert not_offered(cards, HOST, ["bank.bsb"]).startswith("No bank transfer is offered while these settings")
    assert "Receipts leave the ABN out" in not_offered(cards, HOST, ["business.abn"])
    said = not_offered(nothing, HOST, ["business.phone", "bank.bsb"])
    assert said.startswith("Nobody can book online: no card provider keys are set")
    assert "business.phone, bank.bsb. Set them in config.toml" in said
    said = not_offered(nothing, "", [])
    assert said.startswith("Nobody can book online: no mail server is set (mail.host)") and "Set it in" in said
    said = not_offered(nothing, "", ["bank.bsb"])
    assert "no mail server is set" in said and "fictional defaults: bank.bsb. Set them in" in said


@pytest.mark.parametrize("cards", [{}, CARDS])
def test_nothing_is_sold_while_no_letter_can_leave(config: Config, cards: dict[str, Any]) -> None:
    house = public(config, {**OURS, "payments": cards, "mail": {}})
    visitor = Person(house)
    for path, body in (("/api/bookings", PERSONAL), ("/api/clients", DETAILS)):
        assert visitor.post(path, body).status_code == 503
    assert [table.select().count() for table in (Booking, Onboarding, Payment, Letter)] == [0, 0, 0, 0]
    assert any(each.startswith("Nobody can book online: no mail server is set") for each in said(Matter.SETTING))


@pytest.mark.spec("C-05", "U-01")
@pytest.mark.parametrize("key", KEYS)
def test_while_one_fact_is_fictional_nobody_books_and_nothing_is_half_made(config: Config, key: str) -> None:
    house = public(config, without(key))
    visitor = Person(house)
    phone = "" if key == "business.phone" else OURS["business"]["phone"]
    for path, body in (("/api/bookings", PERSONAL), ("/api/clients", DETAILS)):
        refused = visitor.post(path, body)
        assert (refused.status_code, refused.get_json()["message"]) == (503, closed_text(phone))
    assert [table.select().count() for table in (Booking, Onboarding, Payment, Letter)] == [0, 0, 0, 0]
    (told,) = (each for each in said(Matter.SETTING) if each.startswith("Nobody can book online"))
    assert f": {key}. " in told


@pytest.mark.spec("C-05")
def test_an_enquiry_is_the_way_on_where_nothing_can_be_paid(config: Config) -> None:
    enquiry = {"name": "Ann", "email": "ann@example.com", "phone": "0400 000 000", "message": "Could you call me?"}
    assert Person(public(config, {})).post("/api/enquiries", enquiry).status_code == 201
    assert "call us" not in closed_text("")


@pytest.mark.spec("C-05", "U-01")
def test_drafts_of_better_days_cannot_be_paid_by_a_transfer_to_nobody(config: Config) -> None:
    visitor = Person(public(config, OURS))
    visitor.fill_wizard(files=0)
    later = same_browser(visitor, public(config, without("bank.account")))
    for path in ("/api/bookings/current/bank-transfer", "/api/create-payment-intent"):
        assert later.post(path).status_code == 503
    assert later.post("/api/bookings", {"step": 3}).status_code == 503
    assert (Payment.select().count(), Booking.get().status) == (0, "draft")


@pytest.mark.spec("C-05")
def test_with_cards_only_a_transfer_is_refused_and_not_shown(config: Config) -> None:
    house = public(config, {**without("bank.bsb"), "payments": CARDS})
    slots.generate(clock.now())
    ann = Onboarder(house)
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    shown = ann.checkout()
    assert (shown["cardAvailable"], shown["transferAvailable"]) == (True, False)
    refused = ann.post(f"/api/projects/{ann.project}/bank-transfer")
    assert refused.status_code == 409
    assert refused.get_json()["message"] == "Bank transfer is not available at the moment. Please pay by card."
    assert (Payment.select().count(), Letter.select().count()) == (0, 0)
    facts = site_facts(NO_CARD)
    assert [facts[f"bank.{name}"] for name in ("accountName", "bsb", "account")] == ["", "", ""]
    assert (facts["payments.ways"], facts["payments.by"], facts["payments.closed"]) == ("card", "by card", "")


@pytest.mark.spec("C-05", "A-02")
def test_a_transfer_of_better_days_is_kept_and_received_without_a_fictional_account(config: Config) -> None:
    slots.generate(clock.now())
    ann = Onboarder(public(config, OURS))
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    house = public(config, {**without("bank.bsb"), "payments": CARDS})
    later = same_browser(ann, house)
    again = later.post(f"/api/projects/{ann.project}/bank-transfer")
    assert (again.status_code, again.get_json()["bank"]) == (200, None)
    shown = later.get(f"/api/bookings/confirmation?projectId={ann.project}").get_json()
    assert (shown["state"], shown["booking"]["bank"]) == ("awaiting", None)
    assert [letter.kind for letter in Letter.select()] == ["transfer_details"]
    assert transfers.receive(Payment.get().id, "helena").status == "completed"


@pytest.mark.spec("S-12")
def test_fictional_facts_are_told_to_nobody_as_the_firms_own(configured: Configured) -> None:
    configured("serve")
    facts = site_facts(NO_CARD)
    assert (facts["business.abnLine"], facts["business.abnInBrackets"]) == ("", "")
    data = structured_facts(facts)
    assert [data[f"data.{name}"] for name in ("telephone", "email", "abn")] == ["", "", ""]
    configured("serve", OURS)
    data = structured_facts(site_facts(NO_CARD))
    assert data["data.telephone"] == "+61295801234"
    assert (data["data.email"], data["data.abn"]) == ("office@ours.example", "53 004 085 616")
    assert site_facts(NO_CARD)["business.abnInBrackets"] == " (ABN 53 004 085 616)"
    # The demo shows what the pages will look like.
    configured("demo")
    assert site_facts(NO_CARD)["business.abnLine"].startswith("ABN 51")


@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("office@ours.example", "mailto:office@ours.example"),
        ("a+b@ours.example", "mailto:a%2Bb@ours.example"),
        ("50%?cc=x&y#z@ours.example", "mailto:50%25%3Fcc%3Dx%26y%23z@ours.example"),
    ],
)
def test_a_link_that_writes_to_somebody_is_encoded(configured: Configured, address: str, link: str) -> None:
    assert mailto(address) == link
    configured("demo", {"business": {"email": address, "support_email": address}})
    facts = site_facts(NO_CARD)
    assert (facts["business.emailHref"], facts["business.supportHref"]) == (link, link)
