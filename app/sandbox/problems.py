"""Errors in the shape the provider gives them: {"error": {"type", "message", "code", "param", ...}}."""

import json
from typing import Any

CARD_REFUSED = 402


class ApiProblem(Exception):
    """An answer with an error status; `error` is the object under "error" in its JSON body."""

    def __init__(self, status: int, type_: str, message: str, **extra: Any) -> None:
        super().__init__(message)
        self.status = status
        self.error: dict[str, Any] = {"type": type_, "message": message}
        self.error |= {key: value for key, value in extra.items() if value is not None}

    def text(self) -> str:
        """The JSON body of the answer."""
        return json.dumps({"error": self.error})


def invalid(message: str, *, code: str | None = None, param: str | None = None, **extra: Any) -> ApiProblem:
    """A request that cannot be carried out as it stands: 400."""
    return ApiProblem(400, "invalid_request_error", message, code=code, param=param, **extra)


def missing(kind: str, id_: str) -> ApiProblem:
    """No object with this id: 404."""
    return ApiProblem(404, "invalid_request_error", f"No such {kind}: '{id_}'", code="resource_missing", param="id")


def unauthorised() -> ApiProblem:
    """A key that opens nothing here: 401."""
    return ApiProblem(401, "invalid_request_error", "Invalid API Key provided")


def unrecognised(method: str, path: str) -> ApiProblem:
    """An address the provider's API does not have (or that the sandbox does not imitate): 404."""
    return ApiProblem(404, "invalid_request_error", f"Unrecognized request URL ({method}: {path}).")


def card_problem(message: str, code: str, *, param: str | None = None, **extra: Any) -> ApiProblem:
    """Something about the card itself: 402."""
    return ApiProblem(CARD_REFUSED, "card_error", message, code=code, param=param, **extra)


def key_reused() -> ApiProblem:
    """An idempotency key that came back with other parameters: 400."""
    return ApiProblem(
        400,
        "idempotency_error",
        "Keys for idempotent requests can only be used with the same parameters they were first used with."
        " Try using a key other than the one you used before if you meant to execute a different request.",
    )
