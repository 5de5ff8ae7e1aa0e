"""The shipped nginx configuration in front of a program, and a visitor who comes through it over TLS."""

import http.client
import json
import re
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any

from bench_nginx import installed
from running import ROOT, free_port

AROUND = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    add_header X-Kept $upstream_cache_status always;
    include {folder}/site.conf;
}}
"""


@dataclass
class Answer:
    """What came back; `kept`: how nginx came by it."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def kept(self) -> str:
        """HIT, MISS, EXPIRED, REVALIDATED ...; '' where nothing is kept."""
        return self.headers.get("X-Kept") or ""


@dataclass
class Browser:
    """A visitor who comes over TLS and keeps cookies."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, path: str, method: str = "GET", body: Any = None, **headers: str) -> Answer:
        """Ask nginx for a path."""
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        connection = http.client.HTTPSConnection("localhost", self.port, timeout=60, context=context)
        sent = {"Host": f"localhost:{self.port}", "Accept-Encoding": "gzip, deflate, br", **headers}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body is not None:
            sent |= {"Content-Type": "application/json", "Origin": f"https://localhost:{self.port}"}
        try:
            connection.request(method, path, json.dumps(body) if body is not None else None, sent)
            answer = connection.getresponse()
            found = Answer(answer.status, answer.headers, answer.read())
        finally:
            connection.close()
        for line in found.headers.get_all("Set-Cookie") or []:
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        return found


@contextmanager
def nginx(work: Path, port: int, upstream: int, shipped: Path = ROOT / "deploy" / "nginx.conf") -> Iterator[None]:
    """nginx as it is shipped, for https://localhost:port, with a certificate of its own; `upstream`: the program's."""
    program = installed()
    assert program is not None, "sh build_scripts/ensure_tools.sh fetches nginx"
    _configure(work, port, upstream, shipped)
    process = subprocess.Popen([program, "-p", work, "-c", work / "nginx.conf", "-e", work / "error.log"])
    try:
        _listening(port, process)
        yield
    finally:
        process.terminate()
        process.wait()


def _configure(work: Path, port: int, upstream: int, shipped: Path) -> None:
    site = shipped.read_text(encoding="utf-8")
    site = re.sub(r"\n +listen \[::\].*;", "", site)
    changes = {
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "listen 443 ": f"listen 127.0.0.1:{port} ",
        "/var/cache/nginx/helios": f"{work}/cache",
        "/etc/letsencrypt/live/www.example.com": str(work),
        "server 127.0.0.1:8000;": f"server 127.0.0.1:{upstream};",
        "www.example.com example.com": "localhost",
        "www.example.com": "localhost",
    }
    for old, new in changes.items():
        assert old in site, old
        site = site.replace(old, new)
    (work / "site.conf").write_text(site, encoding="utf-8")
    (work / "nginx.conf").write_text(AROUND.format(folder=work), encoding="utf-8")
    make = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
    subprocess.run(
        [*make.split(), "-keyout", "privkey.pem", "-out", "fullchain.pem"], cwd=work, check=True, capture_output=True
    )


def _listening(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait until somebody listens there."""
    until = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert process.poll() is None and time.monotonic() < until, "nginx does not start"
            time.sleep(0.02)
