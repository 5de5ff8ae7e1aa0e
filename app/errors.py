"""The one error that features raise and the one JSON shape it takes."""

from collections.abc import Mapping


class AppError(Exception):
    """A refusal that a visitor may read.

    code: stable word for programs and logs; status: HTTP status; message: shown to people;
    fields: field name -> text for what is wrong with it.
    """

    def __init__(self, code: str, status: int, message: str, fields: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.status = status
        self.message = message
        self.fields = dict(fields or {})

    def body(self) -> dict[str, object]:
        """The JSON object of the answer: {"message", "fields"}."""
        return {"message": self.message, "fields": self.fields}


def not_found(message: str = "We could not find that.") -> AppError:
    """What a stranger's id and a missing id have in common: nothing tells them apart."""
    return AppError("not_found", 404, message)


def invalid(fields: Mapping[str, str], message: str = "Please check the highlighted fields.") -> AppError:
    """Input that breaks a field's rule; status 422."""
    return AppError("invalid", 422, message, fields)
