"""The generic messages of forms, on both sides, in the specification's words."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import pytest
from node_script import run
from pydantic import Field

from app.checked import parse
from app.errors import AppError
from app.http import Schema

# Judges each value by the schema of its name, under the messages that every form of the site gets.
JUDGE = """
import { readFileSync } from "node:fs";
import * as z from "zod/mini";
import "./ui/src/components/useZodForm";
const schemas = {
  text: z.string(), flag: z.boolean(), number: z.number(), list: z.array(z.string()), object: z.object({}),
  long: z.string().check(z.minLength(8)), one: z.string().check(z.minLength(1)), least: z.number().check(z.gte(18)),
  email: z.email(), choice: z.enum(["email", "phone"]), few: z.array(z.string()).check(z.minLength(1)),
  odd: z.number().check(z.multipleOf(3)), own: z.string("In words of its own"),
};
const judged = JSON.parse(readFileSync(0, "utf8")).map(([name, value]) => {
  const result = schemas[name].safeParse(value === "undefined" ? undefined : value);
  return result.success ? null : result.error.issues[0].message;
});
process.stdout.write(JSON.stringify(judged));
"""
BROWSER: list[tuple[str, Any, str | None]] = [
    ("text", "undefined", "Required"),
    ("text", None, "Required"),
    ("number", "undefined", "Required"),
    ("choice", "undefined", "Required"),
    ("text", 7, "Expected string, received number"),
    ("text", True, "Expected string, received boolean"),
    ("number", "7", "Expected number, received string"),
    ("flag", "yes", "Expected boolean, received string"),
    ("list", {}, "Expected array, received object"),
    ("object", [], "Expected object, received array"),
    ("long", "seven77", "String must contain at least 8 character(s)"),
    ("long", "", "String must contain at least 8 character(s)"),
    ("long", "eight888", None),
    ("one", "", "String must contain at least 1 character(s)"),
    ("least", 17, "Number must be greater than or equal to 18"),
    ("least", 18, None),
    ("email", "ann@", "Invalid email"),
    ("email", "ann@example.com", None),
    ("choice", "post", "Invalid enum value. Expected 'email' | 'phone', received 'post'"),
    ("few", [], "Invalid input"),
    ("odd", 4, "Invalid input"),
    ("own", 7, "In words of its own"),
]


@pytest.mark.spec("S-11")
def test_the_browsers_generic_messages(tmp_path: Path) -> None:
    told = [(name, value) for name, value, _ in BROWSER]
    said = run(JUDGE, tmp_path, told)
    assert list(zip(told, said, strict=True)) == [((name, value), text) for name, value, text in BROWSER]


class Way(StrEnum):
    EMAIL = "email"
    PHONE = "phone"


class Form(Schema):
    text: str = ""
    flag: bool = False
    number: int = 0
    things: list[str] = []
    nested: "Form | None" = None
    long: Annotated[str, Field(min_length=8)] = "eight888"
    least: Annotated[int, Field(ge=18)] = 18
    most: Annotated[int, Field(le=99)] = 99
    choice: Way = Way.EMAIL


class Asking(Schema):
    needed: str


SERVER: list[tuple[dict[str, Any], str]] = [
    ({"text": 7}, "Expected string, received number"),
    ({"text": None}, "Expected string, received null"),
    ({"text": []}, "Expected string, received array"),
    ({"text": {}}, "Expected string, received object"),
    ({"flag": "perhaps"}, "Expected boolean, received string"),
    ({"number": "seven"}, "Expected number, received string"),
    ({"things": "one"}, "Expected array, received string"),
    ({"nested": 7}, "Expected object, received number"),
    ({"long": "seven77"}, "String must contain at least 8 character(s)"),
    ({"least": 17}, "Number must be greater than or equal to 18"),
    ({"most": 100}, "Invalid input"),
    ({"choice": "post"}, "Invalid enum value. Expected 'email' or 'phone'"),
]


@pytest.mark.spec("S-11")
@pytest.mark.parametrize(("values", "text"), SERVER, ids=str)
def test_the_servers_generic_messages(values: dict[str, Any], text: str) -> None:
    with pytest.raises(AppError) as refused:
        parse(Form, values)
    assert (refused.value.status, refused.value.fields) == (422, {next(iter(values)): text})


@pytest.mark.spec("S-11")
def test_what_is_missing_is_required() -> None:
    with pytest.raises(AppError) as refused:
        parse(Asking, {})
    assert refused.value.fields == {"needed": "Required"}
