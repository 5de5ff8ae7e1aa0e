"""How a request meets a feature: the route decorator, who may call, and the one error shape."""

import json
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import wraps
from typing import Annotated, Any, TypeVar

from flask import Blueprint, Flask, Response, current_app, request, session
from flask_login import current_user
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel
from spectree import Response as SpecResponse
from spectree import SpecTree
from spectree.plugins.flask_plugin import FlaskPlugin
from werkzeug.exceptions import HTTPException
from werkzeug.routing import IntegerConverter, RoutingException, Rule

from app import __version__, checked
from app.access import Caller
from app.errors import AppError

JSON_BODY_BYTES = 64 * 1024
_most_bytes: dict[str, int] = {}  # by endpoint


LARGEST_ID = 2**63 - 1
RowId = Annotated[int, Field(ge=1, le=LARGEST_ID)]


class IdConverter(IntegerConverter):
    """An id in a path: a number that no table will ever hold is no address of ours."""

    # Part of the pattern, not a bound: werkzeug takes a path whose number is out of bounds for an address that exists,
    # and answers 405 where another method has it too. \d would also take the digits of every other script.
    regex = "[0-9]{1,18}"


class Schema(BaseModel):
    """A JSON object of the contract: camelCase outside, snake_case inside; unknown members are ignored."""

    # Inputs stay out of errors' texts: those end in the log.
    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, from_attributes=True, hide_input_in_errors=True
    )


Checked = TypeVar("Checked", bound=Schema)


class ErrorAnswer(Schema):
    """Every refusal's body."""

    message: str
    fields: dict[str, str]


class Ok(Schema):
    """The answer of an act that has nothing else to tell."""

    ok: bool = True


class Upload(Schema):
    """A multipart body with one file."""

    file: bytes


class Who(StrEnum):
    """Who may call a route."""

    ANYONE = "anyone"
    CLIENT = "client"  # signed in, temporary password changed
    CLIENT_CHANGING = "client-changing"  # signed in, whatever the password's state
    STAFF = "staff"
    OWNER = "owner"


class _Described(FlaskPlugin):
    """Spectree would leave out every route that shares the first word of its own path."""

    def find_routes(self) -> Iterator[Rule]:
        return (rule for rule in current_app.url_map.iter_rules() if not rule.endpoint.startswith("openapi"))


api = SpecTree(
    "flask",
    backend=_Described,
    title="Helios",
    version=__version__,
    path="api",
    filename="openapi.json",
    page_templates={},
    mode="strict",
    annotations=False,
    validation_error_model=ErrorAnswer,
    naming_strategy=lambda model: model.__name__,
    nested_naming_strategy=lambda _parent, child: child,
)


def caller() -> Caller:
    """Who makes the present request."""
    client = current_user.is_authenticated and current_user.kind == "client"
    known = current_user.id if client and not current_user.password_change_required else None
    return Caller(session.get("visitor"), known)


def admit(who: Who) -> None:
    """Refuse a caller who is not `who`: 401 when not signed in, 403 when signed in as somebody else."""
    if who is Who.ANYONE:
        return
    kind = current_user.kind if current_user.is_authenticated else None
    wanted = "client" if who in (Who.CLIENT, Who.CLIENT_CHANGING) else "staff"
    if kind is None:
        raise AppError("not_signed_in", 401, "Please sign in to continue.")
    if kind != wanted or (who is Who.OWNER and current_user.role != "owner"):
        raise AppError("forbidden", 403, "Your account cannot do this.")
    if who is Who.CLIENT:
        refuse_temporary_password()


def refuse_temporary_password() -> None:
    """AppError 403 for a signed-in client who still has the temporary password of their letter."""
    if current_user.is_authenticated and current_user.password_change_required:
        raise AppError("password_change_required", 403, "Please choose a new password first.")


