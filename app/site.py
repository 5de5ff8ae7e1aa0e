"""The site in front of Flask: pages and files out of the bundle, whole or in part, with their headers."""

import json
import re
import time
from collections.abc import Callable, Container, Iterable, Mapping
from functools import lru_cache
from typing import Any

from app.bundle import IMMUTABLE, Bundle, Held
from app.errors import by_status

POLICY, STYLES = "Content-Security-Policy", "style-src 'self'"
# Public pages tell the browser in a block of JSON which links it may prepare.
SCRIPTS, SPECULATION = "script-src 'self'", "'inline-speculation-rules'"
OPENER = "Cross-Origin-Opener-Policy"
NOT_LISTED = ("X-Robots-Tag", "noindex")
# For a proxy that keeps what is nobody's in particular (nginx, which does not pass it on): for so many seconds, or
# until the one that is named ends.
KEEP = "X-Accel-Expires"
RANGE = re.compile(r"^(?i:bytes)=([0-9]{0,18})-([0-9]{0,18})$")

# What is no page or file.
PROGRAMS, METRICS = ("/api/", "/sandbox/"), "/metrics"

Start = Callable[..., Any]


class Site:
    """The WSGI program in front of Flask: files for GET and HEAD, everything else passes through."""

    def __init__(
        self,
        made: Callable[[int], Bundle],
        minutes: Callable[[], int],
        headers: Mapping[str, str],
        app: Any,
        known_host: Callable[[str], bool],
        behind_proxy: bool = False,
    ) -> None:
        """made: the files for consultations of so many minutes, the one fact that staff change; minutes: how many.

        behind_proxy: one that may keep files with a name of their own for a day, other files and pages until the
        second ends.
        """
        self.kept_by_proxy = behind_proxy
        self.made, self.minutes, self.app, self.known_host = made, minutes, app, known_host
        self.policy, self.headers = headers[POLICY], list(headers.items())
        # A page that is cut off from its opener begins in a new process, which a phone takes its time to start.
        # Public pages do without: no other site can read what is typed into them either way.
        self.public = {name: value for name, value in headers.items() if name != OPENER}
        self.personal = [NOT_LISTED, (OPENER, headers[OPENER])]
        self.told = 0
        self.follow()

    def follow(self) -> None:
        """Fill the pages anew where another length of consultations holds than they tell of."""
        minutes = self.minutes()
        if minutes == self.told:
            return
        bundle = self.made(minutes)
        self.headers_by_policy = {
            page.own: list({**self.public, POLICY: self._policy(page)}.items())
            for page in (*bundle.files.values(), bundle.not_found)
        }
        self.bundle, self.told = bundle, minutes

    def _policy(self, page: Held) -> str:
        """The policy of a page, which admits its own rules, too."""
        policy = self.policy.replace(STYLES, f"{STYLES} {page.style}".rstrip())
        return policy.replace(SCRIPTS, f"{SCRIPTS} {SPECULATION}") if page.prepares_links else policy

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path.startswith(PROGRAMS) or path == METRICS or not self.known_host(environ.get("HTTP_HOST", "")):
            return self.app(environ, start)
        method, held = environ["REQUEST_METHOD"], self.bundle.find(path)
        if method not in ("GET", "HEAD"):
            if held is None:
                return self.app(environ, start)
            body = json.dumps(by_status(405).body()).encode()
            kind, length = ("Content-Type", "application/json"), ("Content-Length", str(len(body)))
            start("405 Method Not Allowed", [*self.headers, ("Allow", "GET, HEAD"), kind, length])
            return [body]
        if held is None:
            bare = path.rstrip("/")
            if bare == "/admin":
                start("302 Found", [*self.headers, ("Location", "/admin/dashboard"), ("Content-Length", "0")])
                return []
            if bare != path and self.bundle.find(bare or "/") is not None and not path.startswith("//"):
                query = environ.get("QUERY_STRING")
                start(
                    "308 Permanent Redirect",
                    [*self.headers, ("Location", bare + (f"?{query}" if query else "")), ("Content-Length", "0")],
                )
                return []
            held = self.bundle.not_found
        return self.send(held, environ, start, method == "HEAD", path)

    def send(self, held: Held, environ: dict[str, Any], start: Start, head_only: bool, path: str) -> Iterable[bytes]:
        """Answer with a file, whole or in part, unless the caller has it."""
        coding = best_coding(environ.get("HTTP_ACCEPT_ENCODING", ""), held.codings)
        tag = f'"{held.tag}{"-" + coding if coding else ""}"'
        personal = (
            path.startswith(("/admin", "/client-portal", "/checkout", "/success")) or held is self.bundle.not_found
        )
        headers = [*self.headers_by_policy[held.own], ("ETag", tag), ("Cache-Control", held.cache)]
        if personal:
            headers += self.personal
        elif self.kept_by_proxy:
            headers.append((KEEP, "86400" if held.cache == IMMUTABLE else f"@{int(time.time())}"))
        if len(held.codings) > 1:
            headers.append(("Vary", "Accept-Encoding"))
        if (known := environ.get("HTTP_IF_NONE_MATCH")) and held.status.startswith("200") and names(known, tag):
            start("304 Not Modified", headers)
            return []
        body = held.coded(coding)
        headers.append(("Content-Type", held.type))
        if coding:
            headers.append(("Content-Encoding", coding))
        status = held.status
        if held.type.startswith("video/"):
            headers.append(("Accept-Ranges", "bytes"))
            wanted = environ.get("HTTP_RANGE")
            part = byte_range(wanted, len(body)) if wanted and environ.get("HTTP_IF_RANGE", tag) == tag else None
            if part == (0, 0):
                start(
                    "416 Range Not Satisfiable",
                    [*headers, ("Content-Range", f"bytes */{len(body)}"), ("Content-Length", "0")],
                )
                return []
            if part is not None:
                first, end = part
                status = "206 Partial Content"
                headers.append(("Content-Range", f"bytes {first}-{end - 1}/{len(body)}"))
                body = body[first:end]
        headers.append(("Content-Length", str(len(body))))
        start(status, headers)
        return [] if head_only else [body]


def names(known: str, tag: str) -> bool:
    """Whether an If-None-Match header names a tag."""
    tags = [each.strip().removeprefix("W/") for each in known.split(",")]
    return tag in tags or tags == ["*"]


def best_coding(accepted: str, held: Container[str]) -> str:
    """The smallest coding that both sides know; '' for plain."""
    return next((coding for coding in accepted_codings(accepted) if coding in held), "")


@lru_cache(maxsize=64)  # browsers send few different ones
def accepted_codings(accepted: str) -> tuple[str, ...]:
    """Those of ours that an Accept-Encoding header takes, the smallest first."""
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, _, rest = part.strip().partition(";")
        weight = rest.strip().removeprefix("q=") if rest else "1"
        try:
            weights[name.strip()] = float(weight)
        except ValueError:
            weights[name.strip()] = 0.0
    return tuple(coding for coding in ("br", "gzip") if weights.get(coding, weights.get("*", 0.0)) > 0)


def byte_range(wanted: str, size: int) -> tuple[int, int] | None:
    """One byte range as (first, end); None to send everything, (0, 0) when it lies outside."""
    match = RANGE.match(wanted.strip())
    if match is None or match.group(1) == match.group(2) == "":
        return None
    first, last = match.groups()
    if first == "":
        return (0, 0) if int(last) == 0 else (max(0, size - int(last)), size)
    begin = int(first)
    end = min(int(last) + 1, size) if last else size
    if begin >= size:
        return (0, 0)
    return (begin, end) if end > begin else None
