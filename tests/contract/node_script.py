"""The browser's own modules, run by Node: bundled from TypeScript as the site's build does it."""

import json
import subprocess
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


def run(source: str, folder: Path, told: Any = None) -> Any:
    """The JSON that `source` (a module in the project's root) prints; it reads `told` as JSON from its input."""
    script = folder / "script.mjs"
    bundle = ["node_modules/.bin/esbuild", "--bundle", "--platform=node", "--format=esm", "--log-level=error"]
    subprocess.run([*bundle, f"--outfile={script}"], cwd=ROOT, input=source, text=True, check=True)
    done = subprocess.run(
        ["node", str(script)], input=json.dumps(told), capture_output=True, text=True, check=True, encoding="utf-8"
    )
    return json.loads(done.stdout)
