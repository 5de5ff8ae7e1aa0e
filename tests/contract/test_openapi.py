"""The API's document: whole, stable, in plain names, and held to by every answer."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.accounts.cookies import COOKIE
from app.accounts.models import Client
from app.accounts.rules import (
    PASSWORD_COMMON,
    PASSWORD_CONTROL,
    PASSWORD_OWN_NAME,
    PASSWORD_SAME,
    PASSWORD_SHORT,
    PASSWORDS_DIFFER,
    Role,
    digest,
)
from app.accounts.session_rows import SessionRow
from app.admin.appointments.wall import NO_CLOCK, NO_MOMENT
from app.admin.attention import SNOOZE_AHEAD
from app.booking.rules import SERVICE_CHOICES
from app.checked import FIRST_YEAR, LAST_YEAR, OTHER_AGE
from app.correspondence.rules import EMPTY, UNKNOWN
from app.db import write
from app.erasure.rules import NOT_CONFIRMED
from app.factory import House
from app.fields import EMAIL_PATTERN, tidy
from app.invoices.rules import TOO_LATE, TOO_SOON
from app.limits import limiter
from app.merging import rules as merging
from app.messages.rules import NOT_A_FILE, NOTHING
from app.slots.changes import OVER
from app.slots.hours import BACKWARDS, BOUNDS, OVERLAP, TOO_SHORT
from tests.people import People

CASES = int(os.environ.get("HELIOS_TEST_CASES", "2000"))
FILES = ("/download", ".ics", ".zip", "/thumbnail/{digest}")  # answered by a file, not by JSON
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
PLAIN_ADDRESS = r"^[A-Za-z0-9_+-]{1,64}@[a-z0-9]{1,60}\.[a-z]{2,20}$"
MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


def document(house: House) -> Any:
    return house.flask.test_client().get("/api/openapi.json").get_json()


def operations(told: Any) -> Iterator[tuple[str, str, Any]]:
    for path, methods in told["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            if key == "$ref":
                yield each
            else:
                yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


PRINT = """
import json, sys
sys.path.insert(0, "build_scripts")
import generate_api
print(json.dumps(generate_api.openapi()))
"""


def test_the_document_is_the_same_in_every_process(house: House) -> None:
    elsewhere = subprocess.run(
        [sys.executable, "-c", PRINT],
        cwd=Path(__file__).resolve().parents[2],
        env={**os.environ, "PYTHONPATH": ".", "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(elsewhere.stdout) == document(house)


@pytest.mark.spec("X-01")
def test_every_call_is_in_the_document(house: House) -> None:
    real = {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in house.flask.url_map.iter_rules()
        for method in rule.methods or ()
        if rule.rule.startswith("/api/") and method not in ("HEAD", "OPTIONS")
    }
    assert {(method, path) for method, path, _ in operations(document(house))} == real - {("GET", "/api/openapi.json")}


DETAILS = "name email phone company addressStreet addressCity addressState addressZip enquiryType"  # of a client
# The specification's calls: method and path -> the members of the payload, the members of the answer that are read.
CALLS = {
    ("GET", "/api/user"): ("", ""),
    ("POST", "/api/create-payment-intent"): ("amount projectId", "clientSecret"),
    ("POST", "/api/client/create-account"): (DETAILS, ""),
    ("GET", "/api/slots/available"): ("", "id date isBooked"),
    ("POST", "/api/clients"): (DETAILS, "id"),
    ("POST", "/api/projects"): ("clientId serviceType status", "id"),
    ("PATCH", "/api/slots/{slot_id}/book"): ("", ""),
    ("PATCH", "/api/projects/{project_id}"): ("appointmentDate", ""),
    ("GET", "/api/projects/{project_id}"): ("", "clientId serviceType appointmentDate"),
    ("POST", "/api/documents"): ("file projectId documentType", ""),
    ("GET", "/api/clients/{client_id}"): ("", ""),
    ("GET", "/api/client/profile"): ("", "name email profileImageUrl passwordChangeRequired"),
    ("GET", "/api/client/projects"): ("", ""),
    ("GET", "/api/client/documents"): ("", "id fileName uploadedAt fileSize"),
    ("GET", "/api/client/appointments"): ("", "id date"),
    ("POST", "/api/client/login"): ("email password", ""),
    ("POST", "/api/client/logout"): ("", ""),
    ("POST", "/api/client/reset-password"): ("currentPassword newPassword confirmPassword", ""),
}


def members(told: Any, holder: Any) -> set[str]:
    """The members of the object, or of the listed objects, that a request or an answer holds."""
    contents = holder.get("content", {}).values()
    schemas = [told["components"]["schemas"][each["schema"]["$ref"].rpartition("/")[2]] for each in contents]
    items = [schema["items"]["$ref"].rpartition("/")[2] for schema in schemas if "items" in schema]
    listed = [told["components"]["schemas"][name] for name in items]
    return {name for schema in schemas + listed for name in schema.get("properties", {})}


@pytest.mark.spec("X-01")
@pytest.mark.parametrize(("method", "path"), CALLS)
def test_every_call_of_the_specification_is_there_with_its_payload_and_answer(
    house: House, method: str, path: str
) -> None:
    told = document(house)
    found = [operation for *call, operation in operations(told) if call == [method, path]]
    assert len(found) == 1
    sent, read = (set(names.split()) for names in CALLS[method, path])
    assert sent <= members(told, found[0].get("requestBody", {}))
    good = next(answer for status, answer in found[0]["responses"].items() if status.startswith("2"))
    assert read <= members(told, good)


def test_models_have_plain_names_and_every_reference_leads_to_one(house: House) -> None:
    told = document(house)
    models = told["components"]["schemas"]
    for name in models:
        assert re.fullmatch(r"[A-Z][A-Za-z]+", name), name
    assert {reference.removeprefix("#/components/schemas/") for reference in references(told)} <= set(models)


def test_names_are_camel_case_throughout(house: House) -> None:
    told = document(house)
    for name, model in told["components"]["schemas"].items():
        for key in model.get("properties", {}):
            assert re.fullmatch(r"[a-z][A-Za-z0-9]*", key), (name, key)
    for _, path, operation in operations(told):
        for parameter in operation.get("parameters", []):
            if parameter["in"] == "query":
                assert re.fullmatch(r"[a-z][A-Za-z0-9]*", parameter["name"]), path


@pytest.mark.spec("C-06")
def test_money_is_whole_cents_but_for_the_dollars_that_the_specification_names(house: House) -> None:
    models = document(house)["components"]["schemas"]
    told = {
        (model, name, each.get("type"))
        for model, told in models.items()
        for name, member in told.get("properties", {}).items()
        for each in member.get("anyOf", [member])
        if name.endswith("Cents") or name == "amount" or each.get("type") == "number"
    }
    dollars = {each for each in told if not each[1].endswith("Cents")}
    assert dollars == {("StartPayment", "amount", "number"), ("StartPayment", "amount", "null")}
    assert {kind for _, _, kind in told - dollars} == {"integer", "null"}


def test_every_call_has_a_name_of_its_own_a_summary_and_its_path_parameters(house: House) -> None:
    found = list(operations(document(house)))
    assert len({operation["operationId"] for _, _, operation in found}) == len(found)
    for method, path, operation in found:
        assert operation.get("summary") or operation.get("description"), (method, path)
        named = {each["name"] for each in operation.get("parameters", []) if each["in"] == "path"}
        assert named == set(re.findall(r"{(\w+)}", path))


def test_every_answer_is_documented(house: House) -> None:
    for method, path, operation in operations(document(house)):
        answers = operation["responses"]
        good = [status for status in answers if status.startswith("2")]
        assert len(good) == 1, (method, path)
        told = answers[good[0]].get("content", {})
        if not path.endswith(FILES) and good != ["204"]:
            assert told["application/json"]["schema"], (method, path)
        for status, answer in answers.items():
            if not status.startswith("2"):
                schema = answer["content"]["application/json"]["schema"]
                assert schema == {"$ref": "#/components/schemas/ErrorAnswer"}, (method, path, status)
        if method != "GET":
            assert "403" in answers, (method, path)
        if "requestBody" in operation:
            assert {"400", "413", "415", "422"} <= answers.keys(), (method, path)


def test_a_step_of_the_booking_is_told_as_its_kinds_with_the_texts_limits_and_the_choices(house: House) -> None:
    models = document(house)["components"]["schemas"]
    kinds = [models[each["$ref"].rpartition("/")[2]] for each in models["SaveStep"]["oneOf"]]
    assert [kind["properties"]["step"]["const"] for kind in kinds] == [1, 2, 3]
    personal, project, _ = kinds
    assert set(personal["required"]) == {"step", "fullName", "email", "phone", "address"}
    told = {name: personal["properties"]["address"][name] for name in ("minLength", "maxLength")}
    assert told == {"minLength": 5, "maxLength": 300}
    assert project["properties"]["serviceType"]["enum"] == [str(each) for each in SERVICE_CHOICES]


def values(schemas: Any, told: Any, place: str, above: frozenset[str] = frozenset()) -> Iterator[tuple[str, Any]]:
    """Every single value that a schema lets in, with its place; a model within itself is gone through once."""
    if "$ref" in told:
        name = told["$ref"].rpartition("/")[2]
        if name not in above:
            yield from values(schemas, schemas[name], place, above | {name})
        return
    yield place, told
    for name, member in told.get("properties", {}).items():
        yield from values(schemas, member, f"{place}.{name}", above)
    for each in (*told.get("anyOf", ()), *told.get("oneOf", ()), *([told["items"]] if "items" in told else ())):
        yield from values(schemas, each, place, above)


def is_unbounded(told: Any) -> bool:
    """Whether a value that is sent may be of any size: SQLite and Python's calendar have an end, and so must it."""
    if told.get("type") == "integer" and not told.keys() & {"const", "enum"}:
        return not {"minimum", "maximum"} <= told.keys()
    if told.get("format") in ("date", "date-time"):
        return not {"formatMinimum", "formatMaximum"} <= told.keys()
    return str(told.get("pattern", "")).startswith("^[0-9]{4}-")


