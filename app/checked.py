"""Field types for schemas: a text or choice that answers with its rule's own words."""

from collections.abc import Callable, Collection
from typing import Any

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError

from app import fields


def text(rule: fields.TextRule) -> BeforeValidator:
    """Tidy a text and hold it to `rule`; a missing one is an empty one."""

    def check(value: Any) -> str:
        if value is None:
            value = ""
        if not isinstance(value, str):
            raise PydanticCustomError("rule", "{text}", {"text": rule.message or fields.INVALID})
        kept = fields.tidy(value, rule.lines)
        wrong = fields.problem(kept, rule)
        if wrong is not None:
            raise PydanticCustomError("rule", "{text}", {"text": wrong})
        return kept

    return BeforeValidator(check)


def choice(choices: Collection[str], message: str) -> BeforeValidator:
    """One of `choices`, else `message`."""
    return BeforeValidator(_chooser(choices, message))


def _chooser(choices: Collection[str], message: str) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if not isinstance(value, str) or value not in choices:
            raise PydanticCustomError("rule", "{text}", {"text": message})
        return value

    return check
