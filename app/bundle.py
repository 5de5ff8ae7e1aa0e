"""Serves the built site from memory, ahead of Flask: pages with the owner's facts in them, and hashed assets.

Pages are finished once at the start (a fact cannot change while the program runs), compressed and tagged, so that a
request costs a dictionary look-up.
"""

import gzip
import hashlib
import html
import json
import re
import sys
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import brotli

from app.errors import by_status

IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
EFFORT = 9  # of 9, in compressing pages: once per start, for every visitor
COMPRESSIBLE = re.compile(r"^(text/|application/(javascript|json|manifest\+json|xml)|image/svg\+xml)")
MARKER = re.compile(r"\{\{([A-Za-z0-9_.]+)\}\}")
FACTS_MARKER = "{{siteFacts}}"
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
DATA_START = '<script type="application/ld+json">'
# Everything that a page leaves to the server: a marker, a comment that keeps a place, a block of structured data.
PLACE = re.compile(
    rf"\{{\{{(?P<key>[A-Za-z0-9_.]+)\}}\}}|<!--[a-z-]+-->|{re.escape(DATA_START)}(?P<data>.*?)</script>", re.DOTALL
)
ADMIN_PATHS = ("/admin/login", "/admin/dashboard", "/admin/clients", "/admin/documents", "/admin/appointments")
POLICY = "Content-Security-Policy"
OPENER = "Cross-Origin-Opener-Policy"
NOT_LISTED = ("X-Robots-Tag", "noindex")
RANGE = re.compile(r"^bytes=([0-9]{0,18})-([0-9]{0,18})$")

Start = Callable[..., Any]


class BundleMissing(Exception):
    """The UI has not been built, or for another version of the program."""


@dataclass(frozen=True)
class Held:
    """One file ready to go: its bytes by content coding ('' is plain); style: the CSP source of a page's own rules."""

    codings: dict[str, bytes]
    type: str
    cache: str
    tag: str
    status: str = "200 OK"
    style: str = ""


def folder() -> Path:
    """ui/dist in the source tree or inside the packaged program."""
    base = Path(getattr(sys, "_MEIPASS", Path(__file__).resolve().parent.parent))
    return base / "ui" / "dist"


@dataclass(frozen=True)
class Filling:
    """What the server puts into the built pages.

    facts: marker -> text, for the pages and their `site-facts` block; data: further ones for structured data only;
    places: comment -> HTML in its place.
    """

    facts: Mapping[str, str]
    data: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)


def fill(page: str, filling: Filling) -> str:
    """A built page with the owner's facts in place of its markers; raises KeyError for a marker without a fact."""
    # One pass over the template: what a fact contains is never read as a marker again.
    return PLACE.sub(lambda match: _filled(match, filling), page)


def _filled(match: re.Match[str], filling: Filling) -> str:
    text = match.group()
    if text == FACTS_MARKER:
        return _script_json(dict(filling.facts))
    if text.startswith("<!--"):
        return filling.places.get(text, text)
    if text.startswith("<script"):
        known = {**filling.facts, **filling.data}
        return f"{DATA_START}{_script_json(_filled_data(json.loads(match['data']), known))}</script>"
    return html.escape(filling.facts[match["key"]], quote=True)


def _script_json(value: Any) -> str:
    # '<' cannot stand in a JSON block: it would end the script element.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _filled_data(value: Any, facts: Mapping[str, str]) -> Any:
    """Structured data with facts for its markers, without the properties that have nothing to say."""
    if isinstance(value, str):
        return MARKER.sub(lambda match: facts[match.group(1)], value)
    if isinstance(value, list):
        return [_filled_data(each, facts) for each in value]
    if isinstance(value, dict):
        filled = {name: _filled_data(each, facts) for name, each in value.items()}
        return {name: each for name, each in filled.items() if each != ""}
    return value


class Bundle:
    """Every file of the site by path."""

    def __init__(self, dist: Path, filling: Filling, texts: Mapping[str, tuple[str, str]]) -> None:
        """dist: the build; filling: what goes into its pages; texts: further files made here, path -> (type, text).

        Raises BundleMissing when there is no build, or one for another version.
        """
        manifest_path = dist / "manifest.json"
        if not manifest_path.exists():
            raise BundleMissing(f"The pages are not built ({manifest_path} is missing). Run `make build`.")
        manifest = json.loads(manifest_path.read_text(encoding="utf-8"))
        self.files: dict[str, Held] = {}
        for path, name in manifest["pages"].items():
            self.files[path] = _page((dist / name).read_text(encoding="utf-8"), filling)
        self.not_found = _page((dist / manifest["notFound"]).read_text(encoding="utf-8"), filling, "404 Not Found")
        shell = _page((dist / manifest["shells"]["admin"]).read_text(encoding="utf-8"), filling)
        for path in ADMIN_PATHS:
            self.files[path] = shell
        for path, entry in {**manifest["assets"], **manifest["files"]}.items():
            cache = IMMUTABLE if path in manifest["assets"] else "public, max-age=3600"
            self.files[path] = _file(dist / path.lstrip("/"), entry["type"], cache)
        for path, (kind, text) in texts.items():
            self.files[path] = _text(text.encode(), kind, REVALIDATE)

    def find(self, path: str) -> Held | None:
        """The file at a path, if the site has one."""
        return self.files.get(path)


def _compressed(body: bytes) -> dict[str, bytes]:
    codings = {"": body}
    for name, made in (("br", brotli.compress(body, quality=EFFORT)), ("gzip", gzip.compress(body, EFFORT, mtime=0))):
        if len(made) < len(body):
            codings[name] = made
    return codings


