"""One fault at a time, made by hand in a sound folder: the doctor names exactly that."""

import os
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from app import clock, db
from app.doctor.examination import examine
from app.rows import stored
from tests import databases
from tests.doctor.village import Village

TWO_HOURS = 2 * 60 * 60
ORDER = "(SELECT id FROM orders WHERE project_id = {})".format
SLOT = "(SELECT slot_id FROM slot_holds WHERE project_id = {} AND released_at IS NULL)".format
HELD = "WHERE project_id = {} AND released_at IS NULL".format
NEW_PROJECT = "INSERT INTO projects (id, client_id, service_type, created_at, updated_at) "

# What is broken, with the ids of projects by name and of bookings by "booking_" and name, and what is said, each line's
# beginning; "*" stands for a time.
FAULTS: dict[str, tuple[str, list[str]]] = {
    "another phone than the client's own": (
        "INSERT INTO detail_changes (client_id, field, old, new, changed_at)"
        " VALUES (1, 'phone', '', '0400 000 001', '2026-01-01T00:00:00.000000Z')",
        ["client: Client 1 changed 'phone' last on 2026-01-01, but shows something else."],
    ),
    "a booking of a client who was merged away": (
        "INSERT INTO client_merges (kept_id, other_id, merge_key, other_name, other_email, former, moved, taken,"
        " merged_at, merged_by) SELECT 2, client_id, 'a', '', '', '', '', '', '2026-01-01', 'helena' FROM bookings"
        " WHERE id = {booking_booked}",
        [
            "client: Client 1 was merged into another, but still has projects.",
            "client: Client 1 was merged into another, but still has bookings.",
            "client: Client 1 was merged into another, but still has letters.",
        ],
    ),
    "a client who is not in the search": (
        "INSERT INTO search_index (search_index, rowid, text) SELECT 'delete', id, text FROM searchable"
        " WHERE id = (5 << 40) | 1",
        ["search: Client 1 is not in the search."],
    ),
    "somebody in the search who is not there": (
        "INSERT INTO search_index (rowid, text) VALUES ((4 << 40) | 99, ' Ann')",
        ["search: Onboarding 99 is in the search, but it is not there."],
    ),
    "a total that is another than its rows": (
        "UPDATE totals SET count = 99 WHERE what = 'refunds' AND part = 'given'",
        ["total: The total of refunds, given, is kept as 99 ("],
    ),
    "a confirmed address that was not changed": (
        "INSERT INTO email_changes (client_id, ask_key, old_address, new_address, password_stamp, old_token_hash,"
        " old_confirmed_at, new_confirmed_at, asked_at, expires_at) VALUES (1, 'a', 'a@b.example', 'c@d.example', 's',"
        " 't', '2026-01-01', '2026-01-01', '2026-01-01', '2026-01-02')",
        ["client: Client 1 has an address that both mailboxes have confirmed, and that was not changed."],
    ),
    "a project that no accepted proposal began": (
        "UPDATE projects SET open_key = 'proposal-9' WHERE id = {paid}",
        ["proposal: HPM-{paid} was begun after a consultation, but by no proposal that was accepted."],
    ),
    "a project that shares its own consultation": (
        "UPDATE projects SET consultation_of = id WHERE id = {paid}",
        ["project: HPM-{paid} shares the consultation of HPM-{paid}, which is no other project of its client."],
    ),
    "another price": (
        "UPDATE projects SET payment_amount = 100 WHERE id = {paid}",
        ["project: HPM-{paid} shows a price of $1.00, but its order's lines are $1,500.00."],
    ),
    "no price": (
        "UPDATE projects SET payment_amount = NULL WHERE id = {paid}",
        ["project: HPM-{paid} shows a price of nothing, but"],
    ),
    "another line": (
        f"UPDATE order_lines SET cents = 140000 WHERE order_id = {ORDER('{paid}')}",
        [
            "project: HPM-{paid} shows a price of $1,500.00, but its order's lines are $1,400.00.",
            "order: HPM-{paid} counts $0.00 as paid too much, but its lines, payments and refunds come to $100.00.",
            "invoice: HPM-{paid} is invoiced $1,500.00, but $1,400.00 of its price stays.",
        ],
    ),
    "another payment status": (
        "UPDATE projects SET payment_status = 'pending' WHERE id = {paid}",
        ["project: HPM-{paid} shows 'pending', but its payments say 'completed'."],
    ),
    "another payment": (
        "UPDATE projects SET stripe_payment_id = 'pi_1' WHERE id = {transferred}",
        ["project: HPM-{transferred} names the payment pi_1, but it should be HPM-{transferred}."],
    ),
    "no order": (
        NEW_PROJECT + "VALUES (999, 1, 'consultation', '2026-01-01', '2026-01-01')",
        ["project: HPM-999 has no order"],
    ),
    "another state": (
        "UPDATE orders SET state = 'unpaid' WHERE project_id = {paid}",
        ["order: HPM-{paid} is 'unpaid', but its lines, payments and refunds come to 'paid'."],
    ),
    "another state of a part": (
        "UPDATE orders SET state = 'paid' WHERE project_id = {part_refunded}",
        ["order: HPM-{part_refunded} is 'paid', but its lines, payments and refunds come to 'part_refunded'."],
    ),
    "nothing paid too much": (
        "UPDATE orders SET due_back_cents = 0 WHERE project_id = {overpaid}",
        ["order: HPM-{overpaid} counts $0.00 as paid too much, but its lines, payments and refunds come to $"],
    ),
    "paid at no moment": (
        "UPDATE orders SET paid_at = NULL WHERE project_id = {overpaid}",
        [
            "order: HPM-{overpaid} was paid, but has no moment at which it was.",
            "invoice: HPM-{overpaid} is invoiced $",
        ],
    ),
    "refunded, but paid at no moment": (
        "UPDATE orders SET paid_at = NULL WHERE project_id = {refunded}",
        ["order: HPM-{refunded} was paid, but has no moment at which it was."],
    ),
    "paid without money": (
        "UPDATE orders SET paid_at = created_at WHERE project_id = {asked}",
        ["order: HPM-{asked} counts as paid since ", "invoice: HPM-{asked} has no tax invoice."],
    ),
    "paid by a part": (
        "UPDATE orders SET paid_at = created_at WHERE project_id = {part_paid}",
        ["order: HPM-{part_paid} counts as paid since ", "invoice: HPM-{part_paid} has no tax invoice."],
    ),
    "money that never came": (
        "UPDATE payments SET status = 'pending', paid_at = NULL, learned_at = NULL, superseded = 1"
        f" WHERE order_id = {ORDER('{paid}')}",
        [
            "order: HPM-{paid} is 'paid', but its lines, payments and refunds come to 'unpaid'.",
            "order: HPM-{paid} counts as paid since ",
            "project: HPM-{paid} shows 'completed', but its payments say 'pending'.",
            "project: HPM-{paid} names the payment ",
            "invoice: HPM-{paid} is invoiced $1,500.00, but $0.00 of its price stays.",
        ],
    ),
    "a payment learned of at no moment": (
        f"UPDATE payments SET learned_at = NULL WHERE order_id = {ORDER('{overpaid}')}",
        ["payment: HPM-{overpaid}, payment HPM-{overpaid}, is 'completed', which"],
    ),
    "more given back than came": (
        "UPDATE refunds SET cents = 160000 WHERE payment_id IN"
        f" (SELECT id FROM payments WHERE order_id = {ORDER('{refunded}')})",
        [
            "payment: HPM-{refunded}, payment ",
            "invoice: HPM-{refunded} is invoiced $0.00, but −$100.00 of its price stays.",
        ],
    ),
    "given back of what never came": (
        "INSERT INTO refunds (payment_id, cents, actor, refunded_at, learned_at)"
        f" SELECT id, 1, 'helena', created_at, created_at FROM payments WHERE order_id = {ORDER('{asked}')}",
        ["payment: HPM-{asked}, payment HPM-{asked}, has refunds of $0.01, but only $0.00 came."],
    ),
    "a document that ticks another project's line": (
        "UPDATE documents SET project_id = {paid} WHERE need_id IS NOT NULL",
        ['document: "Plan 1.pdf" (document '],
    ),
    "a client's own document, shared": (
        "UPDATE documents SET shared_at = uploaded_at, shared_by = 'helena' WHERE need_id IS NOT NULL",
        ['document: "Plan 1.pdf" (document '],
    ),
    "a document that another client opened": (
        "UPDATE document_openings SET reader = '999'",
        ['document: "Report.pdf" (document '],
    ),
    "another client's credit": (
        f"UPDATE order_lines SET credit_of = {ORDER('{booked}')} WHERE credit_of IS NOT NULL"
        f" AND order_id = {ORDER('{credited}')}",
        ["credit: HPM-{credited} deducts the booking fee of HPM-{booked}, which is another client's."],
    ),
    "a credit of no booking": (
        f"UPDATE order_lines SET credit_of = {ORDER('{paid}')} WHERE credit_of IS NOT NULL"
        f" AND order_id = {ORDER('{credited}')}",
        ["credit: HPM-{credited} deducts what was paid for HPM-{paid}, which is no booking."],
    ),
    "a credit of an unpaid booking": (
        f"UPDATE order_lines SET credit_of = {ORDER('{awaiting}')} WHERE credit_of IS NOT NULL"
        f" AND order_id = {ORDER('{credited}')}",
        ["credit: HPM-{credited} deducts the booking fee of HPM-{awaiting}, which is not paid."],
    ),
    "more credit than the fee": (
        f"UPDATE order_lines SET cents = -25001 WHERE credit_of IS NOT NULL AND order_id = {ORDER('{credited}')}",
        [
            "credit: HPM-",
            "order: HPM-{credited} counts $0.00 as paid too much, but its lines, payments and refunds come to $0.01.",
            "invoice: HPM-{credited} is invoiced $1,250.00, but $1,249.99 of its price stays.",
        ],
    ),
    "a kept time shown as free": (
        "UPDATE available_slots SET is_booked = 0, project_id = NULL WHERE project_id = {paid}",
        ["time: * shows as free, but is kept for HPM-{paid}."],
    ),
    "a time booked for nobody": (
        "UPDATE available_slots SET is_booked = 1, project_id = {booked} WHERE id ="
        " (SELECT max(id) FROM available_slots WHERE is_booked = 0)",
        ["time: * shows as booked for HPM-{booked}, but is kept for nobody."],
    ),
    "a paid time that ends": (
        f"UPDATE slot_holds SET expires_at = created_at {HELD('{paid}')}",
        ["time: HPM-{paid} keeps a time for 'paid' that ends at "],
    ),
    "an unpaid time without an end": (
        f"UPDATE slot_holds SET expires_at = NULL {HELD('{asked}')}",
        ["time: HPM-{asked} keeps a time for 'transfer' that has no end."],
    ),
    "two owners": (
        f"DROP INDEX slot_holds_one_per_slot; UPDATE slot_holds SET slot_id = {SLOT('{paid}')} {HELD('{moved}')}",
        [
            "time: * is kept for HPM-{paid} and HPM-{moved} at once.",
            "time: * shows as booked for HPM-{moved}, but is kept for nobody.",
            "time: HPM-{moved} shows as its consultation ",
        ],
    ),
    "two times": (
        "DROP INDEX slot_holds_one_per_project;"
        " INSERT INTO slot_holds (slot_id, project_id, visitor_id, kind, created_at)"
        " SELECT max(id), {moved}, '', 'paid', '2026-01-01' FROM available_slots WHERE is_booked = 0",
        ["time: * shows as free, but is kept for HPM-{moved}.", "time: HPM-{moved} keeps 2 times at once."],
    ),
    "no date": (
        "UPDATE projects SET appointment_date = NULL WHERE id = {paid}",
        ["time: HPM-{paid} shows as its consultation none, but the time kept for it is "],
    ),
    "a date without a time": (
        "UPDATE projects SET appointment_date = '2026-05-12T00:00:00.000000Z' WHERE id = {cancelled}",
        ["time: HPM-{cancelled} shows as its consultation Tuesday 12 May 2026, 10:00 am (Sydney time), but the time"],
    ),
    "a booking confirmed without a project": (
        "UPDATE bookings SET project_id = NULL WHERE id = {booking_booked}",
        [
            "booking: Booking {booking_booked} is confirmed, but has no project.",
            "booking: Booking {booking_booked} belongs to nobody, but its fee is paid for HPM-{booked}.",
        ],
    ),
    "a fee for another project": (
        "UPDATE orders SET project_id = NULL WHERE booking_id = {booking_booked}",
        ["booking: Booking {booking_booked} belongs to HPM-{booked}, but its fee is paid for nobody."],
    ),
    "a booking confirmed without money": (
        "UPDATE bookings SET status = 'confirmed' WHERE id = {booking_awaiting}",
        ["booking: Booking {booking_awaiting} is confirmed, but its fee is 'unpaid'."],
    ),
    "a booking confirmed by a part": (
        "UPDATE bookings SET status = 'confirmed' WHERE id = {booking_awaiting_part_paid}",
        ["booking: Booking {booking_awaiting_part_paid} is confirmed, but its fee is 'part_paid'."],
    ),
    "a paid booking that waits": (
        "UPDATE bookings SET status = 'awaiting' WHERE id = {booking_booked}",
        ["booking: Booking {booking_booked} waits for its fee, which is paid."],
    ),
    "a paid draft": (
        "UPDATE bookings SET status = 'draft' WHERE id = {booking_booked}",
        ["booking: Booking {booking_booked} is a draft, but money came for it."],
    ),
    "a booking without an order": (
        "UPDATE orders SET booking_id = NULL WHERE booking_id = {booking_booked}",
        ["booking: Booking {booking_booked} has no order, and so no fee."],
    ),
    "another total of an invoice": (
        "DROP TRIGGER invoices_unchanged; UPDATE invoices SET total_cents = 1 WHERE kind = 'invoice' AND number = 1",
        [
            "invoice: HPM-{booked} is invoiced $0.01, but $250.00 of its price stays.",
            "invoice: INV-000001 is $0.01, but its lines say otherwise.",
        ],
    ),
    "another GST of an invoice": (
        "DROP TRIGGER invoices_unchanged; DROP TRIGGER invoice_lines_unchanged;"
        " UPDATE invoices SET gst_cents = 1 WHERE id = 1; UPDATE invoice_lines SET gst_cents = 1 WHERE invoice_id = 1",
        ["invoice: INV-000001 is invoiced with another GST than $22.73."],
    ),
    "a gap in the numbers of invoices": (
        "UPDATE invoice_numbers SET last = last + 1 WHERE kind = 'invoice'",
        ["invoice: The sequence INV has "],
    ),
    "a lost adjustment note": (
        "DROP TRIGGER invoices_kept; DROP TRIGGER invoice_lines_kept; DROP TRIGGER invoice_files_kept;"
        " DELETE FROM invoice_files WHERE invoice_id = (SELECT MAX(id) FROM invoices WHERE kind <> 'invoice');"
        " DELETE FROM invoice_lines WHERE invoice_id = (SELECT MAX(id) FROM invoices WHERE kind <> 'invoice');"
        " DELETE FROM invoices WHERE id = (SELECT MAX(id) FROM invoices WHERE kind <> 'invoice')",
        [
            "invoice: HPM-{refund_bounced} is invoiced $0.00, but $1,500.00 of its price stays.",
            "invoice: The sequence ADJ has ",
        ],
    ),
    "another file of an invoice": (
        "DROP TRIGGER invoice_files_unchanged; UPDATE invoice_files SET content = x'00' WHERE invoice_id = 1",
        ["invoice: INV-000001 has a file that is not the one that was made."],
    ),
    "a message of which nobody would be told": (
        "UPDATE message_readers SET newest = 0, read_to = 0 WHERE project_id = {booked} AND side = 'staff'",
        ["message: HPM-{booked} has the message 1, of which staff would never be told."],
    ),
    "a message to nobody": (
        "DELETE FROM message_readers WHERE project_id = {booked} AND side = 'client'",
        ["message: HPM-{booked} has the message 2, of which its client would never be told."],
    ),
    "an unread message that is not there": (
        "DELETE FROM messages WHERE id = 2",
        ["message: HPM-{booked} shows the message 2 as unread by its client, but it is not there."],
    ),
    "a message with another project's document": (
        "UPDATE message_files SET document_id = (SELECT id FROM documents WHERE project_id = {paid})",
        ["message: HPM-{booked} has the message 1 with the document "],
    ),
    "a document recorded elsewhere": (
        "UPDATE documents SET stored_name = '../config.toml' WHERE id = 1",
        ['document: "Plan 1.pdf" (document 1 of booking 1) is recorded at a place outside the documents.'],
    ),
    "another size": (
        "UPDATE documents SET file_size = 1 WHERE id = 1",
        ['document: "Plan 1.pdf" (document 1 of booking 1) has '],
    ),
    "another digest": (
        "UPDATE documents SET sha256 = 'x' WHERE id = 1",
        ['document: "Plan 1.pdf" (document 1 of booking 1) is not what was uploaded any more.'],
    ),
}


