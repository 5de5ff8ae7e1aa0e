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
    Load,
    Outcome,
    Row,
    Server,
    at_least,
    at_most,
    compete,
    get,
    wait_for,
)
from bench_nginx import installed, nginx
from running import fetch, free_port

PAGE = "/"
# The goal is near to what is measured: many short turns keep the machine's noise out of the ratio.
ROUNDS, SLICE_SECONDS = 121, 0.1
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
        figures, figures_again = (compete(each, ROUNDS, SLICE_SECONDS) for each in (whole, again))
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


def _rows(title: str, outcomes: dict[str, Outcome]) -> list[Row]:
    ours, bare, served = outcomes["ours"], outcomes["waitress"], outcomes.get("nginx")
    share = ours.ratio(bare, "per_second")
    rows = [
        Row(title, f"{ours.middle('per_second'):,.0f} per second"),
        at_most("  99 of 100 within", f"{ours.p99:.1f} ms  (bare waitress {bare.p99:.1f} ms)", ours.p99, 50),
        at_least("  of bare waitress", f"{share:.2f}  ({bare.middle('per_second'):,.0f} per second)", share, 0.9),
        Row("  processor time per answer", f"{ours.middle('cpu'):.3f} ms  (bare {bare.middle('cpu'):.3f} ms)"),
    ]
    if served is None:
        return [*rows, Row("  of nginx", NO_NGINX)]
    share = ours.ratio(served, "per_second")
    told = f"at most {share:.2f}  (at least {served.middle('per_second'):,.0f} per second, the load generator's limit)"
    cost = f"{served.middle('cpu'):.3f} ms, 99 of 100 within {served.p99:.1f} ms"
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
