"""The built pages as they are served: facts, compression, caching, ranges, redirects and what is not there."""

import gzip
import html
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import brotli
import pytest
from tiny_site import PRIVATE_PAGES, SCRIPT, VIDEO

from app.bundle import ADMIN_PATHS, Bundle, BundleMissing
from app.filling import Filling, fill
from app.pages.facts import PUBLIC_PATHS
from app.site import best_coding

NAME = '<b>"O\'Neill" & Co</b></script><script>alert(1)</script>{{fee.plain}}'
JS, MP4 = "/assets/app-ABC123.js", "/assets/hero-ABC123.mp4"


def facts_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="site-facts">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found.group(1))


@pytest.mark.spec("S-12")
def test_the_owners_words_stand_in_every_page_and_never_as_markup(served: Any) -> None:
    text = served(values={"business": {"name": NAME}}).get("/contact").get_data(as_text=True)
    assert text.count(html.escape(NAME, quote=True)) == 3  # title, attribute, body
    assert "<b>" not in text
    assert text.count("<script") == text.count("</script>") == 1
    assert facts_of(text)["business.name"] == NAME


HOSTILE = ["</script>", "<!--<script>", "\u2028", "]]>", "\\u003c", "{{siteFacts}}", "{{no.such.fact}}", "é🏠"]


@pytest.mark.parametrize("value", HOSTILE)
def test_no_fact_can_end_the_block_of_facts(value: str) -> None:
    page = fill(
        '<p>{{a}}</p><script type="application/json" id="site-facts">{{siteFacts}}</script>', Filling({"a": value})
    )
    assert facts_of(page) == {"a": value}
    assert page.count("<script") == 1
    assert f"<p>{html.escape(value)}</p>" in page


def test_a_marker_without_a_fact_stops_the_start(served: Any, dist: Path) -> None:
    (dist / "pages" / "about.html").write_text("{{business.nmae}}", encoding="utf-8")
    with pytest.raises(BundleMissing, match=r"another version .*business\.nmae.* Run `make build`\."):
        served()


def test_a_missing_build_is_named(tmp_path: Path) -> None:
    with pytest.raises(BundleMissing, match="make build"):
        Bundle(tmp_path, Filling({}), {})


@pytest.mark.spec("S-05")
@pytest.mark.parametrize("path", [*PUBLIC_PATHS, *PRIVATE_PAGES])
def test_every_page_answers_by_its_path(served: Any, path: str) -> None:
    answer = served().get(path)
    assert answer.status_code == 200
    assert answer.content_type == "text/html; charset=utf-8"
    assert f"page {path} by" in answer.get_data(as_text=True)
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.spec("S-06")
@pytest.mark.parametrize("path", ADMIN_PATHS)
def test_the_back_office_has_one_shell(served: Any, path: str) -> None:
    answer = served().get(path)
    assert (answer.status_code, "Loading..." in answer.get_data(as_text=True)) == (200, True)


def test_every_projects_page_is_one_shell(served: Any) -> None:
    for number in ("1", "999999999999999999"):
        answer = served().get(f"/client-portal/projects/HPM-{number}")
        assert (answer.status_code, "Loading your portal" in answer.get_data(as_text=True)) == (200, True)
        assert answer.headers["X-Robots-Tag"] == "noindex"


# Accept-Encoding -> the coding chosen where both are held
CODINGS = {
    "": "",
    "gzip": "gzip",
    "br": "br",
    "gzip, deflate, br, zstd": "br",
    "GZIP": "gzip",
    "br;q=0, gzip": "gzip",
    "br;q=0, gzip;q=0": "",
    "br;q=0.0": "",
    "br; q=0, gzip; q=0.5": "gzip",
    "gzip;q=1.0, br;q=0.2": "br",
    "*": "br",
    "*;q=0": "",
    "*;q=0, gzip": "gzip",
    "identity": "",
    "identity;q=0, br": "br",
    "br;q=abc": "",
    "br;q=": "",
    "br;q=nan": "",
    ",,;": "",
    "x-gzip": "",
}


@pytest.mark.parametrize("accepted", CODINGS)
def test_the_coding_is_one_that_the_browser_takes(accepted: str) -> None:
    assert best_coding(accepted, {"": b"", "br": b"", "gzip": b""}) == CODINGS[accepted]


