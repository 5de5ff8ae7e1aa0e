"""The program as a process, seen from outside: what `bench.py` and `package.py` start, measure and stop."""

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
SOURCE = [sys.executable, "-m", "app", "demo"]
START_SECONDS = 60.0
STOP_SECONDS = 20.0
PDF = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n"
PERSONAL = {
    "step": 1,
    "fullName": "Amelia Hart",
    "phone": "0400 123 456",
    "address": "12 Forest Road, Hurstville",
    "preferredContact": "email",
}
PROJECT = {"step": 2, "serviceType": "planning_approvals", "projectType": "new_home", "projectValue": "1m_3m"}


def free_port() -> int:
    """A loopback port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Running:
    """`helios demo` on a data folder of its own; its log goes to `demo.log` there."""

    def __init__(self, command: list[str], folder: Path, port: int, cwd: Path = ROOT) -> None:
        self.command, self.folder, self.port, self.cwd = command, folder, port, cwd
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start; the seconds until the first answer. RuntimeError with the log when there is none."""
        around = {name: text for name, text in os.environ.items() if not name.startswith("HELIOS_")}
        settings = {
            "PORT": str(self.port),
            "HELIOS_DATA_DIR": str(self.folder / "data"),
            "HELIOS_ADDRESS_LIMITS": "off",
            "HELIOS_DEMO_PASSWORD": "bench-password",
        }
        began = time.perf_counter()
        with open(self.folder / "demo.log", "ab") as log:
            self._process = subprocess.Popen(
                self.command, cwd=self.cwd, env=around | settings, stdout=log, stderr=subprocess.STDOUT
            )
        while True:
            try:
                if fetch(self.port, "/api/health")[0] == 200:
                    return time.perf_counter() - began
            except OSError:
                time.sleep(0.005)
            if self._process.poll() is not None or time.perf_counter() - began > START_SECONDS:
                raise RuntimeError(f"it did not start:\n{self._log()}")

    def stop(self) -> None:
        """Ask it to end; RuntimeError when it takes too long or ends badly."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            code = process.wait(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise RuntimeError(f"it did not stop:\n{self._log()}") from None
        if code not in (0, -15):
            raise RuntimeError(f"it ended with code {code}:\n{self._log()}")

    @property
    def pid(self) -> int:
        """The process that runs now."""
        assert self._process is not None
        return self._process.pid

    def resident_bytes(self) -> int:
        """The memory that the process holds now (Linux)."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def _log(self) -> str:
        return (self.folder / "demo.log").read_text(encoding="utf-8", errors="replace")[-4000:]


def cpu_seconds(pid: int) -> float:
    """The processor time that a process has used so far (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def fetch(
    port: int, path: str, headers: dict[str, str] | None = None, body: bytes | None = None
) -> tuple[int, http.client.HTTPMessage, bytes]:
    """One request to this machine, POST when there is a body: status, headers, body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("POST" if body is not None else "GET", path, body, headers or {})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def book(port: int, email: str) -> str:
    """A whole booking with one document, paid with the test card; the payment's status as the browser sees it."""
    cookie = ""

    def call(path: str, body: bytes, kind: str, **more: str) -> dict[str, str]:
        nonlocal cookie
        headers = {"Content-Type": kind, "Cookie": cookie, **more}
        status, answered, text = fetch(port, path, headers, body)
        if status not in (200, 201):
            raise RuntimeError(f"{path}: {status} {text.decode(errors='replace')}")
        cookie = (answered.get("Set-Cookie") or cookie).partition(";")[0]
        told: dict[str, str] = json.loads(text)
        return told

    def post(path: str, **told: object) -> dict[str, str]:
        return call(path, json.dumps(told).encode(), "application/json")

    post("/api/bookings", **PERSONAL, email=email)
    post("/api/bookings", **PROJECT)
    part = b'--x\r\nContent-Disposition: form-data; name="file"; filename="Plan.pdf"\r\n\r\n' + PDF + b"\r\n--x--\r\n"
    call("/api/bookings/current/documents", part, "multipart/form-data; boundary=x")
    post("/api/bookings", step=3)
    started = post("/api/create-payment-intent", amount=250)
    card = {"number": "4242424242424242", "exp_month": "12", "exp_year": "34", "cvc": "123"}
    form = {"payment_method_data[type]": "card"} | {f"payment_method_data[card][{key}]": card[key] for key in card}
    call(
        f"/sandbox/v1/payment_intents/{started['paymentIntent']}/confirm",
        urlencode(form).encode(),
        "application/x-www-form-urlencoded",
        **{"Authorization": "Bearer pk_test_sandbox", "Sandbox-Client-Secret": started["clientSecret"]},
    )
    return post("/api/payments/settle", paymentIntent=started["paymentIntent"])["status"]
