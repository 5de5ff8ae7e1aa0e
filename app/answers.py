"""How an answer goes out over waitress, and what answers that which is no request."""

import json
from typing import Any

from waitress.task import ErrorTask, WSGITask

from app.errors import by_status
from app.sending import file_wrapper


class Task(WSGITask):
    """One request and its answer."""

    def get_environment(self) -> dict[str, Any]:
        """The request as WSGI has it, with what sends a file."""
        environ: dict[str, Any] = super().get_environment()
        environ["wsgi.file_wrapper"] = file_wrapper
        return environ

    def set_close_on_finish(self) -> None:
        """Announce that the connection ends with this answer, if it has to."""
        # waitress takes a missing Content-Length for an answer of unknown length. A 204 or 304 must not have one and
        # ends with its headers (RFC 9112, 6.3): only the visitor's own wish closes its connection.
        wish = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version == "1.0" or "close" in wish:
            super().set_close_on_finish()


class Refusal(ErrorTask):
    """The answer to what waitress cannot read as a request, in the shape of every other refusal."""

    def execute(self) -> None:
        """Write it; the connection ends with it."""
        error = self.request.error
        body = json.dumps(by_status(error.code).body()).encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers += [*self.channel.server.headers.items(), ("Content-Type", "application/json")]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)
