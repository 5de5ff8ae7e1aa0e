"""Every object that the stand-in gives has the members, types and words that the provider's own library describes.

The library's classes are generated from the provider's published description of its API: a member that is not optional
there must be given, and a word must be one of those listed.
"""

import builtins
import sys
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import pytest
import stripe
from stripe._stripe_object import UntypedStripeObject

from app.payments.patience import VISITOR
from app.sandbox import Sandbox
from app.sandbox.client import sandbox_gateway
from tests.people import VISA

Object = dict[str, Any]
KINDS = (stripe.PaymentIntent, stripe.Charge, stripe.Refund, stripe.Dispute, stripe.Event)
CLASSES = {each.OBJECT_NAME: each for each in KINDS}


class Names(dict[str, Any]):
    """What a class's annotations mean; of types that only a checker imports anything is taken."""

    def __init__(self, described: type) -> None:
        super().__init__()
        self.module = sys.modules[described.__module__]

    def __missing__(self, name: str) -> Any:
        for place in (self.module, builtins, stripe):
            if hasattr(place, name):
                return getattr(place, name)
        return Any


def members(described: type) -> dict[str, Any]:
    """The annotated members of one of the library's classes, without what is the class's own."""
    hints = typing.get_type_hints(described, localns=Names(described))
    own = {name: hints[name] for name in described.__annotations__ if name in hints}
    return {name: hint for name, hint in own.items() if get_origin(hint) is not typing.ClassVar}


def faults(value: Any, hint: Any, path: str) -> Iterator[str]:
    """Where `value` is not as described."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any or isinstance(hint, typing.TypeVar):
        return
    if origin in (Union, types.UnionType):
        if any(get_origin(each) is Literal for each in inner):
            # The library reads words that it does not know yet; a stand-in has no business making any up.
            inner = tuple(each for each in inner if each is not str)
        if all(list(faults(value, each, path)) for each in inner):
            closest = [list(faults(value, each, path)) for each in inner if each is not type(None)]
            yield from min(closest, key=len)
    elif origin is Literal:
        if value not in inner:
            yield f"{path}: {value!r} is none of {inner}"
    elif origin in (list, stripe.ListObject):
        for number, each in enumerate(value["data"] if isinstance(value, dict) else value):
            yield from faults(each, inner[0], f"{path}[{number}]")
    elif origin in (dict, UntypedStripeObject):
        for name, each in value.items():
            yield from faults(each, inner[-1], f"{path}.{name}")
    elif isinstance(hint, type) and issubclass(hint, stripe.StripeObject):
        yield from _faults_of_members(value, hint, path)
    elif type(value) is not hint and not (hint is float and type(value) is int):
        yield f"{path}: {value!r} is no {getattr(hint, '__name__', hint)}"


def _faults_of_members(value: Any, described: type, path: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{path}: {value!r} is no {described.__name__}"
        return
    for name, hint in members(described).items():
        if name in value:
            yield from faults(value[name], hint, f"{path}.{name}")
        elif type(None) not in get_args(hint):
            yield f"{path}.{name} is missing"


def test_the_check_itself_sees_what_is_missing_misspelt_or_of_another_type() -> None:
    good = {"id": "re_1", "object": "refund", "amount": 5, "created": 1, "currency": "aud"}
    assert not list(faults(good, stripe.Refund, "refund"))
    for wrong in ({"amount": "5"}, {"amount": True}, {"object": "refunds"}, {"pending_reason": "because"}):
        assert list(faults(good | wrong, stripe.Refund, "refund")), wrong
    assert list(faults({name: good[name] for name in good if name != "currency"}, stripe.Refund, "refund"))


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandbox]:
    made = Sandbox(tmp_path / "books.sqlite3", "whsec_test", lambda *_: True)
    yield made
    made.close()


def lives(sandbox: Sandbox) -> None:
    """Payments that go every way: refunded in parts, one sent back, declined, asked by the bank, given up, disputed."""
    gateway = sandbox_gateway(sandbox)
    for number, card in enumerate((VISA, "4000000000000002", "4000002500003155", None, VISA)):
        intent = gateway.create_intent(25_000, "aud", {"booking": "7"}, f"key-{number}", "Consultation")
        if card is None:
            gateway.cancel_intent(intent.id)
        else:
            sandbox.confirm(intent.id, card=card)
    first, last = sandbox.intents()[0]["id"], sandbox.intents()[-1]["id"]
    gateway.refund(first, 5_000, "refund-1", "requested_by_customer")
    gateway.refund(first, None, "refund-2", "duplicate")
    sandbox.fail_refund(sandbox.refunds(first)[0]["id"])
    sandbox.dispute(last)


def test_every_object_of_a_payments_life_is_as_the_provider_describes_it(sandbox: Sandbox) -> None:
    lives(sandbox)
    intents, events = sandbox.intents(), sandbox.events()
    assert {each["status"] for each in intents} == {
        "succeeded",
        "requires_payment_method",
        "requires_action",
        "canceled",
    }
    subjects = [event["data"]["object"] for event in events]
    payments = sandbox_gateway(sandbox)._connect(VISITOR).v1.payment_intents
    expand: Any = {"expand": ["latest_charge.refunds"]}
    whole = [payments.retrieve(each["id"], expand).to_dict() for each in intents]
    assert [each["status"] for each in whole[0]["latest_charge"]["refunds"]["data"]] == ["succeeded", "failed"]
    shown = [*intents, *whole, *sandbox.charges(), *sandbox.refunds(), *events, *subjects]
    assert {each["object"] for each in shown} == set(CLASSES)
    wrong = [fault for each in shown for fault in faults(each, CLASSES[each["object"]], each["object"])]
    assert not wrong, "\n".join(sorted(set(wrong)))
