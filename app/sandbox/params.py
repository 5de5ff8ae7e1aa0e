"""The provider's form encoding: `metadata[draft]=7&expand[0]=latest_charge` and back to nested values."""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from app.sandbox.problems import invalid

Params = dict[str, Any]
DEEPEST = 5
LARGEST_PAGE = 100


def parse(encoded: str) -> Params:
    """Nested parameters from a query string or form body; lists become dicts keyed by position."""
    return nest(parse_qsl(encoded, keep_blank_values=True))


def nest(pairs: Iterable[tuple[str, str]]) -> Params:
    """Nested parameters from flat pairs, brackets in a name opening a level; ApiProblem when names contradict."""
    nested: Params = {}
    for name, value in pairs:
        *outer, last = re.split(r"\]\[|\[", name.removesuffix("]"), maxsplit=DEEPEST)
        level = nested
        for key in outer:
            level = level.setdefault(key, {})
            if not isinstance(level, dict):
                raise invalid("Invalid request: parameters contradict each other", param=name)
        level[last or str(len(level))] = value
    return nested


def listed(value: Any) -> list[str]:
    """The values of a list parameter (`types[0]=a&types[1]=b`), in order; empty when absent."""
    return [str(item) for item in value.values()] if isinstance(value, dict) else []


def integer(params: Mapping[str, Any], name: str) -> int | None:
    """A whole-number parameter, or None when absent; ApiProblem for anything that is not one."""
    value = params.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or not re.fullmatch(r"-?[0-9]{1,15}", value):
        raise invalid(f"Invalid integer: {value}", code="parameter_invalid_integer", param=name)
    return int(value)


def metadata(params: Params) -> dict[str, str]:
    """What an object is to be labelled with; ApiProblem for more or longer labels than the provider takes."""
    given = params.get("metadata", {})
    if not isinstance(given, dict) or len(given) > 50:
        raise invalid("Metadata can have at most 50 keys", param="metadata")
    for key, value in given.items():
        if len(key) > 40 or not isinstance(value, str) or len(value) > 500:
            raise invalid("Metadata keys have at most 40 characters, values 500", param="metadata")
    return given


def page_size(params: Mapping[str, Any]) -> int:
    """How many things of a list are wanted: `limit`, 10 when absent."""
    limit = integer(params, "limit") or 10
    if not 1 <= limit <= LARGEST_PAGE:
        raise invalid("Invalid integer: limit must be between 1 and 100", param="limit")
    return limit


def only(params: Mapping[str, Any], known: frozenset[str]) -> None:
    """Refuse parameters that the provider does not know, as it does."""
    for name in params:
        if name not in known:
            raise invalid(f"Received unknown parameter: {name}", code="parameter_unknown", param=name)


def without_card_number(params: Params) -> Params:
    """The same parameters, fit for a log: of a card only the last four digits remain."""
    method = params.get("payment_method_data")
    if not isinstance(method, dict):
        return params
    card = method.get("card")
    number = str(card.get("number", "")) if isinstance(card, dict) else ""
    return params | {"payment_method_data": {"type": "card", "card": {"last4": re.sub(r"\D", "", number)[-4:]}}}
