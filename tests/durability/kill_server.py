"""The real program as a process of its own, to be started, killed and looked at from outside."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "kill-test-password"
START_SECONDS = 120.0


class Server:
    """`helios demo` on a data folder; `entry` is what Python runs instead of the program itself."""

    def __init__(self, folder: Path, port: int, entry: tuple[str, ...] = ("-m", "app", "demo")) -> None:
        self.folder, self.port, self.entry = folder, port, entry
        self.log = folder.with_name(f"{folder.name}.log")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The process that runs now."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start, and return when it answers; AssertionError with its log when it does not."""
        self._process = self.spawn(self.port)
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            code = self._process.poll()
            assert code is None, f"the server ended with {code}:\n{self.tail()}"
            assert time.monotonic() < deadline, f"the server does not answer:\n{self.tail()}"
            time.sleep(0.02)

    def spawn(self, port: int) -> subprocess.Popen[bytes]:
        """One more process on the same folder, whether or not one runs there already."""
        settings = {
            "PORT": str(port),
            "HELIOS_DATA_DIR": str(self.folder),
            "HELIOS_ADDRESS_LIMITS": "off",
            "HELIOS_DEMO_PASSWORD": PASSWORD,
            "PYTHONPATH": str(ROOT),
        }
        around = {name: text for name, text in os.environ.items() if not name.startswith("HELIOS_")}
        with open(self.log, "ab") as log:
            return subprocess.Popen(
                [sys.executable, *self.entry], cwd=ROOT, env=around | settings, stdout=log, stderr=subprocess.STDOUT
            )

    def kill(self) -> None:
        """kill -9, wherever it is."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to stop, as a service manager would; kills it when it does not within 20 seconds."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.send_signal(how)
        try:
            process.wait(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise AssertionError(f"the server did not stop:\n{self.tail()}") from None

    def tail(self) -> str:
        """The end of its log."""
        return self.log.read_text(encoding="utf-8", errors="replace")[-4000:]

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/health", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False
