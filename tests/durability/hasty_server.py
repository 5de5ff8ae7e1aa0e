"""The program with one promise broken, for the control: an upload is acknowledged before its row is written."""

import io
import itertools
import threading
from pathlib import Path
from typing import Any

from app.__main__ import main
from app.documents import actions
from app.documents.models import Document

LATE_SECONDS = 60
store = actions.store
numbers = itertools.count(1_000_000)


def hasty(folder: Path, stream: Any, raw_name: str, **rest: Any) -> Document:
    """As `store`, but the answer leaves first."""
    body = stream.read()
    threading.Timer(LATE_SECONDS, store, (folder, io.BytesIO(body), raw_name), rest).start()
    return Document(
        id=next(numbers),
        file_name=raw_name,
        file_size=len(body),
        file_type="application/pdf",
        document_type="other",
        uploaded_by=rest["uploaded_by"],
        uploaded_at=rest["now"],
    )


if __name__ == "__main__":
    actions.store = hasty
    main(["demo"])
