"""The home page from memory, whole and unchanged, next to bare waitress and nginx with the same bytes and headers."""

import contextlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping

from bench_contest import (
    CONNECTIONS,
    HERE,
    Figures,
    Load,
    Row,
    Server,
    at_least,
    at_most,
    compete,
    get,
    middle,
    ratio,
    wait_for,
)
from bench_nginx import installed, nginx
from running import fetch, free_port

PAGE = "/"
ROUNDS = 21  # the goal is near to what is measured, so that the machine's noise must be kept small
NO_NGINX = "nginx is not installed (Debian: apt-get install nginx)"


def page_rows(server: Server) -> list[Row]:
    """Requests per second, the slowest hundredth, processor time; for the page and for its 304."""
    _, received, body = fetch(server.port, PAGE, {"Accept-Encoding": "gzip"})
    headers = dict(received.items())
    program = installed()
    with contextlib.ExitStack() as contenders:
        servers = {"ours": server, "waitress": contenders.enter_context(bare_waitress(headers, body))}
        if program:
            servers["nginx"] = contenders.enter_context(nginx(program, headers, body))
        for each in servers.values():
            _same(each, headers, body)
        whole = {name: Load(each, [[get(PAGE)]] * CONNECTIONS) for name, each in servers.items()}
        again = {name: Load(each, [[_again(each)]] * CONNECTIONS, status=304) for name, each in servers.items()}
        figures, figures_again = compete(whole, ROUNDS), compete(again, ROUNDS)
    return [*_rows(f"GET {PAGE}", figures), *_rows(f"GET {PAGE}, unchanged (304)", figures_again)]


def _again(server: Server) -> str:
    """The request of a browser that has the page already."""
    _, received, _ = fetch(server.port, PAGE, {"Accept-Encoding": "gzip"})
    return get(PAGE, f"If-None-Match: {received['ETag']}")


def _same(server: Server, headers: Mapping[str, str], body: bytes) -> None:
    """RuntimeError when a contender does not answer with the same bytes and headers (tags are each one's own)."""
    _, received, got = fetch(server.port, PAGE, {"Accept-Encoding": "gzip"})
    left_out = {"date", "server", "etag", "last-modified", "connection", "via"}
    wanted, sent = (
        {(name.lower(), value) for name, value in told.items() if name.lower() not in left_out}
        for told in (headers, received)
    )
    if got != body or wanted != sent:
        raise RuntimeError(f"port {server.port} answers differently: {sorted(wanted ^ sent)}")


def _rows(title: str, figures: dict[str, list[Figures]]) -> list[Row]:
    ours, bare = figures["ours"], figures["waitress"]
    slowest = middle(ours, "p99")
    within = f"{slowest:.1f} ms  (bare waitress {middle(bare, 'p99'):.1f} ms)"
    share = ratio(ours, bare, "per_second")
    rows = [
        Row(title, f"{middle(ours, 'per_second'):,.0f} per second"),
        at_most("  99 of 100 within", within, slowest, 50),
        at_least("  of bare waitress", f"{share:.2f}  ({middle(bare, 'per_second'):,.0f} per second)", share, 0.85),
        Row("  processor time per answer", f"{middle(ours, 'cpu'):.3f} ms  (bare {middle(bare, 'cpu'):.3f} ms)"),
    ]
    served = figures.get("nginx")
    if served is None:
        return [*rows, Row("  of nginx", NO_NGINX)]
    share = ratio(ours, served, "per_second")
    told = f"at most {share:.2f}  (at least {middle(served, 'per_second'):,.0f} per second, the load generator's limit)"
    cost = f"{middle(served, 'cpu'):.3f} ms, 99 of 100 within {middle(served, 'p99'):.1f} ms"
    return [*rows, Row("  of nginx", told), Row("  nginx's processor time per answer", cost)]


@contextlib.contextmanager
def bare_waitress(headers: Mapping[str, str], body: bytes) -> Iterator[Server]:
    """Bare waitress serving those bytes under those headers, and a 304 to whoever names the tag."""
    with tempfile.NamedTemporaryFile() as file:
        # What waitress writes itself is left to it.
        sent = [[name, value] for name, value in headers.items() if name not in ("Date", "Via", "Server")]
        file.write(json.dumps(sent).encode() + b"\n" + body)
        file.flush()
        port = free_port()
        process = subprocess.Popen([sys.executable, str(HERE / "bench_bare.py"), "serve", str(port), file.name])
        try:
            wait_for(port, process)
            yield Server(port, process.pid)
        finally:
            process.terminate()
            process.wait()
