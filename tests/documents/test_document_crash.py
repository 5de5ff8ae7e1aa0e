"""kill -9 at each step of an upload: either there is a whole document, or the sweep removes what is left."""

import os
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from document_archive import Archive

from app import clock, db
from app.documents import actions

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
    "renaming": (os, "rename"),
    "renamed": (disk, "sync_folder"),
    "row": (actions, "write"),
    "done": (db, "close"),
}[step]
setattr(place, name, die)
actions.store(data / "documents", BytesIO(b"%PDF-1.4" + bytes(500000)), "plan.pdf", booking_id=1,
              uploaded_by=rules.Uploader.VISITOR, accepted=rules.BOOKING_EXTENSIONS, now=clock.now())
db.close()
"""


@pytest.mark.parametrize(
    ("step", "left"),
    [
        ("writing", actions.Swept(1, 0)),
        ("checking", actions.Swept(1, 0)),
        ("renaming", actions.Swept(1, 0)),
        ("renamed", actions.Swept(0, 1)),
        ("row", actions.Swept(0, 1)),
        ("done", actions.Swept(0, 0)),
    ],
)
def test_a_killed_upload_is_whole_or_swept(archive: Archive, step: str, left: actions.Swept) -> None:
    db.close()
    killed = subprocess.run(
        [sys.executable, "-c", CHILD, str(archive.root / "data"), step],
        env={**os.environ, "PYTHONPATH": str(Path(actions.__file__).parents[2])},
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL
    whole = 1 if step == "done" else 0
    assert len(archive.rows()) == whole and len(archive.files()) == 1
    assert actions.missing(archive.folder) == []
    assert actions.sweep(archive.folder, clock.now()) == actions.Swept(0, 0)
    assert actions.sweep(archive.folder, clock.now() + timedelta(hours=2)) == left
    assert len(archive.files()) == whole
    assert actions.missing(archive.folder) == []