@pytest.mark.parametrize("path", ["/contact", JS, "/sitemap.xml"])
def test_every_coding_holds_the_same_bytes_under_a_tag_of_its_own(served: Any, path: str) -> None:
    browser, tags = served(), set()
    plain = browser.get(path).data
    undo = {"br": brotli.decompress, "gzip": gzip.decompress, "": bytes}
    for coding, decode in undo.items():
        answer = browser.get(path, headers={"Accept-Encoding": coding})
        assert answer.headers.get("Content-Encoding", "") == coding
        assert decode(answer.data) == plain
        assert int(answer.headers["Content-Length"]) == len(answer.data)
        assert answer.headers["Vary"] == "Accept-Encoding"
        tags.add(answer.headers["ETag"])
    assert len(tags) == 3


@pytest.mark.parametrize("coding", ["", "gzip", "br"])
def test_what_the_browser_has_is_not_sent_again(served: Any, coding: str) -> None:
    browser, accepted = served(), {"Accept-Encoding": coding}
    tag = browser.get("/contact", headers=accepted).headers["ETag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = browser.get("/contact", headers={**accepted, "If-None-Match": known})
        assert (again.status_code, again.data) == (304, b"")
        assert again.headers["ETag"] == tag
    assert browser.get("/contact", headers={**accepted, "If-None-Match": '"other"'}).status_code == 200


def test_a_changed_fact_changes_the_tag(served: Any) -> None:
    tags = {served(values={"business": {"name": name}}).get("/").headers["ETag"] for name in ("One", "Two")}
    assert len(tags) == 2


def test_head_says_what_get_would_send(served: Any) -> None:
    browser = served()
    for path in ("/", JS, MP4, "/favicon.ico", "/nothing"):
        head, get = browser.head(path), browser.get(path)
        assert head.data == b""
        assert (head.status, dict(head.headers)) == (get.status, dict(get.headers))


def test_only_hashed_files_are_kept_for_ever(served: Any) -> None:
    browser = served()
    for path in (JS, MP4):
        assert browser.get(path).headers["Cache-Control"] == "public, max-age=31536000, immutable"
    for path in ("/", "/favicon.ico", "/robots.txt", "/nothing"):
        assert "immutable" not in browser.get(path).headers["Cache-Control"]


def test_markers_outside_pages_stay_as_they_are(served: Any) -> None:
    assert served().get(JS).get_data(as_text=True) == SCRIPT


SIZE = len(VIDEO)
# Range -> status, the bytes sent
RANGES: dict[str, tuple[int, bytes]] = {
    "bytes=0-0": (206, VIDEO[:1]),
    "bytes=0-99": (206, VIDEO[:100]),
    "bytes=100-": (206, VIDEO[100:]),
    "bytes=-100": (206, VIDEO[-100:]),
    f"bytes=-{SIZE * 2}": (206, VIDEO),
    f"bytes=0-{SIZE * 2}": (206, VIDEO),
    f"bytes={SIZE - 1}-": (206, VIDEO[-1:]),
    f"bytes={SIZE}-": (416, b""),
    "bytes=-0": (416, b""),
    "Bytes=0-9": (206, VIDEO[:10]),
    "bytes=5-4": (200, VIDEO),
    "bytes=-": (200, VIDEO),
    "bytes=a-b": (200, VIDEO),
    "bytes=0-1,5-6": (200, VIDEO),
    "chapters=1-2": (200, VIDEO),
    "bytes=" + "9" * 18 + "-": (416, b""),
    "bytes=" + "9" * 5000 + "-": (200, VIDEO),
    "bytes=٣-٥": (200, VIDEO),
}


@pytest.mark.parametrize("wanted", RANGES, ids=lambda wanted: wanted[:20])
def test_a_video_is_sent_in_the_parts_that_a_player_asks_for(served: Any, wanted: str) -> None:
    status, sent = RANGES[wanted]
    answer = served().get(MP4, headers={"Range": wanted})
    assert (answer.status_code, answer.data) == (status, sent)
    assert answer.headers["Accept-Ranges"] == "bytes"
    assert int(answer.headers["Content-Length"]) == len(sent)
    if status == 206:
        first = VIDEO.index(sent) if len(sent) > 256 else SIZE - len(sent) if sent == VIDEO[-len(sent) :] else 0
        first = 0 if wanted.startswith("bytes=0-") else first
        assert answer.headers["Content-Range"] == f"bytes {first}-{first + len(sent) - 1}/{SIZE}"
    if status == 416:
        assert answer.headers["Content-Range"] == f"bytes */{SIZE}"


def test_a_part_of_another_version_is_not_mixed_in(served: Any) -> None:
    browser = served()
    tag = browser.get(MP4).headers["ETag"]
    assert browser.get(MP4, headers={"Range": "bytes=0-9", "If-Range": tag}).status_code == 206
    assert browser.get(MP4, headers={"Range": "bytes=0-9", "If-Range": '"older"'}).status_code == 200


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("/contact/", "/contact"),
        ("/contact///", "/contact"),
        ("/contact/?service=scope_tender&x=%0d%0a", "/contact?service=scope_tender&x=%0d%0a"),
        ("/admin/login/", "/admin/login"),
        ("/client-portal/projects/HPM-12/", "/client-portal/projects/HPM-12"),
    ],
)
def test_a_slash_at_the_end_leads_to_the_page(served: Any, asked: str, found: str) -> None:
    answer = served().get(asked)
    assert (answer.status_code, answer.headers["Location"]) == (308, found)


