"""A server's writers without the server: threads that write numbers and say so once these are kept; and switches.

copy_writer.py FOLDER ACKNOWLEDGED SECONDS: the file holds one line "thread number" for each acknowledged row.
"""

import sys
import threading
import time
from pathlib import Path

from app import db, holding

THREADS = 4
TABLE = "CREATE TABLE IF NOT EXISTS copied (thread INTEGER, number INTEGER, pad TEXT, PRIMARY KEY (thread, number))"


def write(thread: int, acknowledged: Path) -> None:
    """Write numbers for ever, each a little bigger than the last, from where it ended."""
    (before,) = db.database.execute_sql("SELECT max(number) FROM copied WHERE thread = ?", (thread,)).fetchone()
    with open(acknowledged, "ab", buffering=0) as told:
        for number in range((before or 0) + 1, 10**9):
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
        threading.Thread(target=write, args=(thread, acknowledged), daemon=True).start()
    print("writing", flush=True)
    while True:
        time.sleep(seconds)
        db.switch()


if __name__ == "__main__":
    main()
