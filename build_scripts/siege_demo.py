"""The demo as `python -m app demo` runs it; its card provider hangs from SIGUSR1 until SIGUSR2."""

import signal
import sys
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app import server  # noqa: E402
from app.config import Config, data_folder, load  # noqa: E402
from app.factory import House  # noqa: E402

build = server.build


def obeying(config: Config) -> House:
    """The program, with its provider's faults in the hands of whoever sends signals."""
    house = build(config)
    faults = house.sandbox.faults

    def obey(number: int, frame: FrameType | None) -> None:
        if number == signal.SIGUSR1:
            faults.set("hang", None)
        else:
            faults.clear()

    for number in (signal.SIGUSR1, signal.SIGUSR2):
        signal.signal(number, obey)
    return house


def main() -> None:
    """Serve until told to stop."""
    server.build = obeying
    server.run(load(data_folder(), "demo"), print)


if __name__ == "__main__":
    main()
