"""Two ways to every service: a consultation first, or the service at once."""

import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from app.catalogue.rules import SERVICES, Category, ServiceType
from app.pages.facts import PUBLIC_PATHS

CARDS = [service for service in SERVICES if service.category is Category.PROJECT]
VOID = {"img", "link", "meta", "br", "input", "source", "hr"}


class Seen(HTMLParser):
    """What a page shows: the addresses it links to and its words, without what stands under an empty data-given."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.words = ""
        self._open: list[bool] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        hidden = ("data-given" in told and not told["data-given"]) or any(self._open[-1:])
        if tag == "a" and not hidden:
            self.links.append(told.get("href") or "")
        if tag not in VOID:
            self._open.append(hidden)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not any(self._open[-1:]):
            self.words += data


def cards(site: Any) -> Iterator[Seen]:
    """Each card of the services page."""
    for card in re.split(r'<li id="', site.text("/services").partition("<footer")[0])[1:]:
        yield Seen(card)


@pytest.mark.spec("B-13", "P-06")
def test_every_service_card_leads_to_the_consultation_and_to_the_service_itself(site: Any) -> None:
    shown = list(cards(site))
    assert len(shown) == len(CARDS)
    for service, card in zip(CARDS, shown, strict=True):
        ways = [f"/contact?service={service.id}", f"/onboarding?service={service.id}"]
        assert card.links[: len(ways)] == ways
        for said in ("Consultation first, $250.00, credited", f"The whole service, ${service.cents / 100:,.2f}"):
            assert said in card.words
        assert card.words.count("Either way we talk for 45 minutes first:") == 1


@pytest.mark.spec("B-13")
def test_the_contract_review_and_every_footer_lead_to_the_onboarding(site: Any) -> None:
    assert f"/onboarding?service={ServiceType.CONTRACT_REVIEW}" in Seen(site.text("/contract-review")).links
    for path in (*PUBLIC_PATHS, "/client-portal"):
        assert "/onboarding" in Seen(site.text(path).partition("<footer")[2]).links, path


@pytest.mark.spec("B-13")
def test_where_nothing_can_be_paid_no_page_offers_to_start_a_service(make_site: Callable[..., Any]) -> None:
    closed = make_site(mode="serve")
    for service, card in zip(CARDS, cards(closed), strict=True):
        assert card.links[:1] == [f"/contact?service={service.id}"]
        assert "Consultation first" not in card.words
    for path in PUBLIC_PATHS:
        assert not [link for link in Seen(closed.text(path)).links if link.startswith("/onboarding")], path
