"""The paths of the program: the ids in them, and how large a body each takes."""

from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.routing import IntegerConverter, RoutingException

from app.fields import ID_DIGITS
from app.http import JSON_BODY_BYTES, operations


class IdConverter(IntegerConverter):
    """An id in a path: a number that no table will ever hold is no address of ours."""

    # Part of the pattern, not a bound: werkzeug takes a path whose number is out of bounds for an address that exists,
    # and answers 405 where another method has it too. \d would also take the digits of every other script.
    regex = f"[0-9]{{1,{ID_DIGITS}}}"


def largest_body(app: Flask, method: str, path: str) -> int:
    """The bytes that the route at `path` takes; JSON_BODY_BYTES where there is none."""
    try:
        endpoint, _ = app.url_map.bind("localhost").match(path, method)
    except (HTTPException, RoutingException):
        return JSON_BODY_BYTES
    return operations[endpoint].most_bytes if endpoint in operations else JSON_BODY_BYTES
