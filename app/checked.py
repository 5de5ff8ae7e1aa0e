"""Checked input: field types that answer with their rule's own words, and pydantic's errors in the specification's."""

import json
import re
from collections.abc import Collection
from contextlib import suppress
from datetime import date, datetime
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, Field, ValidationError, WithJsonSchema
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticCustomError

from app import fields
from app.errors import AppError

DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
# Far around everything that is dated here. At the ends of Python's calendar, another zone or the next day is an error.
FIRST_YEAR, LAST_YEAR = 2000, 2199
OTHER_AGE = f"Please enter a date from {FIRST_YEAR} to {LAST_YEAR}"
Checked = TypeVar("Checked", bound=BaseModel)
Dated = TypeVar("Dated", date, datetime)


def told(least: int, most: int | None = None, email: bool = False) -> WithJsonSchema:
    """What the API's document says of a text that is judged by a rule of ours; lengths are of the tidied text."""
    bounds = {"minLength": least, "maxLength": most, "pattern": fields.EMAIL_PATTERN if email else None}
    return WithJsonSchema({"type": "string", **{name: bound for name, bound in bounds.items() if bound}})


def wrong(text: str) -> PydanticCustomError:
    """What a validator raises, with the words of its rule."""
    return PydanticCustomError("rule", "{text}", {"text": text})


def demanded(missing: Any = None) -> Any:
    """The default of a member that has to be there: the rule's own words answer for one that is `missing`."""
    return Field(default=missing, validate_default=True)


def text(rule: fields.TextRule) -> BeforeValidator:
    """Tidy a text and hold it to `rule`; a missing one is an empty one."""

    def check(value: object) -> str:
        if value is None:
            value = ""
        if not isinstance(value, str):
            raise wrong(rule.message or fields.INVALID)
        kept = fields.tidy(value, rule.lines)
        refusal = fields.control_problem(value, rule) or fields.problem(kept, rule)
        if refusal is not None:
            raise wrong(refusal)
        return kept

    return BeforeValidator(check, json_schema_input_type=Annotated[str, told(rule.least, rule.most, rule.email)])


def _filled(value: str) -> str:
    if not value:
        raise wrong(fields.REQUIRED)
    return value


Filled = Annotated[str, AfterValidator(_filled), told(1)]


def _as_day(value: object) -> date:
    with suppress(ValueError):
        if isinstance(value, str) and DAY.fullmatch(value):
            return date.fromisoformat(value)
    raise wrong(fields.INVALID)


def _of_our_age(value: Dated) -> Dated:
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise wrong(OTHER_AGE)
    return value


def _told_age(kind: str, begins: str = "", ends: str = "") -> WithJsonSchema:
    # JSON Schema has no word for the bounds of a date; these two are those that validators with formats know.
    first, last = f"{FIRST_YEAR}-01-01{begins}", f"{LAST_YEAR}-12-31{ends}"
    return WithJsonSchema({"type": "string", "format": kind, "formatMinimum": first, "formatMaximum": last})


# A day as ISO 8601 writes it, '2026-05-12', and no moment.
Day = Annotated[date, BeforeValidator(_as_day), AfterValidator(_of_our_age), _told_age("date")]
# A moment with its zone, '2026-05-12T09:00:00+10:00'.
Moment = Annotated[AwareDatetime, AfterValidator(_of_our_age), _told_age("date-time", "T00:00:00Z", "T23:59:59Z")]


def choice(choices: Collection[str], message: str) -> BeforeValidator:
    """One of `choices`, else `message`."""

    def check(value: object) -> str:
        if not isinstance(value, str) or value not in choices:
            raise wrong(message)
        return value

    told_choices = WithJsonSchema({"type": "string", "enum": [str(each) for each in choices]})
    return BeforeValidator(check, json_schema_input_type=Annotated[str, told_choices])


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
JSON_KINDS = {
    type(None): "null",
    bool: "boolean",
    str: "string",
    int: "number",
    float: "number",
    list: "array",
    dict: "object",
}


def field_text(item: Any) -> str:
    """One pydantic error in the words of the specification's generic messages."""
    kind, context, given = item["type"], item.get("ctx", {}), item.get("input")
    if kind in ("rule", "value_error"):
        return str(item["msg"])
    if kind in ("missing", "union_tag_not_found"):
        return fields.REQUIRED
    if kind in KINDS:
        return f"Expected {KINDS[kind]}, received {JSON_KINDS.get(type(given), 'unknown')}"
    if kind == "string_too_short":
        return f"String must contain at least {context['min_length']} character(s)"
    if kind == "greater_than_equal":
        return f"Number must be greater than or equal to {context['ge']}"
    if kind in ("enum", "literal_error"):
        return f"Invalid enum value. Expected {context['expected']}"
    if kind == "union_tag_invalid":
        return f"Invalid enum value. Expected {' or '.join(context['expected_tags'].rsplit(', ', 1))}"
    return fields.INVALID


def parse(schema: type[Checked], values: dict[str, Any]) -> Checked:
    """`values` as `schema`; AppError 422 with a text per field when they break its rules."""
    try:
        return schema.model_validate(values)
    except ValidationError as error:
        texts: dict[str, str] = {}
        union = schema.model_fields["root"].discriminator if "root" in schema.model_fields else None
        for item in error.errors():
            # Which of a union's kinds it was taken for comes first.
            place = ".".join(to_camel(str(part)) for part in item["loc"][bool(union) :])
            texts.setdefault(place or (str(union) if union and not item["loc"] else "body"), field_text(item))
        raise AppError("invalid", 422, "Please check the highlighted fields.", texts) from None


def json_object(data: bytes) -> dict[str, Any]:
    """`data` as a JSON object; AppError 400 when it is none."""
    try:
        # Lone surrogates and NaN are JSON to Python but to nobody else; int() refuses "NaN" and "Infinity".
        value = json.loads(data.decode("utf-8"), parse_constant=int)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise AppError("malformed", 400, "The request is not valid JSON.") from None
    if not isinstance(value, dict):
        raise AppError("malformed", 400, "The request must be a JSON object.")
    return value
