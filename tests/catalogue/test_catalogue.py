"""The catalogue: prices and labels of the specification, the owner's overrides, money in words."""

from pathlib import Path
from typing import Any

import pytest

from app.amounts import dollars, plain
from app.catalogue import actions, facts
from app.catalogue.rules import (
    BOOKING_FEE_CENTS,
    CURRENCY,
    PACKAGES,
    SERVICES,
    WIZARD_SERVICES,
    Category,
    Package,
    ServiceType,
)
from app.catalogue.works import PROJECT_TYPE_LABELS, PROJECT_VALUE_LABELS, ProjectType, ProjectValue
from app.config import ConfigError, build
from app.projects.rules import checkout_path
from tests.firms import Configured

# Prices of the second document's service table and of the decisions, in dollars.
PRICES = {
    "planning_approvals": ("Planning & Approvals", "project", 1500),
    "contract_advisory": ("Contract Advisory", "project", 1200),
    "scope_tender": ("Scope & Tender Management", "project", 2000),
    "construction_support": ("Construction Phase Support", "project", 2500),
    "premium_advisory": ("Premium Advisory", "project", 3000),
    "building_information": ("Building Information Certificates", "project", 800),
    "project_coordination": ("Design & Project Coordination", "design", 1800),
    "inspection_services": ("Inspection Services", "design", 650),
    "contract_review": ("Contract Review", "business", 550),
    "dispute_management": ("Dispute Management", "business", 2200),
    "consultation": ("Initial Consultation", "business", 250),
}


@pytest.mark.spec("K-01", "O-03")
def test_every_service_has_its_title_group_and_price() -> None:
    assert {str(each.id): (each.title, str(each.category), each.cents // 100) for each in SERVICES} == PRICES
    assert {each.id for each in SERVICES} == set(ServiceType)
    assert all(each.cents % 100 == 0 and each.text for each in SERVICES)


@pytest.mark.spec("K-01", "P-11")
def test_the_packages_cost_what_the_page_says() -> None:
    assert {str(each.id): each.cents for each in PACKAGES} == {
        "essential": 550_00,
        "professional": 750_00,
        "premium": 990_00,
    }
    assert {each.id for each in PACKAGES} == set(Package)


@pytest.mark.parametrize(
    ("service", "package", "name"),
    [
        ("contract_review", None, "Contract Review"),
        ("contract_review", "premium", "Contract Review, Premium Review"),
        ("premium_advisory", None, "Premium Advisory"),
        ("premium_advisory", "premium", "Premium Advisory"),
    ],
)
def test_what_is_bought_is_named_with_its_package(
    monkeypatch: pytest.MonkeyPatch, service: str, package: str | None, name: str
) -> None:
    monkeypatch.setattr(actions, "services", lambda: {each.id: each for each in SERVICES})
    monkeypatch.setattr(actions, "packages", lambda: {each.id: each for each in PACKAGES})
    assert actions.bought_as(service, package) == name


@pytest.mark.spec("K-01")
def test_the_fee() -> None:
    assert (BOOKING_FEE_CENTS, CURRENCY) == (25000, "aud")


@pytest.mark.spec("K-01", "B-03")
def test_the_wizard_offers_six_services_and_the_contract_review() -> None:
    six = [each.id for each in SERVICES if each.category is Category.PROJECT]
    assert len(six) == 6
    assert list(WIZARD_SERVICES) == [*six, ServiceType.CONTRACT_REVIEW]


@pytest.mark.spec("B-03", "M-02")
def test_every_value_that_is_offered_has_a_label_and_none_is_told_twice() -> None:
    assert set(PROJECT_TYPE_LABELS) == set(ProjectType) - {ProjectType.N_A}
    assert set(PROJECT_VALUE_LABELS) == set(ProjectValue)
    for labels in (PROJECT_TYPE_LABELS, PROJECT_VALUE_LABELS):
        assert len(set(labels.values())) == len(labels)


MONEY = {
    0: "$0.00",
    1: "$0.01",
    99: "$0.99",
    100: "$1.00",
    250_00: "$250.00",
    1500_00: "$1,500.00",
    123_456_789: "$1,234,567.89",
    -250_00: "−$250.00",
    100_000_000_000_01: "$100,000,000,000.01",
    2**53 + 1: "$90,071,992,547,409.93",
}


@pytest.mark.parametrize("cents", MONEY)
def test_money_is_written_to_the_cent(cents: int) -> None:
    said = MONEY[cents]
    assert dollars(cents) == said
    assert plain(cents) == said.replace("$", "").replace(",", "").replace("−", "-")


@pytest.mark.parametrize(("cents", "amount"), [(1500_00, "1500"), (1500_50, "1500.50"), (50, "0.50")])
def test_the_address_of_a_checkout_says_its_price_to_the_cent(cents: int, amount: str) -> None:
    assert checkout_path(7, cents) == f"/checkout?projectId=7&amount={amount}"


OURS: dict[str, Any] = {
    "services": {
        "consultation": {"title": "First talk", "text": "An hour with us.", "price": "310.50"},
        "scope_tender": {"price": 19.99},
        "contract_review": {"title": "Review"},
    },
    "packages": {"premium": {"price": 1090}, "essential": {"title": "Basics"}},
}


@pytest.mark.spec("S-12")
def test_the_owners_titles_texts_and_prices_replace_ours_and_nothing_else(configured: Configured) -> None:
    configured("serve")
    plain = facts.offer_facts()
    configured("serve", {"catalogue": OURS})
    changed = facts.offer_facts()
    assert {key: text for key, text in changed.items() if plain[key] != text} == {
        "services.consultation.title": "First talk",
        "services.consultation.text": "An hour with us.",
        "services.consultation.price": "$310.50",
        "services.consultation.left": "$60.50",
        "services.scope_tender.price": "$19.99",
        "services.scope_tender.left": "$0.00",
        "services.contract_review.title": "Review",
        "packages.premium.price": "$1,090.00",
        "packages.premium.left": "$840.00",
        "packages.essential.title": "Basics",
    }


def test_a_price_given_in_the_file_is_exact_to_the_cent(configured: Configured) -> None:
    for cents in range(1, 100_00, 37):
        configured("serve", {"catalogue": {"services": {"consultation": {"price": cents / 100}}}})
        assert actions.services()[ServiceType.CONSULTATION].cents == cents


def test_the_facts_name_the_fee_every_service_and_every_package(configured: Configured) -> None:
    configured()
    told = facts.offer_facts()
    assert (told["fee.booking"], told["fee.button"], told["fee.plain"]) == ("$250.00", "Pay $250.00 AUD", "250")
    assert {key.split(".")[1] for key in told if key.startswith("services.")} == {str(each) for each in ServiceType}
    assert {key.split(".")[1] for key in told if key.startswith("packages.")} == {str(each) for each in Package}


@pytest.mark.parametrize(("table", "name"), [("services", "consultatoin"), ("packages", "gold"), ("services", "")])
def test_an_override_of_nothing_is_refused_by_its_key(tmp_path: Path, table: str, name: str) -> None:
    config = build(tmp_path, "serve", {"catalogue": {table: {name: {"price": 1}}}})
    with pytest.raises(ConfigError, match=rf"^catalogue\.{table}\.{name}: there is no such entry"):
        actions.check(config.catalogue)
