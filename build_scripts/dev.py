"""`make dev`: rebuilds the pages when they change and restarts the demo when the server or the pages change."""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOOK_EVERY_SECONDS = 0.5


def changed_at(*folders: str) -> float:
    """The latest modification below the folders."""
    files = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    return max((path.stat().st_mtime for path in files if path.suffix != ".pyc"), default=0.0)


def main() -> None:
    """Run until interrupted."""
    builder = subprocess.Popen(["npm", "run", "--silent", "dev"], cwd=ROOT)
    server: subprocess.Popen[bytes] | None = None
    seen = 0.0
    try:
        while True:
            now = changed_at("app", "ui/dist")
            if now != seen and (ROOT / "ui/dist/manifest.json").exists():
                seen = now
                if server is not None:
                    server.terminate()
                    server.wait()
                server = subprocess.Popen([sys.executable, "-m", "app", "demo"], cwd=ROOT, env=os.environ)
            time.sleep(LOOK_EVERY_SECONDS)
    except KeyboardInterrupt:
        pass
    finally:
        for process in filter(None, (builder, server)):
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
