"""What every request meets: host and origin checks, headers, body limits, one shape for every refusal."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from app import config, db
from app.accounts.rules import Role
from app.booking.models import Booking
from app.enquiries.models import Enquiry
from app.factory import House, create_app
from app.limits import limiter
from app.web import SIGNED_PATHS
from tests import databases
from tests.firms import Configured
from tests.people import PERSONAL, People

SHAPE = {"message", "fields"}
ENQUIRY = {"name": "Ann", "email": "ann@example.com", "phone": "0400 000 000", "message": "Could you call me?"}
SAFE = {"GET", "HEAD", "OPTIONS"}


def routes(house: House, writing: bool) -> list[tuple[str, str]]:
    """(method, path) of every route that writes, or of every one that only reads; ids are 1."""
    found = []
    for rule in house.flask.url_map.iter_rules():
        path = re.sub(r"<[^>]+>", "1", rule.rule)
        found += [(method, path) for method in sorted(rule.methods or ()) if (method not in SAFE) is writing]
    return sorted(set(found))


FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "http://localhost:81"},
    {"Origin": ""},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {"Referer": "https://evil.example/page"},
    {"Referer": "http://localhost.evil.example/"},
    {"Referer": "http://localhost@evil.example/http://localhost/"},
    {"Referer": "https://evil.example?http://localhost/"},
    {"Referer": "nonsense"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_every_write_from_another_site_is_refused(house: House, headers: dict[str, str]) -> None:
    browser = house.flask.test_client()
    writes = [(method, path) for method, path in routes(house, True) if path not in SIGNED_PATHS]
    assert len(writes) > 15
    for method, path in writes:
        answer = browser.open(path, method=method, headers=headers, json={})
        assert (method, path, answer.status_code) == (method, path, 403)
        assert answer.get_json() == {"message": "This request came from another site.", "fields": {}}


@pytest.mark.parametrize(
    "headers",
    [{}, {"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}, {"Referer": "http://localhost/contact"}],
    ids=str,
)
def test_a_write_from_the_own_site_is_let_in(house: House, headers: dict[str, str]) -> None:
    answer = house.flask.test_client().post("/api/bookings", json=PERSONAL, headers=headers)
    assert answer.status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://helios.example"}, 200),
        ({"Referer": "https://helios.example/contact"}, 200),
        ({"Origin": "http://helios.example"}, 403),
        ({"Referer": "http://helios.example/contact"}, 403),
    ],
    ids=str,
)
def test_where_visitors_come_over_tls_a_page_that_did_not_is_another_sites(
    house: House, configured: Configured, headers: dict[str, str], status: int
) -> None:
    configured("demo", {"server": {"address": "https://helios.example"}})
    sent = house.flask.test_client().post("/api/bookings", json=PERSONAL, headers={"Host": "helios.example", **headers})
    assert sent.status_code == status


def test_only_the_providers_knock_goes_without_the_origin_check(house: House) -> None:
    assert {"/api/stripe/webhook"} == SIGNED_PATHS
    answer = house.flask.test_client().post("/api/stripe/webhook", json={}, headers={"Origin": "https://evil.example"})
    assert answer.get_json()["message"] == "The signature is not valid."


def dump() -> dict[str, list[Any]]:
    """Every row of every table, without what tells who looked at what, and invoices' files, made at a first look."""
    tables = [name for (name,) in db.database.execute_sql("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = {name: db.database.execute_sql(f"SELECT * FROM {name}").fetchall() for name in tables}
    rows["audit_log"] = [line for line in rows["audit_log"] if not {"look", "download", "data-downloaded"} & set(line)]
    del rows["document_openings"], rows["invoice_files"]
    columns = [column.name for column in db.database.get_columns("documents")]
    unopened = columns.index("unopened")  # by staff
    rows["documents"] = [line[:unopened] + line[unopened + 1 :] for line in rows["documents"]]
    return rows


def test_nothing_that_only_reads_ever_writes(house: House, people: People) -> None:
    client, drafting = people.client(), people.visitor()
    drafting.fill_wizard()
    cast = [people.visitor(), drafting, client, people.staff("helena"), people.staff("olivia", Role.OWNER)]
    before = dump()
    assert before["bookings"]
    files = sorted(path.name for path in house.config.folder.rglob("*") if path.is_file())
    for person in cast:
        for method, path in routes(house, False):
            with person.browser.open(path, method=method) as answer:
                assert answer.status_code < 500
            assert dump() == before, (method, path)
    assert sorted(path.name for path in house.config.folder.rglob("*") if path.is_file()) == files


HOSTS = [
    "evil.example",
    "localhost.evil.example",
    "evil.example:80",
    "127.0.0.1.evil.example",
    "[::2]",
    "localhost@evil",
    "localhost:port",
    "localhost:",
]


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("path", ["/api/health", "/", "/contact", "/assets/app-ABC123.js", "/nothing"])
def test_an_unknown_host_is_refused_everywhere(served: Any, host: str, path: str) -> None:
    answer = served().get(path, headers={"Host": host})
    assert answer.status_code == 400
    assert set(answer.get_json()) == SHAPE
    assert "evil" not in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    "host", ["helios.example", "HELIOS.example:443", "www.helios.example", "127.0.0.1:8000", "[::1]"]
)
def test_the_sites_own_names_are_answered(served: Any, host: str) -> None:
    own = {"server": {"address": "https://helios.example", "allowed_hosts": ["www.helios.example"]}}
    browser = served("serve", own)
    for path in ("/", "/api/health"):
        assert browser.get(path, headers={"Host": host}).status_code == 200


@pytest.fixture
def answers(served: Any, house: House) -> Any:
    """One answer of each kind."""

    def ask(*arguments: Any) -> dict[str, Any]:
        browser = served(*arguments)
        host = {"Host": "helios.example"} if arguments else {}
        tag = browser.get("/", headers=host).headers["ETag"]
        return {
            "call": browser.get("/api/health", headers=host),
            "refusal": browser.get("/api/client/profile", headers=host),
            "missing call": browser.get("/api/nothing", headers=host),
            "wrong method": browser.put("/api/health", headers=host),
            "unknown host": browser.get("/", headers={"Host": "evil.example"}),
            "page": browser.get("/", headers=host),
            "known page": browser.get("/", headers={**host, "If-None-Match": tag}),
            "missing page": browser.get("/nothing", headers=host),
            "redirect": browser.get("/contact/", headers=host),
            "asset": browser.get("/assets/app-ABC123.js", headers=host),
            "part": browser.get("/assets/hero-ABC123.mp4", headers={**host, "Range": "bytes=0-9"}),
            "no part": browser.get("/assets/hero-ABC123.mp4", headers={**host, "Range": "bytes=99999-"}),
            "robots": browser.get("/robots.txt", headers=host),
        }

    return ask


def test_every_kind_of_answer_carries_the_security_headers(answers: Any) -> None:
    for kind, answer in answers().items():
        headers = answer.headers
        policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'none'", kind
        assert policy["script-src"] == policy["style-src"] == "'self'", kind
        assert policy["frame-ancestors"] == policy["base-uri"] == "'none'", kind
        assert policy["form-action"] == "'self'", kind
        assert headers["X-Content-Type-Options"] == "nosniff", kind
        assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin", kind
        assert "camera=()" in headers["Permissions-Policy"], kind
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin", kind
        assert "Strict-Transport-Security" not in headers, kind
        assert "Server" not in headers, kind
        for name in set(headers.keys()):
            assert len(headers.getlist(name)) == 1, (kind, name)


def test_what_shows_somebodys_data_is_cut_off_from_the_page_that_opened_it(answers: Any, served: Any) -> None:
    browser = served()
    for path in ("/client-portal", "/admin/login", "/admin/documents", "/checkout", "/success", "/nothing"):
        assert browser.get(path).headers["Cross-Origin-Opener-Policy"] == "same-origin", path
    for kind in ("call", "refusal", "missing call", "wrong method", "unknown host", "missing page", "redirect"):
        assert answers()[kind].headers["Cross-Origin-Opener-Policy"] == "same-origin", kind
    assert "Cross-Origin-Opener-Policy" not in answers()["page"].headers


def test_browsers_are_held_to_tls_where_there_is_tls(answers: Any) -> None:
    for kind, answer in answers("serve", {"server": {"address": "https://helios.example"}}).items():
        assert answer.headers["Strict-Transport-Security"].startswith("max-age=31536000"), kind


def test_answers_of_the_api_are_never_kept(answers: Any) -> None:
    for kind in ("call", "refusal", "missing call", "wrong method"):
        answer = answers()[kind]
        assert (answer.headers["Cache-Control"], answer.headers["X-Robots-Tag"]) == ("no-store", "noindex")


def policy_of(folder: Any, values: dict[str, Any]) -> str:
    made = create_app(config.build(folder, "serve", values), bundle=False)
    return str(made.flask.test_client().get("/api/health").headers["Content-Security-Policy"])


def test_the_policy_admits_others_only_where_the_owner_uses_them(folder: Any) -> None:
    keys = {"secret_key": "sk_live_1", "publishable_key": "pk_live_1", "webhook_secret": "whsec_1"}
    secure = {"address": "https://helios.example"}
    cases: list[tuple[dict[str, Any], set[str]]] = [
        ({}, set()),
        ({"payments": keys, "server": secure}, {"js.stripe.com", "api.stripe.com", "hooks.stripe.com"}),
        (
            {"analytics": {"google_id": "G-ABCDEF12"}},
            {
                "www.googletagmanager.com",
                "*.googletagmanager.com",
                "*.google-analytics.com",
                "*.analytics.google.com",
            },
        ),
        ({"analytics": {"pixel_id": "12345"}}, {"connect.facebook.net", "www.facebook.com"}),
    ]
    for values, hosts in cases:
        policy = policy_of(folder, values)
        assert set(re.findall(r"https://([^ ;]+)", policy)) == hosts
        assert "unsafe" not in policy


# What is sent -> how it is refused.
BODIES: list[tuple[str, bytes, str, int]] = [
    ("form", b"name=Ann", "application/x-www-form-urlencoded", 415),
    ("text", b"{}", "text/plain", 415),
    ("no type", b"{}", "", 415),
    ("multipart", b"--x--", "multipart/form-data; boundary=x", 415),
    ("nothing", b"", "application/json", 400),
    ("half", b'{"name": "Ann"', "application/json", 400),
    ("a list", b"[]", "application/json", 400),
    ("a word", b'"text"', "application/json", 400),
    ("null", b"null", "application/json", 400),
    ("not a number", b'{"name": NaN}', "application/json", 400),
    ("infinity", b'{"name": -Infinity}', "application/json", 400),
    ("deep list", b"[" * 60_000, "application/json", 400),
    ("deep object", b'{"a":' * 12_000, "application/json", 400),
    ("deep and closed", b'{"name":' + b"[" * 30_000 + b"]" * 30_000 + b"}", "application/json", 400),
    ("huge integer", b'{"name": ' + b"9" * 5000 + b"}", "application/json", 400),
    ("large integer", b'{"name": 99999999999999999999999999}', "application/json", 422),
    ("lone surrogate", b'{"name": "\\ud800"}', "application/json", 400),
    ("NUL", b'{"name": "\\u0000"}', "application/json", 422),
    ("latin-1", '{"name": "é"}'.encode("latin-1"), "application/json", 400),
    ("utf-16", '{"name": "Ann"}'.encode("utf-16"), "application/json", 400),
    ("byte order mark", b"\xef\xbb\xbf{}", "application/json", 400),
    ("65 KB", json.dumps({"name": "a" * 65 * 1024}).encode(), "application/json", 413),
    ("1 MB", b" " * 1_000_000, "application/json", 413),
]
TAKERS = ["/api/enquiries", "/api/bookings", "/api/client/login", "/api/admin/login", "/api/client/create-account"]


@pytest.mark.parametrize("path", TAKERS)
@pytest.mark.parametrize(("body", "kind", "status"), [case[1:] for case in BODIES], ids=[case[0] for case in BODIES])
def test_a_body_that_is_no_json_object_is_refused(house: House, path: str, body: bytes, kind: str, status: int) -> None:
    answer = house.flask.test_client().post(path, data=body, content_type=kind or None)
    # The account call has no field of its own to judge: it refuses a browser that has not paid.
    assert answer.status_code in ((403, 422) if status == 422 and "create" in path else (status,))
    assert set(answer.get_json()) == SHAPE
    assert answer.get_json()["message"]


def test_a_body_just_within_the_limit_is_read(house: House) -> None:
    body = json.dumps({**ENQUIRY, "extra": ""})
    padded = json.dumps({**ENQUIRY, "extra": "x" * (64 * 1024 - len(body))})
    assert len(padded) == 64 * 1024
    browser = house.flask.test_client()
    assert browser.post("/api/enquiries", data=padded, content_type="application/json").status_code == 201
    assert browser.post("/api/enquiries", data=padded + " ", content_type="application/json").status_code == 413


def test_the_providers_knock_has_a_limit_of_its_own(house: House) -> None:
    browser = house.flask.test_client()
    sizes = {size: browser.post("/api/stripe/webhook", data=b"x" * size).status_code for size in (500_000, 600_000)}
    assert sizes == {500_000: 400, 600_000: 413}


def test_nul_bytes_in_a_text_are_dropped(people: People) -> None:
    saved = people.visitor().post("/api/bookings", {**PERSONAL, "fullName": "Amelia\u0000 Hart\u0007"})
    assert saved.get_json()["fullName"] == "Amelia Hart"


PATHS = [
    "/api/nothing",
    "/api/client/documents/1/nothing",
    "/api/client/documents/99999999999999999999999999/download",
    "/api/client/documents/-1/download",
    "/api/client/documents/1%00/download",
    "/api/admin/projects/9223372036854775808",
    "/api/admin/projects?page=99999999999999999999999",
    "/api/admin/projects?page=-1",
    "/api/admin/projects?page=abc",
    "/api/admin/projects?search=%00%ff%22'",
    "/api/bookings/confirmation?projectId=99999999999999999999999",
    "/api/bookings/confirmation?projectId=abc",
    "/api/bookings/confirmation?paymentIntent=%00",
    "/api/health/",
    "/api/bookings/current/documents/1",
]


@pytest.mark.parametrize("path", PATHS)
def test_a_strange_address_is_answered_and_never_breaks(people: People, path: str) -> None:
    for person in (people.visitor(), people.client(), people.staff()):
        answer = person.get(path)
        assert answer.status_code < 500
        if answer.status_code >= 400:
            assert set(answer.get_json()) == SHAPE
            assert answer.get_json()["message"]


def test_every_route_refuses_other_methods_in_the_one_shape(house: House) -> None:
    browser = house.flask.test_client()
    taken = set(routes(house, False)) | set(routes(house, True))
    for path in sorted({path for _, path in taken}):
        for method in ("PUT", "PATCH", "TRACE"):
            if (method, path) in taken:
                continue
            answer = browser.open(path, method=method)
            assert (path, answer.status_code) == (path, 405)
            assert set(answer.get_json()) == SHAPE
            assert "Allow" in answer.headers


@pytest.mark.parametrize("error", [RuntimeError, KeyError, AssertionError, ZeroDivisionError, TypeError])
def test_a_fault_of_ours_shows_nothing_of_the_inside(house: House, error: type[Exception]) -> None:
    def broken(**_: Any) -> Any:
        raise error("SELECT secret FROM /srv/helios/app/inside.py")

    browser = house.flask.test_client()
    for rule in house.flask.url_map.iter_rules():
        house.flask.view_functions[rule.endpoint] = broken
    for method, path in routes(house, False) + routes(house, True):
        if method == "OPTIONS":
            continue
        answer = browser.open(path, method=method, json={} if method not in SAFE else None)
        assert answer.status_code == 500
        if method != "HEAD":
            assert answer.get_json() == {
                "message": "Something went wrong on our side. Please try again.",
                "fields": {},
            }
        assert "X-Content-Type-Options" in answer.headers
        assert re.fullmatch(r"[0-9a-f]{12}", answer.headers["X-Request-Id"])


@pytest.fixture
def held(house: House) -> Iterator[Any]:
    """Another process that holds the write lock longer than anybody waits."""
    db.database.execute_sql("PRAGMA busy_timeout = 20")
    other = databases.raw(house.config.folder, isolation_level=None)

    def hold() -> None:
        other.execute("BEGIN IMMEDIATE")

    yield hold
    other.close()


def test_a_busy_database_is_told_as_such_and_everything_works_after(house: House, held: Any, people: People) -> None:
    people.client()
    signed_in, waiting = people.client("bruno@example.com"), people.visitor()
    waiting.fill_wizard()
    limiter.reset()
    held()
    login = {"email": "amelia@example.com", "password": "a lasting password"}
    for person, path, body in (
        (people.visitor(), "/api/bookings", PERSONAL),
        (waiting, "/api/bookings", PERSONAL),
        (waiting, "/api/create-payment-intent", {"amount": 250}),
        (people.visitor(), "/api/enquiries", ENQUIRY),
        (people.visitor(), "/api/client/login", login),
        (waiting, "/api/client/login", login),
        (signed_in, "/api/client/logout", {}),
    ):
        answer = person.post(path, body)
        assert (path, answer.status_code) == (path, 503)
        assert answer.get_json()["message"] == "We are very busy right now. Please try again in a moment."
        assert answer.headers["Retry-After"] == "5"
        assert set(answer.get_json()) == SHAPE
    # Who only reads does not notice.
    assert signed_in.get("/api/client/projects").status_code == 200


def test_after_a_busy_moment_the_same_call_works(house: House, held: Any, people: People) -> None:
    visitor = people.visitor()
    other = databases.raw(house.config.folder, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    assert visitor.post("/api/bookings", PERSONAL).status_code == 503
    other.execute("ROLLBACK")
    other.close()
    assert visitor.post("/api/bookings", PERSONAL).status_code == 200
    assert Booking.select().count() == 1


def test_a_full_disk_is_told_as_such_leaves_nothing_half_done_and_recovers(house: House, people: People) -> None:
    pages = db.database.execute_sql("PRAGMA page_count").fetchone()[0]
    db.database.execute_sql(f"PRAGMA max_page_count = {pages}")
    visitor, statuses = people.visitor(), []
    for _ in range(10):
        rows = {name: len(kept) for name, kept in dump().items()}
        answer = visitor.post("/api/enquiries", {**ENQUIRY, "message": "long " * 900})
        statuses.append(answer.status_code)
        if answer.status_code == 507:
            assert answer.get_json() == {
                "message": "We cannot save anything right now. Please try again later.",
                "fields": {},
            }
            assert {name: len(kept) for name, kept in dump().items()} == rows
            break
    assert statuses[-1] == 507
    db.database.execute_sql("PRAGMA max_page_count = 1000000")
    kept = Enquiry.select().count()
    limiter.reset()
    assert visitor.post("/api/enquiries", ENQUIRY).status_code == 201
    assert Enquiry.select().count() == kept + 1


def test_a_disk_that_only_reads_is_told_as_such(house: House, people: People) -> None:
    db.database.execute_sql("PRAGMA query_only = 1")
    answer = people.visitor().post("/api/enquiries", ENQUIRY)
    db.database.execute_sql("PRAGMA query_only = 0")
    assert (answer.status_code, set(answer.get_json())) == (507, SHAPE)


def test_a_callers_word_about_its_address_counts_behind_a_proxy_only(folder: Any) -> None:
    for behind, statuses in ((False, {429}), (True, {201})):
        made = create_app(config.build(folder, "serve", {"server": {"behind_proxy": behind}}), bundle=False)
        limiter.reset()
        made.flask.wsgi_app = made.wsgi  # the test browser calls this one
        last = set()
        for number in range(11):
            browser = made.flask.test_client()
            answer = browser.post("/api/enquiries", json=ENQUIRY, headers={"X-Forwarded-For": f"192.0.2.{number}"})
            last = {answer.status_code}
        assert last == statuses
    limiter.reset()


@pytest.mark.parametrize("path", ["//api/user", "/api//user", "/api/slots//available", "/api/user//", "/api/user/"])
def test_no_answer_sends_anybody_to_a_port_that_the_caller_has_named(house: House, path: str) -> None:
    answer = house.flask.test_client().open(path, headers={"Host": "localhost:9999"})
    assert (answer.status_code, answer.headers.get("Location")) == (404, None)
