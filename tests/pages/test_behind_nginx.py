"""The shipped nginx configuration in front of the site: what it keeps, for how long, and what it never keeps."""

import gzip
import json
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from running import free_port

from app import config as configuration
from app import db, schema
from app.factory import House, create_app
from app.pages.facts import PUBLIC_PATHS
from tests.behind_nginx import Browser, nginx
from tests.people import PASSWORD, People
from tests.serving import free_line, serving

KEPT = {"HIT", "STALE", "UPDATING", "REVALIDATED"}
# Each has a person before it, or what they did.
PERSONAL = ["/client-portal", "/success", "/checkout", "/admin/dashboard", "/api/user", "/api/health", "/nothing-here"]


@dataclass
class Town:
    """The site behind nginx. `reached`: the paths that came through to the program, in order; `stop` ends that."""

    port: int
    house: House
    restart: Callable[[dict[str, Any]], None]
    reached: list[str]
    stop: Callable[[], None]

    def browser(self) -> Browser:
        """Somebody new."""
        return Browser(self.port)


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    folder, work = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("nginx")
    port, line = free_port(), free_line()
    db.connect(folder)
    schema.migrate(folder)
    houses: list[House] = []
    reached: list[str] = []

    def restart(more: dict[str, Any]) -> None:
        server = {"address": f"https://localhost:{port}", "behind_proxy": True, "port": line.getsockname()[1]}
        houses.append(create_app(configuration.build(folder, "demo", {"server": server, **more})))

    def wsgi(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        reached.append(environ["PATH_INFO"])
        return houses[-1].wsgi(environ, start)

    restart({})
    with ExitStack() as program_runs:
        program_runs.enter_context(serving(wsgi, line))
        with nginx(work, port, line.getsockname()[1]):
            yield Town(port, houses[0], restart, reached, program_runs.close)
    for house in houses:
        house.sandbox.close()
    db.close()
    shutil.rmtree(work)


@pytest.mark.parametrize("path", PUBLIC_PATHS)
def test_a_public_page_is_kept_as_the_program_made_it(town: Town, path: str) -> None:
    first = town.browser().ask(path)
    town.reached.clear()
    answers = [town.browser().ask(path) for _ in range(5)]
    assert {answer.status for answer in (first, *answers)} == {200}
    assert {answer.body for answer in answers} == {first.body}
    # A slow machine may take more than the second in which it asks once.
    assert len(town.reached) <= 1 or "HIT" in {answer.kept for answer in answers}
    for answer in (first, *answers):
        assert answer.headers["Content-Encoding"] == "br"
        assert answer.headers["Cache-Control"] == "no-cache"
        assert "X-Accel-Expires" not in answer.headers
        assert "Set-Cookie" not in answer.headers
        assert answer.headers["Strict-Transport-Security"]


def test_each_coding_is_kept_for_itself(town: Town) -> None:
    for accepted, coding in (("br", "br"), ("gzip", "gzip"), ("", None), ("br;q=0, gzip", "gzip")) * 2:
        answer = town.browser().ask("/about", **{"Accept-Encoding": accepted})
        assert answer.headers["Content-Encoding"] == coding
        assert coding or b"<main" in answer.body


def test_whoever_has_the_page_gets_no_second_one(town: Town) -> None:
    tag = town.browser().ask("/about").headers["ETag"]
    again = town.browser().ask("/about", **{"If-None-Match": tag})
    assert (again.status, again.body) == (304, b"")


def test_files_with_a_name_of_their_own_are_kept_for_long(town: Town) -> None:
    page = town.browser().ask("/", **{"Accept-Encoding": ""}).body.decode()
    found = re.search(r"/assets/site-\w+\.js", page)
    assert found
    town.browser().ask(found[0])
    time.sleep(1.2)
    town.reached.clear()
    assert town.browser().ask(found[0]).kept == "HIT"
    assert town.reached == []


def test_a_changed_price_is_shown_within_a_second(town: Town) -> None:
    """Once the program answers with it; while it starts, what was there is shown."""
    for coding in ("", "gzip"):
        town.browser().ask("/services", **{"Accept-Encoding": coding})
    town.restart({"catalogue": {"services": {"contract_advisory": {"price": "1234.50"}}}})
    time.sleep(1.0)
    plain = town.browser().ask("/services", **{"Accept-Encoding": ""}).body
    packed = town.browser().ask("/services", **{"Accept-Encoding": "gzip"}).body
    town.restart({})
    assert b"$1,234.50" in plain
    assert gzip.decompress(packed) == plain


@pytest.mark.parametrize("path", PERSONAL)
def test_what_has_a_person_before_it_is_never_kept(town: Town, path: str) -> None:
    town.reached.clear()
    answers = [town.browser().ask(path) for _ in range(3)]
    assert not {answer.kept for answer in answers} & KEPT
    assert town.reached == [path] * 3


@pytest.mark.spec("R-01")
def test_two_clients_never_see_each_other(town: Town) -> None:
    people, browsers = People(town.house), {}
    town.restart({})
    for email in ("ada@example.com", "bea@example.com"):
        people.client(email=email)
        browser = browsers[email] = town.browser()
        signed = browser.ask("/api/client/login", "POST", {"email": email, "password": PASSWORD})
        assert signed.status == 200, signed.body
        assert "Secure" in signed.headers["Set-Cookie"]
    for _ in range(3):
        for email, browser in browsers.items():
            told = browser.ask("/api/user")
            assert json.loads(told.body)["email"] == email
            assert told.kept not in KEPT
            for path in ("/", "/client-portal"):
                shown = browser.ask(path, **{"Accept-Encoding": ""})
                assert shown.status == 200 and b"@example.com" not in shown.body
                assert "Set-Cookie" not in shown.headers
    assert town.browser().ask("/api/user").status == 401


def test_what_nginx_says_itself_is_in_the_sites_words(town: Town) -> None:
    assert town.browser().ask("/metrics").status == 404
    assert town.browser().ask("/api/bookings", "POST", {"step": "x" * 34_000_000}).status == 413


def test_pages_stay_while_the_program_is_away(town: Town) -> None:
    # The last test here: nobody answers after it.
    town.browser().ask("/about")
    town.stop()
    time.sleep(1.2)
    page, asked = town.browser().ask("/about"), town.browser().ask("/api/user")
    assert (page.status, page.kept) == (200, "STALE")
    assert (asked.status, asked.headers["Retry-After"]) == (503, "10")
    assert json.loads(asked.body) == {"message": "We are away for a moment. Please try again.", "fields": {}}
    assert town.browser().ask("/client-portal").status == 503