def said(folder: Path, thorough: bool = True, now: datetime | None = None) -> list[str]:
    """What the doctor finds, with the times left out."""
    db.connect(folder, read_only=True)
    found = examine(folder, now or clock.now(), thorough)
    return [f"time: * {each.what}." if each.where.endswith("(Sydney time)") else str(each) for each in found]


def break_rows(folder: Path, statements: str) -> None:
    """Change the database as no program of ours could."""
    connection = databases.raw(folder)
    connection.executescript(f"PRAGMA ignore_check_constraints = 1; {statements};")
    assert connection.total_changes, statements
    connection.close()


@pytest.mark.parametrize("fault", FAULTS)
def test_exactly_what_disagrees_is_named(village: Village, village_folder: Path, fault: str) -> None:
    names = village.projects | {f"booking_{name}": number for name, number in village.bookings.items()}
    statements, expected = FAULTS[fault]
    break_rows(village_folder, statements.format(**names))
    found, wanted = sorted(said(village_folder)), sorted(line.format(**names) for line in expected)
    assert [line[: len(start)] for line, start in zip(found, wanted, strict=True)] == wanted


def test_an_invoice_has_its_file_an_hour_after_it_was_issued_where_a_server_was_there_to_make_it(
    village_folder: Path,
) -> None:
    newest = "(SELECT MAX(id) FROM invoices)"
    break_rows(
        village_folder, f"DROP TRIGGER invoice_files_kept; DELETE FROM invoice_files WHERE invoice_id = {newest}"
    )
    tomorrow = clock.now() + timedelta(days=1)
    # The folder was stopped, or copied, as soon as the invoice was there.
    assert not [each for each in said(village_folder, now=tomorrow) if "has no file" in each]
    at = stored(clock.now() + timedelta(hours=2))
    break_rows(village_folder, f"UPDATE clients SET updated_at = '{at}' WHERE id = 1")
    assert len([each for each in said(village_folder, now=tomorrow) if "has no file" in each]) == 1