@pytest.mark.parametrize(
    ("told", "unbounded"),
    [
        ({"type": "integer"}, True),
        ({"type": "integer", "minimum": 1}, True),
        ({"type": "integer", "minimum": 1, "maximum": 9}, False),
        ({"type": "integer", "const": 2}, False),
        ({"type": "string", "format": "date"}, True),
        ({"type": "string", "format": "date-time", "formatMinimum": "2000-01-01T00:00:00Z"}, True),
        ({"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}$"}, True),
        ({"type": "string", "pattern": "^2[01][0-9]{2}-[0-9]{2}$"}, False),
        ({"type": "string"}, False),
    ],
)
def test_what_is_unbounded(told: Any, unbounded: bool) -> None:
    assert is_unbounded(told) is unbounded


def test_every_number_and_date_that_is_sent_has_bounds(house: House) -> None:
    told = document(house)
    schemas = told["components"]["schemas"]
    sent = [
        value
        for method, path, operation in operations(told)
        for name, schema in (
            *((f"?{each['name']}", each["schema"]) for each in operation.get("parameters", ())),
            *(("", each["schema"]) for each in operation.get("requestBody", {}).get("content", {}).values()),
        )
        for value in values(schemas, schema, f"{method} {path}{name}")
    ]
    assert sum("maximum" in value for _, value in sent) > 50  # it has seen them
    assert [place for place, value in sent if is_unbounded(value)] == []


