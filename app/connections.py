"""The HTTP server, waitress, made to keep a connection open after an answer that has no body."""

from typing import Any

from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, create_server
from waitress.task import WSGITask


class Task(WSGITask):
    """One request and its answer."""

    def set_close_on_finish(self) -> None:
        """Announce that the connection ends with this answer, if it has to."""
        # waitress takes a missing Content-Length for an answer of unknown length. A 204 or 304 must not have one and
        # ends with its headers (RFC 9112, 6.3): only the visitor's own wish closes its connection.
        wish = self.request.headers.get("CONNECTION", "").lower()
        if self.has_body or self.version == "1.0" or "close" in wish:
            super().set_close_on_finish()


class Channel(HTTPChannel):
    """One connection."""

    task_class = Task


def listen(wsgi: Any, opened: dict[int, Any], **settings: Any) -> Any:
    """waitress's server for `wsgi`, listening but not yet answering; `opened` will hold what it has open.

    settings: waitress's own. Raises OSError when the port cannot be used.
    """
    listening = create_server(wsgi, map=opened, **settings)
    for each in opened.values():
        if isinstance(each, BaseWSGIServer):
            each.channel_class = Channel
    return listening
