"""Checked input: field types that answer with their rule's own words, and pydantic's errors in the specification's."""

import json
from collections.abc import Callable, Collection
from typing import Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from app import fields
from app.errors import AppError

Checked = TypeVar("Checked", bound=BaseModel)


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


KINDS = {
    "string_type": "string",
    "int_type": "number",
    "int_parsing": "number",
    "int_from_float": "integer",
    "float_type": "number",
    "float_parsing": "number",
    "bool_type": "boolean",
    "bool_parsing": "boolean",
    "model_type": "object",
    "model_attributes_type": "object",
    "dict_type": "object",
    "list_type": "array",
}


def field_text(item: Any) -> str:
    """One pydantic error in the words of the specification's generic messages."""
    kind, context, given = item["type"], item.get("ctx", {}), item.get("input")
    if kind in ("rule", "value_error"):
        return str(item["msg"])
    if kind == "missing":
        return fields.REQUIRED
    if kind in KINDS:
        return f"Expected {KINDS[kind]}, received {_json_kind(given)}"
    if kind == "string_too_short":
        return f"String must contain at least {context['min_length']} character(s)"
    if kind == "greater_than_equal":
        return f"Number must be greater than or equal to {context['ge']}"
    if kind in ("enum", "literal_error"):
        return f"Invalid enum value. Expected {context['expected']}"
    return fields.INVALID


def _json_kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    return {str: "string", int: "number", float: "number", list: "array", dict: "object"}.get(type(value), "unknown")


def parse(schema: type[Checked], values: dict[str, Any]) -> Checked:
    """`values` as `schema`; AppError 422 with a text per field when they break its rules."""
    try:
        return schema.model_validate(values)
    except ValidationError as error:
        texts: dict[str, str] = {}
        for item in error.errors():
            name = ".".join(to_camel(str(part)) for part in item["loc"]) or "body"
            texts.setdefault(name, field_text(item))
        raise AppError("invalid", 422, "Please check the highlighted fields.", texts) from None


def json_object(data: bytes) -> dict[str, Any]:
    """`data` as a JSON object; AppError 400 when it is none."""
    try:
        # Lone surrogates and NaN are JSON to Python but to nobody else.
        value = json.loads(data.decode("utf-8"), parse_constant=_refuse_constant)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise AppError("malformed", 400, "The request is not valid JSON.") from None
    if not isinstance(value, dict):
        raise AppError("malformed", 400, "The request must be a JSON object.")
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(name)