@pytest.mark.parametrize("day", ["0001-01-01", "0001-01-31", "1999-12-31", "2200-01-01", "9999-12-31"])
def test_a_day_at_the_end_of_the_calendar_is_refused_wherever_one_is_asked_for(people: People, day: str) -> None:
    browser = people.staff().browser
    told = document(people.house)
    schemas = told["components"]["schemas"]
    asked = [
        (path, each["name"])
        for method, path, operation in operations(told)
        for each in operation.get("parameters", ())
        if method == "GET" and any(value.get("format") == "date" for _, value in values(schemas, each["schema"], ""))
    ]
    assert {path for path, _ in asked} == {"/api/admin/money", "/api/admin/projects", "/api/admin/appointments"}
    for path, name in asked:
        others = {other: "2026-11-24" for where, other in asked if where == path}
        assert browser.get(path, query_string=others).status_code == 200
        answer = browser.get(path, query_string=others | {name: day})
        assert (answer.status_code, answer.get_json()["fields"]) == (422, {name: OTHER_AGE}), (path, name)


@pytest.mark.parametrize("day", [f"{FIRST_YEAR}-01-01", f"{LAST_YEAR}-12-31"])
def test_the_first_and_the_last_day_that_are_taken_break_nothing(people: People, day: str) -> None:
    browser = people.staff().browser
    for asked in (f"money?month={day}", f"projects?week={day}", f"appointments?first={day}&last={day}"):
        assert browser.get(f"/api/admin/{asked}").status_code == 200


class Cast:
    """Sessions that last: whatever a call does to one, the next call finds it as it was."""

    def __init__(self, people: People) -> None:
        drafting = people.visitor()
        drafting.fill_wizard()
        drafting.start_payment()
        self.keys, self.rows = [], []
        newcomer = people.client("bruno@example.com")
        with write():
            Client.update(password_change_required=True).where(Client.email == "bruno@example.com").execute()
        staff, owner = people.staff("helena"), people.staff("olivia", Role.OWNER)
        for person in (drafting, people.client(), newcomer, staff, owner):
            cookie = person.browser.get_cookie(COOKIE)
            assert cookie is not None
            row = SessionRow.get(SessionRow.sid == digest(cookie.value))
            self.keys.append(cookie.value)
            self.rows.append({"sid": row.sid, "sess": row.sess, "expire": row.expire, "subject": row.subject})

    def cookies(self, number: int) -> dict[str, str]:
        """The cookies of one of them; the last number is a stranger without any."""
        if number == len(self.keys):
            return {}
        with write():
            SessionRow.replace(**self.rows[number]).execute()
        return {COOKIE: self.keys[number]}


@pytest.fixture
def unlimited() -> Iterator[None]:
    limiter.enabled = False
    yield
    limiter.enabled = True


