"""Where a test's documents live, and how a browser sends one."""

import os
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from app.documents import actions, disk, rules
from app.documents.models import Document
from app.generations import FOLDER

NOW = datetime(2026, 5, 12, 0, 0, tzinfo=UTC)
STAMP = "2026-05-12T00:00:00.000000Z"


@dataclass
class Archive:
    """Where a test's documents live, and short words for what tests do with them."""

    root: Path
    booking_id: int = 1
    project_id: int = 1
    before: dict[str, tuple[int, str]] = field(default_factory=dict)

    @property
    def folder(self) -> Path:
        return self.root / "data" / "documents"

    def store(self, content: bytes, name: str = "plan.pdf", **options: Any) -> Document:
        """Store for the booking as a visitor, unless `options` say otherwise."""
        if "project_id" not in options:
            options.setdefault("booking_id", self.booking_id)
        settings: dict[str, Any] = {
            "uploaded_by": rules.Uploader.VISITOR,
            "accepted": rules.BOOKING_EXTENSIONS,
            "now": NOW,
            **options,
        }
        return actions.store(self.folder, BytesIO(content), name, **settings)

    def tree(self) -> dict[str, tuple[int, str]]:
        """Every file below the test's root but the database's own: path -> size and digest."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            if path.is_file() and path.parent.name != FOLDER:
                data = path.read_bytes()
                found[path.relative_to(self.root).as_posix()] = (len(data), sha256(data).hexdigest())
        return found

    def files(self) -> list[str]:
        """The stored names of all files in the documents folder that nobody set aside."""
        names = [name.removeprefix("data/documents/") for name in self.tree() if "/documents/" in name]
        return [name for name in names if not name.startswith(disk.SET_ASIDE)]

    def set_aside(self) -> list[str]:
        """The names of the files that a sweep set aside."""
        return sorted(path.name for path in (self.folder / disk.SET_ASIDE).glob("*/*"))

    def age(self, stored_name: str, moment: datetime = NOW - timedelta(hours=2)) -> None:
        """Let a file have been written long ago: while rows were still made, in the tests' time."""
        os.utime(self.folder / stored_name, (moment.timestamp(),) * 2)

    def rows(self) -> list[Document]:
        return list(Document.select().order_by(Document.id))


def multipart(content: bytes, raw_name: bytes, part: str = "file") -> dict[str, Any]:
    """A request as a browser sends it, with the name's bytes as they are."""
    boundary = "----" + os.urandom(12).hex()
    body = b'--%b\r\nContent-Disposition: form-data; name="%b"; filename="%b"\r\nContent-Type: text/html\r\n\r\n'
    data = body % (boundary.encode(), part.encode(), raw_name) + content + b"\r\n--%b--\r\n" % boundary.encode()
    return {"data": data, "content_type": f"multipart/form-data; boundary={boundary}"}
