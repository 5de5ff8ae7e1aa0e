"""How a request meets a feature: the route decorator, who may call, and the one error shape."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import wraps
from typing import Annotated, Any, TypeVar

from flask import Blueprint, Response, request, session
from flask_login import current_user
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, RootModel
from pydantic.alias_generators import to_camel

from app import checked
from app.access import Caller
from app.errors import AppError, invalid

JSON_BODY_BYTES = 64 * 1024
LARGEST_ID = 2**63 - 1
KEY_LONGEST = 100
MOST_SEEN_CENTS = 10**12
NO_KEY = "Please name this act with an Idempotency-Key, so that it is done once"
Root = TypeVar("Root")
RowId = Annotated[int, Field(ge=1, le=LARGEST_ID)]


def whole(value: object) -> object:
    """A number of JSON as it is meant: there 2.0 is a whole number, too."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


# A sum that is compared with ours and never asked for, in cents.
SeenCents = Annotated[int, Field(ge=-MOST_SEEN_CENTS, le=MOST_SEEN_CENTS)]
# In JSON, where a number is a number and true is none.
SentId = Annotated[RowId, Field(strict=True), BeforeValidator(whole)]
# How many were seen, or the newest that was; 0 for none.
Seen = Annotated[int, Field(ge=0, le=LARGEST_ID, strict=True), BeforeValidator(whole)]


class Schema(BaseModel):
    """A JSON object of the contract: camelCase outside, snake_case inside; unknown members are ignored."""

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        from_attributes=True,
        hide_input_in_errors=True,  # those end in the log
        defer_build=True,  # its checks are put together for the first who needs them: there are hundreds
    )


class Bare(RootModel[Root]):
    """JSON of the contract that is no object: a list, or one of several kinds."""

    model_config = ConfigDict(defer_build=True)


class ErrorAnswer(Schema):
    """Every refusal's body."""

    message: str
    fields: dict[str, str]


class Ok(Schema):
    """The answer of an act that has nothing else to tell."""

    ok: bool = True


class Who(StrEnum):
    """Who may call a route."""

    ANYONE = "anyone"
    CLIENT = "client"  # signed in, temporary password changed
    CLIENT_CHANGING = "client-changing"  # signed in, whatever the password's state
    STAFF = "staff"
    OWNER = "owner"


def caller() -> Caller:
    """Who makes the present request."""
    kind = current_user.kind if current_user.is_authenticated else None
    temporary = kind == "client" and current_user.password_change_required
    client_id = current_user.id if kind == "client" and not temporary else None
    return Caller(session.get("visitor"), client_id, kind == "staff", temporary)


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
        caller().refuse_temporary_password()


def idempotency_key() -> str | None:
    """The browser's own name for what it asks for: the same one again is a repetition."""
    return request.headers.get("Idempotency-Key", "")[:KEY_LONGEST] or None


def demanded_key() -> str:
    """The browser's own name for an act that is done once under it; AppError 422 when there is none."""
    key = idempotency_key()
    if key is None:
        raise invalid({"Idempotency-Key": NO_KEY}, NO_KEY)
    return key


@dataclass(frozen=True)
class Operation:
    """A route as it was told: `refusals` are statuses beyond those that follow from the rest."""

    view: Callable[..., Any]
    method: str
    who: Who
    body: type[BaseModel] | None
    query: type[BaseModel] | None
    form: type[BaseModel] | None
    answer: type[BaseModel] | None
    status: int
    refusals: tuple[int, ...]
    limits: tuple[Callable[..., Any], ...]
    most_bytes: int
    keyed: bool


operations: dict[str, Operation] = {}  # by endpoint


def route(
    blueprint: Blueprint,
    method: str,
    path: str,
    *,
    who: Who = Who.ANYONE,
    body: type[BaseModel] | None = None,
    query: type[BaseModel] | None = None,
    answer: type[BaseModel] | None = None,
    status: int = 200,
    refusals: tuple[int, ...] = (),
    limits: tuple[Callable[..., Any], ...] = (),
    most_bytes: int = JSON_BODY_BYTES,
    form: type[BaseModel] | None = None,
    keyed: bool = False,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register a view.

    The view receives `body=`/`query=` as checked models and the path's values, and returns a Schema, a Response
    or None (204). Refused calls never reach it. `refusals` are further statuses for the OpenAPI document,
    `most_bytes` the largest request body, `form` what multipart it takes, `keyed`: it demands an Idempotency-Key.
    """

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(view)
        def run(**values: Any) -> Response:
            admit(who)
            if query is not None:
                values["query"] = checked.parse(query, dict(request.args.items()))
            if body is not None:
                values["body"] = checked.parse(body, sent_json())
            result = view(**values)
            if isinstance(result, Response):
                return result
            if result is None:
                return Response(status=204)
            return Response(result.model_dump_json(by_alias=True), status=status, mimetype="application/json")

        limited: Callable[..., Any] = run
        for limit in limits:
            limited = limit(limited)

        @wraps(view)
        def serve(**values: Any) -> Any:
            # Before the limits: some of them read the body to learn whose account it is about.
            request.max_content_length = most_bytes
            return limited(**values)

        operations[f"{blueprint.name}.{view.__name__}"] = Operation(
            view, method, who, body, query, form, answer, status, refusals, limits, most_bytes, keyed
        )
        blueprint.add_url_rule(path, endpoint=view.__name__, view_func=serve, methods=[method])
        return view

    return decorate


def sent_json() -> dict[str, Any]:
    """The request's JSON object; AppError 400 malformed, 415 not JSON."""
    if not request.content_length and not request.content_type:
        return {}  # calls whose payload is empty send no body at all
    if not request.is_json:
        raise AppError("unsupported", 415, "Please send JSON.")
    return checked.json_object(request.get_data())


def refuse(error: AppError) -> Response:
    """An AppError as its answer."""
    response = Response(json.dumps(error.body()), status=error.status, mimetype="application/json")
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(error.retry_after)
    return response