# Rules of which a schema cannot tell: what else is known of the account, what is seen of a text, how two members agree.
UNTOLD = {
    PASSWORD_SHORT,
    PASSWORD_CONTROL,
    PASSWORD_COMMON,
    PASSWORD_SAME,
    PASSWORD_OWN_NAME,
    PASSWORDS_DIFFER,
    "Full name must contain a letter",
    "Name must contain a letter",
    "Please enter a valid phone number",
    "The amount is 250.00 AUD.",
    NOTHING,
    NOT_A_FILE,
    SNOOZE_AHEAD,
    TOO_SOON,
    TOO_LATE,
    # The rules for times that do not fit each other: shorter hours than a consultation, hours that overlap.
    BACKWARDS,
    OVERLAP,
    TOO_SHORT,
    OVER,
    # A pattern cannot tell which days and minutes there are.
    NO_CLOCK,
    NO_MOMENT,
    # No generator heeds the bounds of a date.
    OTHER_AGE,
    # The blanks of a letter.
    UNKNOWN,
    *EMPTY.values(),
    # What the records of two clients hold, and what the one to be erased is called.
    merging.EMPTY,
    NOT_CONFIRMED,
    *(f"Please enter a number from {least} to {most}" for least, most in BOUNDS.values()),
}


def is_told(body: Any) -> bool:
    """Whether the document speaks of such a body: its lengths are those of texts as they are kept."""
    if not isinstance(body, dict):
        return False  # a form, of which the file is judged
    return all(text == tidy(text, lines=True) for text in texts(body))


def texts(told: Any) -> Iterator[str]:
    """All texts of a body, however deep they lie."""
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict | list):
        for each in told.values() if isinstance(told, dict) else told:
            yield from texts(each)


def with_plain_addresses(told: Any) -> Any:
    """The document with a plainer pattern for email addresses, each of which the real one lets in.

    What is made from the real one, sign by sign, is nearly always thrown away for its length: seven tenths of the time.
    """
    real, plain = (json.dumps(pattern) for pattern in (EMAIL_PATTERN, PLAIN_ADDRESS))
    assert real in json.dumps(told)
    return json.loads(json.dumps(told).replace(real, plain))


@given(st.from_regex(PLAIN_ADDRESS, fullmatch=True))
def test_a_plain_address_is_let_in_by_the_real_pattern(address: str) -> None:
    assert re.search(EMAIL_PATTERN, address)


def exercise(house: House, cast: Cast, operation: Any, mode: GenerationMode, cases: int) -> dict[int, int]:
    """Call one operation `cases` times; returns how often each status came."""
    seen: dict[int, int] = {}

    @settings(
        max_examples=cases, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(case=operation.as_strategy(mode), actor=st.integers(0, 5), known=st.booleans())
    def call(case: Any, actor: int, known: bool) -> None:
        if known and case.path_parameters:
            case.path_parameters = dict.fromkeys(case.path_parameters, 1)
        answer = case.call(cookies=cast.cookies(actor))
        seen[answer.status_code] = seen.get(answer.status_code, 0) + 1
        case.validate_response(answer, checks=CHECKS)
        if mode is GenerationMode.POSITIVE and answer.status_code == 422 and is_told(case.body):
            assert set(answer.json()["fields"].values()) <= UNTOLD, (case.body, answer.json())

    call()
    return seen


@pytest.mark.spec("X-01")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # schemathesis leaves downloads open
def test_no_input_breaks_the_server_and_every_refusal_and_answer_is_as_documented(
    house: House, people: People, unlimited: None, record_property: Callable[[str, object], None]
) -> None:
    schema = schemathesis.openapi.from_dict(with_plain_addresses(document(house)))
    schema.app = house.flask
    cast = Cast(people)
    found = [result.ok() for result in schema.get_all_operations()]
    # A call without input has nothing to vary but its caller; those with a body make up for what few inputs leave over.
    varied = [each for each in found if each.body or each.query or each.path_parameters]
    runs = [(each, GenerationMode.POSITIVE, 6) for each in found if each not in varied]
    runs += [(each, mode, 0) for each in sorted(varied, key=lambda each: bool(each.body)) for mode in MODES]
    total, statuses = 0, dict[int, int]()
    for number, (operation, mode, cases) in enumerate(runs):
        try:
            seen = exercise(house, cast, operation, mode, cases or -(-(CASES - total) // (len(runs) - number)))
        except Unsatisfiable:  # an input that cannot be wrong
            continue
        total += sum(seen.values())
        for status, count in seen.items():
            statuses[status] = statuses.get(status, 0) + count
    record_property("cases", total)
    record_property("statuses", statuses)
    assert total >= CASES
    assert {200, 401, 403, 404, 422} <= statuses.keys()
