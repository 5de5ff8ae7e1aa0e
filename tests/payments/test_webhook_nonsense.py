"""Whatever the provider signs is answered with 200 or 400: no member's size, depth or kind breaks the webhook."""

import json
import os
import time
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app import config as configuration
from app import db, schema
from app.alerts.models import Alert
from app.factory import House, create_app
from app.payments.models import PaymentEvent
from app.payments.provider import Event, Intent, Refunded
from app.sandbox.delivery import sign
from tests.payments.test_gateway_provider import INTENT, REFUND

EXAMPLES = int(os.environ.get("HELIOS_TEST_HISTORIES", "2000")) // 5
EVENT: dict[str, Any] = {
    "id": "evt_1",
    "object": "event",
    "type": "payment_intent.succeeded",
    "created": 1_800_000_000,
    "livemode": False,
    "data": {"object": {"id": "pi_1", "object": "payment_intent", "metadata": {"payment": "1"}}},
}
PLACES = [
    ("id",),
    ("type",),
    ("created",),
    ("livemode",),
    ("data",),
    ("data", "object"),
    ("data", "object", "id"),
    ("data", "object", "object"),
    ("data", "object", "payment_intent"),
    ("data", "object", "metadata"),
    ("data", "object", "metadata", "payment"),
    ("anything",),
]
NASTY = st.sampled_from(
    [
        10**30,
        -(10**30),
        10**18,
        -1,
        0,
        1.5,
        1e308,
        True,
        None,
        "",
        " ",
        "\x00",
        "\ud800",
        "x" * 300_000,
        "../../refunds",
        "pi_1?expand[]=customer",
        "é",
        [],
        ["pi_1"],
        {},
        {"id": "pi_1"},
        {"": {"": []}},
    ]
)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("nonsense")
    db.connect(folder)
    schema.migrate(folder)
    house = create_app(configuration.build(folder, "demo", {}), bundle=False)
    yield house
    house.sandbox.close()
    db.close()


def answered(house: House, body: bytes) -> int:
    """The status with which a signed body is answered."""
    text = body.decode("utf-8", "replace")
    signature = sign(text.encode(), house.sandbox.webhook_secret, int(time.time()))
    headers = {"Stripe-Signature": signature}
    return house.flask.test_client().post("/api/stripe/webhook", data=body, headers=headers).status_code


def changed(place: tuple[str, ...], value: Any) -> dict[str, Any]:
    """The event with another value in one place."""
    whole: dict[str, Any] = json.loads(json.dumps(EVENT))
    holder = whole
    for step in place[:-1]:
        holder = holder[step]
    holder[place[-1]] = value
    return whole


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
@given(place=st.sampled_from(PLACES), value=NASTY | ANYTHING)
def test_every_signed_event_is_taken_or_refused(town: House, place: tuple[str, ...], value: Any) -> None:
    assert answered(town, json.dumps(changed(place, value)).encode()) in (200, 400)


@settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(body=st.binary(max_size=200) | ANYTHING.map(lambda value: json.dumps(value).encode()))
def test_every_signed_body_is_taken_or_refused(town: House, body: bytes) -> None:
    assert answered(town, body) in (200, 400)


@pytest.mark.parametrize(
    "body",
    [
        json.dumps(EVENT).replace("1800000000", "1" + "0" * 30),
        json.dumps(EVENT).replace("1800000000", "9" * 5_000),
        json.dumps(EVENT).replace("1800000000", "1e999"),
        json.dumps(EVENT).replace("1800000000", "-62135596800"),
        json.dumps(EVENT).replace('"evt_1"', '["evt_1"]'),
        json.dumps(EVENT).replace('"pi_1"', '{"id": "pi_1"}'),
        json.dumps(EVENT).replace('"pi_1"', '"\\ud800"'),
        json.dumps(EVENT).replace('{"payment": "1"}', "[" * 100_000 + "]" * 100_000),
        "[" * 200_000,
        '{"a":' * 80_000,
    ],
    ids=[
        "created",
        "digits",
        "infinite",
        "year 1",
        "list",
        "object",
        "surrogate",
        "deep",
        "open lists",
        "open objects",
    ],
)
def test_an_oversized_or_deep_member_is_refused(town: House, body: str) -> None:
    assert answered(town, body.encode()) == 400


def test_the_event_itself_would_be_taken(town: House) -> None:
    """The control: what the others change is an event that is heard."""
    assert answered(town, json.dumps(EVENT).encode()) == 200
    assert PaymentEvent.select().where(PaymentEvent.provider_event_id == "evt_1").count() == 1
    assert Alert.select().where(Alert.kind == "payment_unknown").exists()


class Charged:
    """An intent whose charge is what was changed."""

    @staticmethod
    def read(charge: dict[str, Any]) -> Intent:
        return Intent.read(INTENT | {"latest_charge": charge})


@settings(max_examples=EXAMPLES, deadline=None, database=None)
@given(
    what=st.sampled_from([(Intent, INTENT), (Event, EVENT), (Refunded, REFUND), (Charged, INTENT["latest_charge"])]),
    member=st.integers(0, 20),
    value=NASTY | ANYTHING,
)
def test_nonsense_of_the_provider_is_never_taken_for_an_answer(what: Any, member: int, value: Any) -> None:
    """What is read can be kept: the rest is refused with the two errors that the gateway knows."""
    kind, body = what
    name = sorted(body)[member % len(body)]
    try:
        read = kind.read({**body, name: value})
    except (ValueError, KeyError):
        return
    assert len(repr(read).encode()) < 20_000
