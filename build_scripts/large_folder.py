"""A practice's many years: the rows of a large data folder, written beside those that are there."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from running import ROOT

sys.path.insert(0, str(ROOT))

from pysqlite3 import dbapi2 as sqlite3

from app import db


class Size(NamedTuple):
    """How many rows there are of each; every appointment is a project's, with its order, payment and invoice."""

    clients: int = 20_000
    appointments: int = 40_000
    documents: int = 60_000
    messages: int = 60_000
    letters: int = 200_000
    audit_log: int = 200_000


LARGE = Size()
SMALL = Size(*(count // 100 for count in LARGE))
FIRST = 1_000_000  # ids are far above those that are there
YEARS = 10
# The moment of the row `i`, up to a month ago. A smaller folder is of a practice that is as busy and younger: what lies
# between two days is as much in both.
THEN = "strftime('%Y-%m-%dT%H:%M:%f000Z', 'now', '-1 month', printf('-%d minutes', (:count - i) * :minutes / :count))"
NUMBERS = "WITH RECURSIVE numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < :count)"
CLIENT, PROJECT = ":first + i % :clients", ":first + i % :appointments"
SYLLABLES, LONG = "bandelfirgolhamjenkorlimmarnepotaperrinsavtolulmvenwatyarzep", 3


def _word(number: str) -> str:
    """The SQL of a word of two syllables for a number, another for each up to 400."""
    count = len(SYLLABLES) // LONG
    parts = [
        f"substr('{SYLLABLES}', 1 + {LONG} * ({digit} % {count}), {LONG})"
        for digit in (number, f"({number} / {count})")
    ]
    return f"upper(substr({parts[0]}, 1, 1)) || substr({parts[0]}, 2) || {parts[1]}"


# As different as people's are, or the search's index would find the letters of each in all: 7919 is a prime.
SHUFFLED = "((i % :clients) * 7919 % 160000)"
NAME = f"{_word(SHUFFLED)} || ' ' || {_word(f'({SHUFFLED} / 400)')}"
EMAIL = f"lower(replace({NAME}, ' ', '.')) || '@example.com'"
PHONE = "printf('04%08d', (i % :clients) * 4817357 % 99999989)"
# Somebody reads what comes: unread is one in ten of the last of so many messages, in a folder of any size.
RECENT = 600
# The last message of the project `i`: they are dealt to the projects in turn.
NEWEST = ":first + i + :appointments * ((:messages - 1 - i) / :appointments)"
DOCUMENT = f"'Plan ' || (i % 90) || ' ' || {_word('(i * 7919)')} || ' Street ' || i || '.pdf'"


def _then(*columns: str) -> dict[str, str]:
    return dict.fromkeys(columns, THEN)


# Table -> its columns and what they hold in the row `i`. As many rows as `Size` says, else one of each appointment.
ROWS: Mapping[str, Mapping[str, str]] = {
    "clients": {
        "id": ":first + i",
        "name": NAME,
        "email": EMAIL,
        "phone": PHONE,
        "password_hash": "'-'",
        "password_change_required": "0",
        **_then("proved_at", "created_at", "updated_at"),
    },
    "projects": {
        "id": ":first + i",
        "client_id": CLIENT,
        "service_type": "'planning_approvals'",
        "status": "CASE i % 7 WHEN 0 THEN 'in_progress' WHEN 1 THEN 'cancelled' ELSE 'completed' END",
        "payment_amount": "25000",
        "payment_status": "'completed'",
        "proved_by": "'payment'",
        **_then("appointment_date", "proved_at", "created_at", "updated_at"),
    },
    "project_history": {
        "project_id": PROJECT,
        "actor": "'owner'",
        "to_status": "'completed'",
        "note": "'The report went out.'",
        "created_at": THEN,
    },
    "bookings": {
        "id": ":first + i",
        "visitor_id": "'large-' || i",
        "status": "'confirmed'",
        "step": "4",
        "full_name": NAME,
        "email": EMAIL,
        "service_type": "'planning_approvals'",
        "client_id": CLIENT,
        "project_id": PROJECT,
        **_then("created_at", "updated_at", "confirmed_at"),
    },
    "available_slots": {"id": ":first + i", "date": THEN, "is_booked": "1", "project_id": PROJECT},
    "slot_holds": {
        "slot_id": ":first + i",
        "project_id": PROJECT,
        "visitor_id": "'large-' || i",
        "kind": "'paid'",
        "created_at": THEN,
    },
    "orders": {
        "id": ":first + i",
        "booking_id": PROJECT,
        "project_id": PROJECT,
        "state": "'paid'",
        **_then("paid_at", "created_at", "updated_at"),
    },
    "order_lines": {"order_id": ":first + i", "description": "'Booking fee'", "cents": "25000"},
    "payments": {
        "order_id": ":first + i",
        "provider": "'sandbox'",
        "intent_id": "'pi_large' || i",
        "idempotency_key": "'large-' || i",
        "amount_cents": "25000",
        "livemode": "0",
        "status": "'completed'",
        **_then("created_at", "updated_at", "paid_at", "learned_at"),
    },
    "invoices": {
        "id": ":first + i",
        "kind": "'invoice'",
        "number": ":first + i",
        "order_id": ":first + i",
        "total_cents": "25000",
        "gst_cents": "2273",
        "facts": "json_object('seller', 'Helios', 'abn', '', 'seller_lines', json_array('Hurstville NSW 2220'), "
        f"'buyer_lines', json_array({NAME}), 'details', json_array(), 'transfer_to', json_array())",
        "issued_at": THEN,
    },
    "invoice_files": {"invoice_id": ":first + i", "content": "randomblob(1000)", "sha256": "'-'", "made_at": THEN},
    "needs": {
        "project_id": PROJECT,
        "title": "'Site survey'",
        "asked_by": "'catalogue'",
        "asked_at": THEN,
        "declined_at": f"iif(i % 2, {THEN}, NULL)",
    },
    "documents": {
        "id": ":first + i",
        "project_id": PROJECT,
        "file_name": DOCUMENT,
        "file_size": "100000",
        "file_type": "'application/pdf'",
        "stored_name": "printf('%02x/%032x.pdf', i % 256, i)",
        "sha256": "printf('%064x', i)",
        "uploaded_by": "iif(i % 3, 'client', 'staff')",
        "uploaded_at": THEN,
        "shared_at": f"iif(i % 3, NULL, {THEN})",
        "shared_by": "iif(i % 3, NULL, 'owner')",
    },
    "messages": {
        "id": ":first + i",
        "project_id": PROJECT,
        "text": "'When may we expect the report about the retaining wall?'",
        "send_key": "'large-' || i",
        "sent_at": THEN,
    },
    "message_readers": {
        "project_id": PROJECT,
        "side": "'staff'",
        "newest": NEWEST,
        "read_to": f"{NEWEST} - (i % 10 = 0 AND {NEWEST} >= :first + :messages - {RECENT})",
        "told_to": NEWEST,
    },
    "audit_log": {
        "actor_kind": "'staff'",
        "actor": "'owner'",
        "action": "iif(i % 4, 'look', 'note')",
        "subject": f"'project:' || ({PROJECT})",
        "created_at": THEN,
    },
    "letters": {
        "kind": "'booking_confirmed'",
        "dedupe_key": "'large-' || i",
        "recipient": EMAIL,
        "reader": EMAIL,
        "subject": "'Your booking is confirmed'",
        "text": "hex(zeroblob(150))",
        "html": "hex(zeroblob(350))",
        "message_id": "'<large-' || i || '@example.com>'",
        "status": "'sent'",
        "client_id": CLIENT,
        "project_id": PROJECT,
        **_then("next_attempt_at", "created_at", "sent_at"),
    },
}


def text_of(sql: str, row: int) -> str:
    """What one of the texts above is in a row, in a folder of any size that has it."""
    connection = sqlite3.connect(":memory:")
    chosen = f"SELECT {sql} FROM (SELECT :row AS i)"
    (text,) = connection.execute(chosen, {"row": row, "clients": LARGE.clients}).fetchone()
    connection.close()
    return str(text)


def fill(folder: Path, size: Size = LARGE) -> int:
    """Write the rows into the database of a data folder that no program uses; how many they are."""
    minutes = YEARS * 365 * 24 * 60 * size.appointments // LARGE.appointments
    counts, written = {**size._asdict(), "minutes": minutes}, 0
    db.connect(folder)
    with db.write():
        connection = db.database.connection()
        for table, columns in ROWS.items():
            values = {"first": FIRST, "count": counts.get(table, size.appointments), **counts}
            chosen = f"SELECT {', '.join(columns.values())} FROM numbers"
            written += connection.execute(
                f"{NUMBERS} INSERT INTO {table} ({', '.join(columns)}) {chosen}", values
            ).rowcount
    db.switch()
    db.close()
    return written
