"""kill -9 at each step of an upload: either there is a whole document, or the sweep clears away what is left."""

import os
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from document_archive import Archive

from app import clock, db
from app.documents import actions, sweeping

CHILD = """
import os, signal, sys
from io import BytesIO
from pathlib import Path
from app import clock, db
from app.documents import actions, content, disk, rules

def die(*_, **__):
    os.kill(os.getpid(), signal.SIGKILL)

data, step = Path(sys.argv[1]), sys.argv[2]
db.connect(data)
place, name = {
    "writing": (os, "fsync"),
    "checking": (content, "problem"),
    "naming": (os, "link"),
    "named": (disk, "sync_folder"),
    "row": (actions, "write"),
    "done": (db, "close"),
}[step]
setattr(place, name, die)
actions.store(data / "documents", BytesIO(b"%PDF-1.4" + bytes(500000) + b"%%EOF"), "plan.pdf", booking_id=1,
              uploaded_by=rules.Uploader.VISITOR, accepted=rules.BOOKING_EXTENSIONS, now=clock.now())
db.close()
"""


@pytest.mark.parametrize(
    ("step", "left"),
    [
        ("writing", sweeping.Swept(1, 0)),
        ("checking", sweeping.Swept(1, 0)),
        ("naming", sweeping.Swept(1, 0)),
        ("named", sweeping.Swept(1, 1)),
        ("row", sweeping.Swept(1, 1)),
        ("done", sweeping.Swept(0, 0)),
    ],
)
def test_a_killed_upload_is_whole_or_swept(archive: Archive, step: str, left: sweeping.Swept) -> None:
    db.close()
    killed = subprocess.run(
        [sys.executable, "-c", CHILD, str(archive.root / "data"), step],
        env={**os.environ, "PYTHONPATH": str(Path(actions.__file__).parents[2])},
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    whole = 1 if step == "done" else 0
    assert len(archive.rows()) == whole and len({name.removesuffix(".part") for name in archive.files()}) == 1
    assert actions.faults(archive.folder) == []
    assert sweeping.sweep(archive.folder, clock.now()) == sweeping.Swept(0, 0)
    assert sweeping.sweep(archive.folder, clock.now() + timedelta(hours=2)) == left
    assert len(archive.files()) == whole
    assert actions.faults(archive.folder) == []