def _tag(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:24]


def _page(source: str, filling: Filling, status: str = "200 OK") -> Held:
    try:
        body = fill(source, filling).encode()
    except KeyError as error:
        raise BundleMissing(
            f"The pages were built for another version of the program (they ask for {error}). Run `make build`."
        ) from None
    own = STYLE.search(source)
    style = f"'sha256-{b64encode(hashlib.sha256(own[1].encode()).digest()).decode()}'" if own else ""
    return Held(_compressed(body), "text/html; charset=utf-8", REVALIDATE, _tag(body), status, style)


def _text(body: bytes, kind: str, cache: str) -> Held:
    return Held(_compressed(body), kind, cache, _tag(body))


def _file(path: Path, kind: str, cache: str) -> Held:
    body = path.read_bytes()
    codings = {"": body}
    if COMPRESSIBLE.match(kind):
        for name, ending in (("br", ".br"), ("gzip", ".gz")):
            made = path.with_name(path.name + ending)
            if made.exists():
                codings[name] = made.read_bytes()
    return Held(codings, kind, cache, _tag(body))


class Site:
    """The WSGI program in front of Flask: files for GET and HEAD, everything else passes through."""

    def __init__(self, bundle: Bundle, headers: Mapping[str, str], app: Any, known_host: Callable[[str], bool]) -> None:
        self.bundle, self.app, self.known_host = bundle, app, known_host
        self.headers = list(headers.items())
        pages = [*bundle.files.values(), bundle.not_found]
        # A page that is cut off from its opener begins in a new process, which a phone takes its time to start.
        # Public pages do without: no other site can read what is typed into them either way.
        public = {name: value for name, value in headers.items() if name != OPENER}
        self.headers_by_style = {style: _admitting(style, public) for style in {page.style for page in pages}}
        self.personal = [NOT_LISTED, (OPENER, headers[OPENER])]

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        path = environ["PATH_INFO"]
        if path.startswith(("/api/", "/sandbox/")) or not self.known_host(environ.get("HTTP_HOST", "")):
            return self.app(environ, start)
        method, held = environ["REQUEST_METHOD"], self.bundle.find(path)
        if method not in ("GET", "HEAD"):
            return self.app(environ, start) if held is None else self._refuse_method(start)
        if held is None:
            bare = path.rstrip("/")
            if bare != path and self.bundle.find(bare or "/") is not None and not path.startswith("//"):
                query = environ.get("QUERY_STRING")
                start(
                    "308 Permanent Redirect",
                    [*self.headers, ("Location", bare + (f"?{query}" if query else "")), ("Content-Length", "0")],
                )
                return []
            held = self.bundle.not_found
        return self._send(held, environ, start, method == "HEAD", path)

    def _refuse_method(self, start: Start) -> Iterable[bytes]:
        body = json.dumps(by_status(405).body()).encode()
        kind, length = ("Content-Type", "application/json"), ("Content-Length", str(len(body)))
        start("405 Method Not Allowed", [*self.headers, ("Allow", "GET, HEAD"), kind, length])
        return [body]

    def _send(self, held: Held, environ: dict[str, Any], start: Start, head_only: bool, path: str) -> Iterable[bytes]:
        coding = best_coding(environ.get("HTTP_ACCEPT_ENCODING", ""), held.codings)
        tag = f'"{held.tag}{"-" + coding if coding else ""}"'
        personal = (
            path.startswith(("/admin", "/client-portal", "/checkout", "/success")) or held is self.bundle.not_found
        )
        headers = [*self.headers_by_style[held.style], ("ETag", tag), ("Cache-Control", held.cache)]
        if personal:
            headers += self.personal
        if len(held.codings) > 1:
            headers.append(("Vary", "Accept-Encoding"))
        if held.status.startswith("200") and _matches(environ.get("HTTP_IF_NONE_MATCH"), tag):
            start("304 Not Modified", headers)
            return []
        body = held.codings[coding]
        headers.append(("Content-Type", held.type))
        if coding:
            headers.append(("Content-Encoding", coding))
        status = held.status
        if held.type.startswith("video/"):
            headers.append(("Accept-Ranges", "bytes"))
            wanted = environ.get("HTTP_RANGE")
            part = _part(wanted, len(body)) if wanted and environ.get("HTTP_IF_RANGE", tag) == tag else None
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


def _admitting(style: str, headers: Mapping[str, str]) -> list[tuple[str, str]]:
    """The headers, with a policy under which the page's own rules count too."""
    policy = headers[POLICY].replace("style-src 'self'", f"style-src 'self' {style}") if style else headers[POLICY]
    return list({**headers, POLICY: policy}.items())


def best_coding(accepted: str, held: Mapping[str, bytes]) -> str:
    """The smallest coding that both sides know; '' for plain."""
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, _, rest = part.strip().partition(";")
        weight = rest.strip().removeprefix("q=") if rest else "1"
        try:
            weights[name.strip()] = float(weight)
        except ValueError:
            weights[name.strip()] = 0.0
    for coding in ("br", "gzip"):
        if coding in held and weights.get(coding, weights.get("*", 0.0)) > 0:
            return coding
    return ""


def _matches(given: str | None, tag: str) -> bool:
    return given is not None and (
        given.strip() == "*" or tag in [each.strip().removeprefix("W/") for each in given.split(",")]
    )


def _part(wanted: str, size: int) -> tuple[int, int] | None:
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
