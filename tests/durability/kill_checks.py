"""Holding the server to its word: each check returns what is wrong, in sentences; an empty list is good."""

import hashlib
import json
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from kill_visitors import Refused, Visitor
from pysqlite3 import dbapi2 as sqlite3

from app import clock, db
from app.doctor.examination import examine
from tests import databases

COLUMNS = {
    "fullName": "full_name",
    "email": "email",
    "phone": "phone",
    "address": "address",
    "preferredContact": "preferred_contact",
    "serviceType": "service_type",
    "projectType": "project_type",
    "projectValue": "project_value",
    "message": "message",
    "step": "step",
}
REPEATED = {
    "clients": "SELECT lower(email), count(*) FROM clients GROUP BY 1 HAVING count(*) > 1",
    "payments": "SELECT order_id, count(*) FROM payments GROUP BY 1 HAVING count(*) > 1",
    "bookings": "SELECT address, count(*) FROM bookings GROUP BY 1 HAVING count(*) > 1",
    "letters": "SELECT kind, booking_id, count(*) FROM letters GROUP BY 1, 2 HAVING count(*) > 1",
    "credentials": "SELECT client_id, count(*) FROM letters WHERE kind = 'credentials' GROUP BY 1 HAVING count(*) > 1",
    "payment notes": "SELECT project_id, note, count(*) FROM project_history GROUP BY 1, 2 HAVING count(*) > 1",
}


class Books:
    """The data folder's databases, read from outside."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ours = databases.raw(folder)
        self._provider = sqlite3.connect(folder / "sandbox.sqlite3", timeout=10)

    def close(self) -> None:
        """Let go of both."""
        self._ours.close()
        self._provider.close()

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """From the program's database."""
        return list(self._ours.execute(query, values))

    def one(self, query: str, *values: Any) -> Any:
        """The single value of a query."""
        return self.rows(query, *values)[0][0]

    def charged(self) -> set[str]:
        """The intents for which the provider took money; a second charge of one is an error at once."""
        bodies = self._provider.execute("SELECT body FROM objects WHERE kind = 'charge'").fetchall()
        charges = [charge for charge in (json.loads(body) for (body,) in bodies) if charge["paid"]]
        intents = {str(charge["payment_intent"]) for charge in charges}
        assert len(intents) == len(charges), "an intent was charged twice"
        return intents

    def confirmed(self) -> set[str]:
        """The intents whose booking is confirmed."""
        joined = (
            "SELECT intent_id FROM payments p JOIN orders o ON o.id = p.order_id JOIN bookings b ON b.id = o.booking_id"
        )
        done = "b.status = 'confirmed' AND p.status = 'completed' AND o.state = 'paid' AND o.project_id = b.project_id"
        return {str(row[0]) for row in self.rows(f"{joined} WHERE {done}")}

    def undelivered(self) -> int:
        """How many webhooks are still to come."""
        return int(self._provider.execute("SELECT count(*) FROM events WHERE delivered_at IS NULL").fetchone()[0])

    def settled(self) -> bool:
        """Whether nothing is under way any more: webhooks delivered, charges confirmed, letters and sign-ins out."""
        waiting = self.one("SELECT count(*) FROM clients WHERE access_due_at IS NOT NULL")
        waiting += self.one("SELECT count(*) FROM letters WHERE status IN ('queued', 'sending')")
        return not waiting and not self.undelivered() and self.charged() == self.confirmed()


def after_the_kill(folder: Path, visitors: Iterable[Visitor]) -> list[str]:
    """What a dead server's folder lacks, read from a copy so that nobody but the next server repairs it."""
    with tempfile.TemporaryDirectory() as copy:
        databases.put(folder, Path(copy))
        for path in folder.glob("sandbox.sqlite3*"):
            if not path.name.endswith("-shm"):
                shutil.copy(path, copy)
        books = Books(Path(copy))
        found = examined(folder) + [problem for each in visitors for problem in kept(books, each, folder)]
        found += [
            f"{each.intent} was paid and is not confirmed"
            for each in visitors
            if each.paid and each.intent not in books.confirmed()
        ]
        books.close()
    return found


def examined(folder: Path) -> list[str]:
    """What the doctor finds, who repairs nothing."""
    db.connect(folder, read_only=True)
    found = examine(folder, clock.now(), thorough=True)
    db.close()
    return [str(each) for each in found]


