"""The API's own description (OpenAPI 3.1), made of the routes as they are registered."""

import inspect
import json
import re
from functools import cache
from typing import Any

from flask import Flask, Response
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema
from werkzeug.http import HTTP_STATUS_CODES
from werkzeug.routing import Rule

from app import __version__
from app.fields import ID_DIGITS
from app.http import ErrorAnswer, Operation, Who, operations

PATH_ID = {"type": "integer", "minimum": 1, "maximum": int("9" * ID_DIGITS)}


class _Demanding(GenerateJsonSchema):
    """Pydantic's description, in which a `checked.demanded` member has to be there."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        return super().field_is_required(field, total) or _must_be_given(field["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"]) if _must_be_given(schema) else super().default_schema(schema)

    def tagged_union_schema(self, schema: core_schema.TaggedUnionSchema) -> JsonSchemaValue:
        # OpenAPI's discriminator is a text and a step is a number, by which each kind says itself what it is.
        return {name: value for name, value in super().tagged_union_schema(schema).items() if name != "discriminator"}


def _must_be_given(schema: Any) -> bool:
    return bool(schema["type"] == "default" and schema.get("validate_default"))


def _statuses(operation: Operation) -> list[int]:
    """Every status with which the operation may be refused."""
    codes = set(operation.refusals)
    if operation.who is not Who.ANYONE:
        codes |= {401, 403}
    if operation.body is not None:
        codes |= {400, 413, 415, 422}
    if operation.query is not None:
        codes.add(422)
    if operation.method != "GET":
        codes.add(403)
    if operation.limits:
        codes.add(429)
    return sorted(codes)


def document(app: Flask) -> dict[str, Any]:
    """The description of every route() below /api that `app` has, as JSON."""
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint in operations]
    found = [(rule, operations[rule.endpoint]) for rule in rules if rule.rule.startswith("/api/")]
    wanted: dict[tuple[type[BaseModel], JsonSchemaMode], None] = {}
    for _, operation in found:
        taken = (operation.body, operation.query, operation.form)
        wanted |= dict.fromkeys((model, "validation") for model in taken if model is not None)
        if operation.answer is not None:
            wanted[operation.answer, "serialization"] = None
    places, definitions = models_json_schema(
        [*wanted, (ErrorAnswer, "serialization")],
        ref_template="#/components/schemas/{model}",
        schema_generator=_Demanding,
    )
    schemas = definitions["$defs"]
    paths: dict[str, dict[str, Any]] = {}
    for rule, operation in found:
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        paths.setdefault(path, {})[operation.method.lower()] = _described(rule, operation, places, schemas)
    for _, operation in found:
        if operation.query is not None:
            schemas.pop(operation.query.__name__, None)  # told member by member
    info = {"title": "Helios", "version": __version__}
    return {"openapi": "3.1.0", "info": info, "paths": paths, "components": {"schemas": schemas}}


def _described(rule: Rule, operation: Operation, places: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {
        "summary": (inspect.getdoc(operation.view) or "").partition("\n")[0],
        "operationId": rule.endpoint.replace(".", "_"),
        "tags": [rule.endpoint.partition(".")[0]],
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": PATH_ID} for name in sorted(rule.arguments)
        ],
    }
    if operation.keyed:
        text = {"type": "string", "pattern": "^[A-Za-z0-9-]{1,64}$"}
        told["parameters"].append({"name": "Idempotency-Key", "in": "header", "required": True, "schema": text})
    if operation.query is not None:
        query = schemas[operation.query.__name__]
        told["parameters"] += [
            {"name": name, "in": "query", "required": name in query.get("required", ()), "schema": schema}
            for name, schema in query["properties"].items()
        ]
    for kind, model in (("application/json", operation.body), ("multipart/form-data", operation.form)):
        if model is not None:
            told["requestBody"] = {"required": True, "content": {kind: {"schema": places[model, "validation"]}}}
    answers = {operation.status: operation.answer} | dict.fromkeys(_statuses(operation), ErrorAnswer)
    told["responses"] = {
        str(code): {"description": HTTP_STATUS_CODES[code]}
        | ({"content": {"application/json": {"schema": places[model, "serialization"]}}} if model else {})
        for code, model in sorted(answers.items())
    }
    return told


def install(app: Flask) -> None:
    """Serve the document of `app`, made when it is first asked for."""
    text = cache(lambda: json.dumps(document(app)))
    app.add_url_rule(
        "/api/openapi.json", view_func=lambda: Response(text(), mimetype="application/json"), endpoint="openapi"
    )