OUTSIDE = ["//evil.example/", "//evil.example/contact/", "///evil.example", "/\\evil.example/", "//contact/", "//"]


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_path_leads_to_another_site(served: Any, path: str) -> None:
    # The test browser would take '//' for a host, so the path is handed over as the server gets it.
    answer = served().open(environ_overrides={"PATH_INFO": path})
    assert answer.status_code == 404
    assert "Location" not in answer.headers


MISSING = [
    "/nothing",
    "/contact.html",
    "/Contact",
    "/pages/index.html",
    "/manifest.json",
    "/assets/",
    "/assets/app-ABC123.js.br",
    "/assets/../../config.toml",
    "/..%2f..%2fconfig.toml",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/assets/%2e%2e/manifest.json",
    "/config.toml%00.js",
    "/%ff%fe",
    "/é",
    "/{{business.name}}",
    "/client-portal/projects",
    "/client-portal/projects/12",
    "/client-portal/projects/HPM-",
    "/client-portal/projects/HPM-12/x",
    "/client-portal/projects/HPM-1%0A",
    "/client-portal/projects/HPM-٣",
]


@pytest.mark.spec("S-07")
@pytest.mark.parametrize("path", MISSING)
def test_what_is_not_there_is_answered_by_the_404_page(served: Any, path: str) -> None:
    answer = served().get(path)
    assert answer.status_code == 404
    assert "404 Page Not Found" in answer.get_data(as_text=True)
    assert answer.headers["X-Robots-Tag"] == "noindex"
    again = served().get(path, headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 404


@pytest.mark.parametrize("path", ["/api/nothing", "/api/", "/api/bookings/current/nothing", "/sandbox/nothing"])
def test_a_missing_call_is_answered_in_json(served: Any, path: str) -> None:
    answer = served().get(path)
    assert (answer.status_code, answer.content_type) == (404, "application/json")
    assert set(answer.get_json()) == {"message", "fields"}


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_page_takes_nothing(served: Any, method: str) -> None:
    answer = served().open("/contact", method=method)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")
    assert answer.get_json() == {"message": "That is not possible here.", "fields": {}}
    assert served().open("/nowhere", method=method).status_code == 404
    assert set(answer.get_json()) == {"message", "fields"}


def test_the_sitemap_names_exactly_the_public_pages(served: Any) -> None:
    browser = served(values={"server": {"address": "https://helios.example"}})
    tree = ElementTree.fromstring(browser.get("/sitemap.xml").get_data(as_text=True))
    named = [node.text for node in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert named == [f"https://helios.example{path}" for path in PUBLIC_PATHS]
    for path in PUBLIC_PATHS:
        answer = browser.get(path)
        assert answer.status_code == 200
        assert "X-Robots-Tag" not in answer.headers


def test_what_belongs_to_one_person_is_kept_out_of_search_engines(served: Any) -> None:
    browser = served()
    refused = re.findall(r"Disallow: (\S+)", browser.get("/robots.txt").get_data(as_text=True))
    for path in (*PRIVATE_PAGES, *ADMIN_PATHS, "/api/health"):
        assert browser.get(path).headers["X-Robots-Tag"] == "noindex"
        assert any(path.startswith(start) for start in refused)
    for path in PUBLIC_PATHS:
        assert not any(path.startswith(start) for start in refused)
