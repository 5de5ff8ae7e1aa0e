"""The program as a process, seen from outside: what the bench and the package's trial start, measure and stop."""

import http.client
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = [sys.executable, "-m", "app", "demo"]
PASSWORD = "bench-password"  # of the demo's accounts
START_SECONDS = 120.0
STOP_SECONDS = 60.0


# Below those that systems give to whoever asks for any port (Linux from 32768 on, others from 49152): one of these
# stays free until it is needed, and between a program's end and its next start.
PORTS = range(12_000, 32_000)


def free_port() -> int:
    """A loopback port that nobody listens on, and that nobody gets who does not ask for it."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Running:
    """`helios demo` on a data folder of its own; its log goes to `demo.log` there.

    environ: what the process finds around it; HELIOS_* variables are left out.
    """

    def __init__(
        self, command: list[str], folder: Path, port: int, cwd: Path = ROOT, environ: Mapping[str, str] = os.environ
    ) -> None:
        self.command, self.folder, self.port, self.cwd, self.environ = command, folder, port, cwd, environ
        self._process: subprocess.Popen[bytes] | None = None
        self.loaded_after = 0.0  # seconds, of the last start

    def start(self) -> float:
        """Start, until all of it is loaded; the seconds until the first answer, a page. RuntimeError with the log when
        there is none."""
        began = time.perf_counter()
        process = self._spawn()
        first = self._wait_for("/", process, began)
        self.loaded_after = self._wait_for("/api/health", process, began)
        return first

    def _wait_for(self, path: str, process: subprocess.Popen[bytes], began: float) -> float:
        while True:
            try:
                if fetch(self.port, path)[0] == 200:
                    return time.perf_counter() - began
            except OSError:
                time.sleep(0.005)
            if process.poll() is not None or time.perf_counter() - began > START_SECONDS:
                raise RuntimeError(f"it did not start:\n{self._log()}")

    def refused(self) -> float:
        """Start where another one runs; the seconds until it has ended. RuntimeError when it ends well."""
        began = time.perf_counter()
        process = self._spawn()
        try:
            code = process.wait(timeout=START_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise RuntimeError("a second one runs on the same folder") from None
        if code == 0:
            raise RuntimeError("a second one ended as if all were well")
        return time.perf_counter() - began

    def _spawn(self) -> subprocess.Popen[bytes]:
        around = {name: text for name, text in self.environ.items() if not name.startswith("HELIOS_")}
        settings = {
            "PORT": str(self.port),
            "HELIOS_DATA_DIR": str(self.folder / "data"),
            "HELIOS_ADDRESS_LIMITS": "off",
            "HELIOS_DEMO_PASSWORD": PASSWORD,
        }
        with open(self.folder / "demo.log", "ab") as log:
            self._process = subprocess.Popen(
                self.command, cwd=self.cwd, env=around | settings, stdout=log, stderr=subprocess.STDOUT
            )
        return self._process

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
    port: int, path: str, headers: dict[str, str] | None = None, body: bytes | None = None, method: str = ""
) -> tuple[int, http.client.HTTPMessage, bytes]:
    """One request to this machine, POST when there is a body unless it says otherwise: status, headers, body."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request(method or ("GET" if body is None else "POST"), path, body, headers or {})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()