def kept(books: Books, visitor: Visitor, folder: Path) -> list[str]:
    """What of a visitor's acknowledged steps is missing in the database and on the disk of `folder`."""
    if not visitor.told:
        return []
    wanted = {name: visitor.told[name] for name in COLUMNS if name in visitor.told}
    columns = ", ".join(COLUMNS[name] for name in wanted)
    found = books.rows(f"SELECT id, {columns} FROM bookings WHERE address = ?", visitor.told["address"])
    if len(found) != 1:
        return [f"{visitor.token}: {len(found)} bookings instead of one"]
    booking, *values = found[0]
    lost = [
        f"{visitor.token}: {name} is {value!r} instead of {wanted[name]!r}"
        for name, value in zip(wanted, values, strict=True)
        if value != wanted[name]
    ]
    rows = books.rows("SELECT id, sha256, stored_name FROM documents WHERE booking_id = ?", booking)
    known = {id_: (digest, name) for id_, digest, name in rows}
    for id_, digest in visitor.files.items():
        if known.get(id_, ("", ""))[0] != digest:
            lost.append(f"{visitor.token}: the document {id_} has no row")
    for id_, (digest, name) in known.items():
        path = folder / "documents" / name
        content = path.read_bytes() if path.exists() else b""
        if hashlib.sha256(content).hexdigest() != digest or digest not in visitor.offered:
            lost.append(f"{visitor.token}: the file of document {id_} is not what was sent")
    if visitor.intent and not books.rows(
        "SELECT 1 FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.intent_id = ? AND o.booking_id = ?",
        visitor.intent,
        booking,
    ):
        lost.append(f"{visitor.token}: the payment {visitor.intent} has no row")
    if visitor.charged and visitor.intent not in books.charged():
        lost.append(f"{visitor.token}: the provider forgot its charge")
    return lost


def seen(visitor: Visitor) -> list[str]:
    """What a visitor's own browser, with the cookie of before the crash, does not find any more."""
    if not visitor.told:
        return []
    draft = visitor.ask("GET", "/api/bookings/current")["booking"]
    if draft is None:
        done = visitor.ask("GET", "/api/bookings/confirmation")
        if done["state"] != "paid" or done["booking"]["email"] != visitor.email:
            return [f"{visitor.token}: neither a draft nor a confirmation, but {done['state']}"]
        enough = len(done["booking"]["files"]) >= len(visitor.files)
        return [] if enough else [f"{visitor.token}: files are missing from the confirmation"]
    lost = [
        f"{visitor.token} sees {draft[name]!r} as {name}" for name, told in visitor.told.items() if draft[name] != told
    ]
    listed = {file["id"] for file in draft["files"]}
    return lost + [f"{visitor.token} does not see document {id_}" for id_ in visitor.files if id_ not in listed]


def fetched(staff: Visitor, visitor: Visitor) -> list[str]:
    """Which of a visitor's documents staff cannot download as they were sent."""
    lost = []
    for id_, digest in visitor.files.items():
        try:
            content = staff.ask("GET", f"/api/admin/documents/{id_}/download")
        except Refused as refusal:
            lost.append(str(refusal))
            continue
        if hashlib.sha256(content).hexdigest() != digest:
            lost.append(f"document {id_} arrives changed")
    return lost


def consistent(books: Books) -> list[str]:
    """What is there twice, or without its counterpart, once everything has settled; the server may run."""
    found = examined(books.folder)
    for what, query in REPEATED.items():
        found += [f"{what} twice: {row}" for row in books.rows(query)]
    charged, confirmed = books.charged(), books.confirmed()
    if charged != confirmed:
        found.append(f"charged, not confirmed: {charged - confirmed}; confirmed, not charged: {confirmed - charged}")
    bookings = books.one("SELECT count(*) FROM bookings WHERE status = 'confirmed'")
    counts = {
        "projects": books.one("SELECT count(*) FROM projects"),
        "payments": books.one("SELECT count(*) FROM payments WHERE status = 'completed'"),
        "confirmations": books.one("SELECT count(*) FROM letters WHERE kind = 'booking_confirmed'"),
        "notices": books.one("SELECT count(*) FROM letters WHERE kind = 'staff_booking_notice'"),
    }
    found += [f"{count} {what} for {bookings} bookings" for what, count in counts.items() if count != bookings]
    clients = books.one("SELECT count(*) FROM clients")
    credentials = books.one("SELECT count(*) FROM letters WHERE kind = 'credentials'")
    if clients != credentials:
        found.append(f"{credentials} credentials for {clients} clients")
    if books.one("SELECT count(*) FROM letters") != len(list((books.folder / "letters").glob("*.eml"))):
        found.append("letters and their files differ in number")
    return found
