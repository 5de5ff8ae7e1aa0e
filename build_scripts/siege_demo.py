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
from app.site import Site  # noqa: E402

build = server.build
houses: list[House] = []


def remembering(config: Config, front: Site) -> House:
    """The program, kept for whoever sends signals."""
    houses.append(build(config, front))
    return houses[-1]


def obey(number: int, frame: FrameType | None) -> None:
    """Have the provider hang, or answer again."""
    for house in houses:
        if number == signal.SIGUSR1:
            house.sandbox.faults.set("hang", None)
        else:
            house.sandbox.faults.clear()


def main() -> None:
    """Serve until told to stop."""
    for number in (signal.SIGUSR1, signal.SIGUSR2):
        signal.signal(number, obey)
    server.build = remembering
    server.run(load(data_folder(), "demo"), print)


if __name__ == "__main__":
    main()