@pytest.mark.parametrize("name", ["paid", "credited"])
def test_a_reference_to_nothing_is_named_and_ends_nothing(village: Village, village_folder: Path, name: str) -> None:
    break_rows(village_folder, f"DELETE FROM projects WHERE id = {village.projects[name]}")
    found = said(village_folder)
    assert "database: The database is damaged: 1 rows of orders have lost their projects." in found


def old(path: Path) -> None:
    """Let a file have lain there for longer than any upload takes."""
    os.utime(path, (time.time() - TWO_HOURS,) * 2)


def deleted(path: Path) -> None:
    path.unlink()


def led_elsewhere(path: Path) -> None:
    kept = path.rename(path.with_name("kept"))
    path.symlink_to(kept)


def rewritten(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


@pytest.mark.parametrize(
    ("happens", "what"),
    [
        (deleted, "cannot be read: No such file or directory."),
        (led_elsewhere, "is no file of its own, but leads elsewhere."),
        (rewritten, "is not what was uploaded any more."),
    ],
)
def test_a_document_that_is_not_on_disk_as_it_was_uploaded_is_named(
    village_folder: Path, happens: Callable[[Path], None], what: str
) -> None:
    (name,) = one(village_folder, "SELECT stored_name FROM documents WHERE id = 1")
    happens(village_folder / "documents" / name)
    assert said(village_folder) == [f'document: "Plan 1.pdf" (document 1 of booking 1) {what}']


def test_a_document_is_read_through_only_when_asked(village_folder: Path) -> None:
    (name,) = one(village_folder, "SELECT stored_name FROM documents WHERE id = 1")
    rewritten(village_folder / "documents" / name)
    assert said(village_folder, thorough=False) == []


def one(folder: Path, query: str) -> tuple[str, ...]:
    """The one row of a query."""
    connection = databases.raw(folder)
    row: tuple[str, ...] = connection.execute(query).fetchone()
    connection.close()
    return row


@pytest.mark.parametrize(
    ("ending", "what"),
    [
        ("", "has no record; the next sweep moves it to .set-aside and keeps it 30 days."),
        (".part", "was cut off; the next sweep removes it."),
    ],
)
def test_a_file_without_a_record_is_named_once_no_upload_can_be_writing_it(
    village_folder: Path, ending: str, what: str
) -> None:
    name = f"00/{'0' * 32}.pdf{ending}"
    path = village_folder / "documents" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"%PDF-")
    assert said(village_folder) == []
    old(path)
    assert said(village_folder) == [f"leftover: documents/{name} {what}"]


def test_a_file_that_came_later_than_every_record_is_told_as_the_mark_of_an_old_database(village_folder: Path) -> None:
    path = village_folder / "documents" / "00" / f"{'0' * 32}.pdf"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"%PDF-")
    os.utime(path, (time.time() + TWO_HOURS,) * 2)
    (found,) = said(village_folder, now=clock.now() + timedelta(days=1))
    assert "so this database is not the newest" in found