def route(
    blueprint: Blueprint,
    method: str,
    path: str,
    *,
    who: Who = Who.ANYONE,
    body: type[Schema] | None = None,
    query: type[Schema] | None = None,
    answer: type[BaseModel] | None = None,
    status: int = 200,
    refusals: tuple[int, ...] = (),
    limits: tuple[Callable[..., Any], ...] = (),
    most_bytes: int = JSON_BODY_BYTES,
    form: type[Upload] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a view.

    The view receives `body=`/`query=` as checked models and the path's values, and returns a Schema, a Response
    or None (204). Refused calls never reach it. `refusals` are further statuses for the OpenAPI document,
    `most_bytes` the largest request body, `form` what multipart it takes.
    """

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def run(**values: Any) -> Response:
            admit(who)
            if query is not None:
                values["query"] = parse(query, dict(request.args.items()))
            if body is not None:
                values["body"] = parse(body, json_object())
            return _respond(view(**values), status)

        documented = {f"HTTP_{code}": ErrorAnswer for code in _refusals(who, body or query, refusals, limits, method)}
        documented[f"HTTP_{status}"] = answer  # type: ignore[assignment]  # spectree takes None for "no body"
        limited: Callable[..., Any] = run
        for limit in limits:
            limited = limit(limited)
        described = api.validate(
            query=query,
            json=body,
            form=form,
            resp=SpecResponse(**documented),
            skip_validation=True,
            tags=(blueprint.name,),
            operation_id=f"{blueprint.name}_{view.__name__}",
        )(limited)

        # Spectree's own wrapper would read every answer into memory, downloads included: it only describes.
        @wraps(described)
        def serve(**values: Any) -> Any:
            # Before the limits: some of them read the body to learn whose account it is about.
            request.max_content_length = most_bytes
            return limited(**values)

        _most_bytes[f"{blueprint.name}.{view.__name__}"] = most_bytes
        blueprint.add_url_rule(path, endpoint=view.__name__, view_func=serve, methods=[method])
        return view

    return decorate


def largest_body(app: Flask, method: str, path: str) -> int:
    """The bytes that the route at `path` takes; JSON_BODY_BYTES where there is none."""
    try:
        endpoint, _ = app.url_map.bind("localhost").match(path, method)
    except (HTTPException, RoutingException):
        return JSON_BODY_BYTES
    return _most_bytes.get(endpoint, JSON_BODY_BYTES)


def _refusals(
    who: Who, checked: type[Schema] | None, more: tuple[int, ...], limits: tuple[Any, ...], method: str
) -> list[int]:
    codes = set(more)
    if who is not Who.ANYONE:
        codes |= {401, 403}
    if checked is not None:
        codes |= {400, 413, 415, 422}
    if method != "GET":
        codes.add(403)
    if limits:
        codes.add(429)
    return sorted(codes)


def parse(schema: type[Checked], values: dict[str, Any]) -> Checked:
    """`values` as `schema`; AppError 422 with a text per field when they break its rules."""
    try:
        return schema.model_validate(values)
    except ValidationError as error:
        texts: dict[str, str] = {}
        for item in error.errors():
            name = ".".join(to_camel(str(part)) for part in item["loc"]) or "body"
            texts.setdefault(name, checked.field_text(item))
        raise AppError("invalid", 422, "Please check the highlighted fields.", texts) from None


def json_object() -> dict[str, Any]:
    """The request's JSON object; AppError 400 malformed, 415 not JSON."""
    if not request.content_length and not request.content_type:
        return {}  # calls whose payload is empty send no body at all
    if not request.is_json:
        raise AppError("unsupported", 415, "Please send JSON.")
    try:
        # Lone surrogates and NaN are JSON to Python but to nobody else.
        value = json.loads(request.get_data().decode("utf-8"), parse_constant=_refuse_constant)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise AppError("malformed", 400, "The request is not valid JSON.") from None
    if not isinstance(value, dict):
        raise AppError("malformed", 400, "The request must be a JSON object.")
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def _respond(result: Any, status: int) -> Response:
    if isinstance(result, Response):
        return result
    if result is None:
        return Response(status=204)
    return Response(result.model_dump_json(by_alias=True), status=status, mimetype="application/json")


def refuse(error: AppError) -> Response:
    """An AppError as its answer."""
    response = Response(json.dumps(error.body()), status=error.status, mimetype="application/json")
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(error.retry_after)
    return response
