"""What pages tell search engines and people who share them."""

import json
import re
import struct
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
from page_samples import TRACKED

from app import bundle
from app.pages.facts import PUBLIC_PATHS
from app.pages.structured import opening_hours

PRIVATE_PATHS = (
    "/checkout",
    "/success",
    "/client-portal",
    "/client-portal/confirm",
    "/client-portal/reset",
    "/client-portal/email",
    "/client-portal/profile",
    "/admin/login",
)


class Head(HTMLParser):
    """The title, metas, links and structured data of a document."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.title, self.metas, self.links, self.data = "", {}, {}, []
        self._inside = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self._inside = f"{tag} {known.get('type', '')}".strip()
        if tag == "meta":
            self.metas[known.get("name") or known.get("property") or ""] = known.get("content", "")
        if tag == "link":
            self.links[known.get("rel", "")] = known.get("href", "")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "title":
            self.title += data
        if self._inside == "script application/ld+json":
            self.data.append(json.loads(data))


@pytest.fixture(scope="module")
def heads(site: Any) -> dict[str, Head]:
    return {path: Head(site.text(path)) for path in (*PUBLIC_PATHS, *PRIVATE_PATHS)}


@pytest.mark.parametrize("kind", ["title", "description", "og:image", "canonical"])
def test_every_public_page_has_its_own(heads: dict[str, Head], kind: str) -> None:
    def of(head: Head) -> str:
        return head.title if kind == "title" else head.links.get(kind) or head.metas.get(kind, "")

    said = [of(heads[path]) for path in PUBLIC_PATHS]
    assert "" not in said
    assert len(set(said)) == len(said)


@pytest.mark.parametrize("path", PUBLIC_PATHS)
def test_titles_and_descriptions_fit_a_search_result(heads: dict[str, Head], path: str) -> None:
    assert 20 <= len(heads[path].title) <= 70
    assert 70 <= len(heads[path].metas["description"]) <= 160


@pytest.mark.parametrize("path", PUBLIC_PATHS)
def test_a_shared_page_has_a_picture_at_an_absolute_address(heads: dict[str, Head], site: Any, path: str) -> None:
    metas = heads[path].metas
    assert heads[path].links["canonical"] == metas["og:url"] == site.address + path
    assert metas["og:title"] == heads[path].title
    assert metas["twitter:card"] == "summary_large_image"
    assert metas["og:image"].startswith(f"{site.address}/og-")
    answer = site.reader.get(metas["og:image"])
    assert answer.content_type == "image/png"
    assert struct.unpack(">II", answer.data[16:24]) == (1200, 630)
    assert len(answer.data) < 60_000


@pytest.mark.parametrize("path", PRIVATE_PATHS)
def test_what_belongs_to_one_person_is_not_described(heads: dict[str, Head], path: str) -> None:
    assert heads[path].metas["robots"] == "noindex"
    assert heads[path].data == []
    assert not [name for name in heads[path].metas if name.startswith("og:")]


def test_the_sitemap_lists_exactly_the_pages_that_may_be_indexed(site: Any) -> None:
    built = json.loads((bundle.folder() / "manifest.json").read_text(encoding="utf-8"))["pages"]
    indexed = {site.address + path for path in built if "robots" not in Head(site.text(path)).metas}
    tree = ElementTree.fromstring(site.text("/sitemap.xml"))
    assert {node.text for node in tree.iter() if node.tag.endswith("loc")} == indexed


# What schema.org's types need to be of use to a search engine.
REQUIRED = {
    "ProfessionalService": {"@id", "name", "url", "address", "telephone", "openingHours", "priceRange", "image"},
    "PostalAddress": {"addressLocality", "addressRegion", "postalCode", "addressCountry"},
    "WebSite": {"name", "url", "publisher"},
    "Service": {"name", "description", "provider", "offers"},
    "Offer": {"name", "price", "priceCurrency", "url"},
    "BreadcrumbList": {"itemListElement"},
    "ListItem": {"position", "name", "item"},
    "FAQPage": {"mainEntity"},
    "Question": {"name", "acceptedAnswer"},
    "Answer": {"text"},
    "State": {"name"},
}


def nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        if "@type" in value:
            yield value
        for each in value.values():
            yield from nodes(each)
    if isinstance(value, list):
        for each in value:
            yield from nodes(each)


@pytest.mark.parametrize("path", PUBLIC_PATHS)
def test_structured_data_is_complete(heads: dict[str, Head], path: str) -> None:
    (block,) = heads[path].data
    assert block["@context"] == "https://schema.org"
    found = list(nodes(block))
    assert found
    for node in found:
        missing = {name for name in REQUIRED[node["@type"]] if not node.get(name)}
        assert missing == set(), node
    known = {node["@id"] for node in found if "@id" in node}
    named = set(re.findall(r'\{"@id": "([^"]+)"\}', json.dumps(block)))
    assert named <= known
    assert "{{" not in json.dumps(block)


def of_type(head: Head, kind: str) -> list[dict[str, Any]]:
    return [node for node in nodes(head.data) if node["@type"] == kind]


def test_the_firm_is_told_as_machines_expect_it(heads: dict[str, Head]) -> None:
    (firm,) = of_type(heads["/"], "ProfessionalService")
    assert firm["telephone"] == "+61255500134"
    assert firm["openingHours"] == "Mo-Fr 09:00-17:00"
    assert firm["address"] == {
        "@type": "PostalAddress",
        "addressLocality": "Hurstville",
        "addressRegion": "NSW",
        "postalCode": "2220",
        "addressCountry": "AU",
    }


def test_services_and_packages_are_offered_at_their_prices(heads: dict[str, Head]) -> None:
    def prices(path: str) -> dict[str, str]:
        return {offer["name"]: offer["price"] for offer in of_type(heads[path], "Offer")}

    assert len(of_type(heads["/services"], "Service")) == 6
    assert prices("/services")["Planning & Approvals"] == "1500.00"
    assert list(prices("/contract-review").values()) == ["550.00", "750.00", "990.00"]


def test_questions_are_those_that_the_page_answers(heads: dict[str, Head], site: Any) -> None:
    (faq,) = of_type(heads["/contract-review"], "FAQPage")
    shown = re.sub(r"<[^>]+>|&#x27;", "", site.text("/contract-review"))
    for question in faq["mainEntity"]:
        assert question["name"].replace("'", "") in shown


def test_every_page_below_home_has_breadcrumbs(heads: dict[str, Head], site: Any) -> None:
    for path in PUBLIC_PATHS:
        trails = of_type(heads[path], "BreadcrumbList")
        assert len(trails) == (path != "/")
        for trail in trails:
            assert [step["item"] for step in trail["itemListElement"]] == [f"{site.address}/", site.address + path]


NAME = 'Hammer & "Nail" </script><script>alert(1)</script> {{fee.plain}} \\ é'


@pytest.mark.spec("S-12")
def test_the_owners_words_reach_machines_unharmed(make_site: Callable[..., Any]) -> None:
    wilful = make_site({"business": {"name": NAME, "address": "By the river", "hours": "When the sun shines"}})
    (firm,) = of_type(Head(wilful.text("/")), "ProfessionalService")
    assert firm["name"] == NAME
    assert firm["address"] == {"@type": "PostalAddress", "streetAddress": "By the river", "addressCountry": "AU"}
    assert "openingHours" not in firm
    assert json.loads(wilful.text("/site.webmanifest"))["name"] == NAME


HOURS = {
    "Monday to Friday, 9am to 5pm": "Mo-Fr 09:00-17:00",
    "monday - saturday 8:30am - 12.15pm": "Mo-Sa 08:30-12:15",
    "Sunday, 12am to 11pm": "Su 00:00-23:00",
    "Monday to Friday, 9 to 5": "",
    "Weekdays, 9am to 5pm": "",
    "Monday to Friday, 13am to 5pm": "",
    "By appointment": "",
}


@pytest.mark.parametrize("text", HOURS)
def test_hours_are_read_or_left_out(text: str) -> None:
    assert opening_hours(text) == HOURS[text]


def test_the_manifest_names_icons_that_exist(site: Any) -> None:
    manifest = json.loads(site.text("/site.webmanifest"))
    assert manifest["short_name"] == "Helios"
    for icon in manifest["icons"]:
        answer = site.reader.get(icon["src"], base_url=site.address)
        assert (answer.status_code, answer.content_type.split(";")[0]) == (200, icon["type"])


@pytest.mark.spec("T-01")
@pytest.mark.parametrize(
    ("analytics", "expected"),
    [
        ({}, False),
        ({"consent_required": False}, False),
        (TRACKED, False),
        ({**TRACKED, "consent_required": False}, True),
    ],
)
def test_the_pixels_picture_is_there_only_where_nobody_must_be_asked(
    make_site: Callable[..., Any], analytics: dict[str, Any], expected: bool
) -> None:
    made = make_site({"analytics": analytics})
    assert ("<noscript><img" in made.text("/")) is expected
    for path in PRIVATE_PATHS:
        assert "facebook" not in made.text(path)
