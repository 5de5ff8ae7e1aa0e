"""A server's writers without the server: threads that write numbers and say so once these are kept; and switches.

copy_writer.py FOLDER ACKNOWLEDGED SECONDS: the file holds one line "thread number" for each acknowledged row.
"""

import sys
import threading
import time
from pathlib import Path

from app import db, holding
from app.durable import appear

THREADS, DOCUMENT_EACH = 4, 10
TABLE = "CREATE TABLE IF NOT EXISTS copied (thread INTEGER, number INTEGER, pad TEXT, PRIMARY KEY (thread, number))"


def document_of(folder: Path, number: int) -> Path:
    """The document that goes with a number of the first thread; one in DOCUMENT_EACH has one."""
    return folder / "documents" / f"{number % 7:02d}" / f"{number}.pdf"


def content_of(number: int) -> bytes:
    """What is in the document of a number."""
    return f"{number}\n".encode() * (2000 + number % 5000)


def write(thread: int, folder: Path, acknowledged: Path) -> None:
    """Write numbers for ever, each a little bigger than the last, from where it ended; a document before its row."""
    (before,) = db.database.execute_sql("SELECT max(number) FROM copied WHERE thread = ?", (thread,)).fetchone()
    with open(acknowledged, "ab", buffering=0) as told:
        for number in range((before or 0) + 1, 10**9):
            # Whoever was killed between a document and its row has left the document.
            if thread == 0 and number % DOCUMENT_EACH == 0 and not (path := document_of(folder, number)).exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                appear(path, [content_of(number)])
            with db.write():
                row = thread, number, "x" * (number % 300)
                db.database.execute_sql("INSERT INTO copied VALUES (?, ?, ?)", row)
                # Pages that were written before are written again.
                db.database.execute_sql("UPDATE copied SET pad = pad || 'y' WHERE thread = ? AND number = 1", (thread,))
            told.write(f"{thread} {number}\n".encode())


def main() -> None:
    """Write until killed, and switch every so often."""
    folder, acknowledged, seconds = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
    holding.lock_folder(folder)
    db.connect(folder)
    with db.write():
        db.database.execute_sql(TABLE)
    for thread in range(THREADS):
        threading.Thread(target=write, args=(thread, folder, acknowledged), daemon=True).start()
    print("writing", flush=True)
    while True:
        time.sleep(seconds)
        db.switch()


if __name__ == "__main__":
    main()
