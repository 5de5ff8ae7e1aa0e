"""What besieges the demo: slow clients, a provider that hangs, hostile paths, uploads."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from running import Running, fetch
from siege_visitors import HERE
from visiting import PDF, Visit

HOSTILE, UPLOADS, PAYERS, AT_ONCE = 3000, 300, 20, 8
UPLOAD_BYTES = 1_000_000
PAY_AGAIN_SECONDS = 1.0
BYTES = [
    "%00",
    "%2e%2e%2f",
    "..%5c",
    "%ff%fe",
    "%c0%af",
    "%0d%0aX:1",
    "'--",
    "<script>",
    "{{7*7}}",
    "$(id)",
    "%25",
    "|",
]
ROOTS = ["/", "/api/", "/api/projects/", "/assets/", "/admin/", "/api/admin/documents/", "/sandbox/v1/payment_intents/"]
NAMES = ["etc/passwd", ".git/config", "wp-login.php", "1", "99999999999999999999", "-1", "config.toml", "a" * 4000]


def slow_clients(port: int, kind: str, count: int, seconds: float, path: str) -> None:
    """The clients of that kind, in a process of their own."""
    command = [sys.executable, str(HERE / "siege_attacks.py"), kind, str(count), str(port), str(seconds), path]
    subprocess.run(command, check=True)


def hang(program: Running, payers: list[Visit], seconds: float) -> None:
    """The card provider hangs while visitors try to pay, over and over."""
    ends = time.monotonic() + seconds

    def pay(visit: Visit) -> None:
        headers = {"Cookie": visit.cookie, "Content-Type": "application/json"}
        while time.monotonic() < ends:
            with suppress(OSError):
                fetch(program.port, "/api/create-payment-intent", headers, json.dumps({"amount": 250}).encode())
            time.sleep(PAY_AGAIN_SECONDS)

    os.kill(program.pid, signal.SIGUSR1)
    paying = [threading.Thread(target=pay, args=(visit,)) for visit in payers]
    for each in paying:
        each.start()
    for each in paying:
        each.join()
    os.kill(program.pid, signal.SIGUSR2)


def hostile(port: int) -> None:
    """Paths that nobody honest asks for; RuntimeError when one is an error on the server's side."""
    paths = [f"{root}{name}{odd}" for root in ROOTS for name in NAMES for odd in ["", *BYTES]]
    wanted = [paths[number % len(paths)] + "/" * (number // len(paths)) for number in range(HOSTILE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        statuses = list(pool.map(lambda path: fetch(port, path)[0], wanted))
    if max(statuses) >= 500:
        raise RuntimeError(f"{wanted[statuses.index(max(statuses))]!r} was answered with {max(statuses)}")


def upload(port: int, number: int) -> None:
    """A visitor who begins a draft and adds a file."""
    visit = Visit(port)
    visit.send("POST", "/api/bookings", step=1, fullName="Ann Lee", phone="0400 123 456", email=f"a{number}@b.example",
               address="1 High Street, Hurstville", preferredContact="email")  # fmt: skip
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="Plan.pdf"\r\n\r\n'
    body = head + PDF + b"\n%" + bytes(48 for _ in range(UPLOAD_BYTES)) + b"\n%%EOF\n\r\n--x--\r\n"
    form = {"Content-Type": "multipart/form-data; boundary=x"}
    visit.call("POST", "/api/bookings/current/documents", body, form)


def uploads(port: int) -> None:
    """Uploads from many visitors, several at once."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(partial(upload, port), range(UPLOADS)))


def payer(port: int, number: int) -> Visit:
    """A visitor who is about to pay."""
    visit = Visit(port)
    visit.prepare(f"payer{number}@example.com")
    return visit


def largest_asset(port: int) -> str:
    """The largest script that the first page names."""
    _, _, page = fetch(port, "/")
    found = set(re.findall(r'/assets/[^" ]+\.js', page.decode()))
    return max(found, key=lambda path: len(fetch(port, path)[2]))
