"""Taking the rows: what goes is deleted, what stays loses everything that tells whose it is."""

from datetime import datetime

from app.accounts.emptied import NOBODY, erased_email
from app.accounts.models import Client
from app.accounts.rules import EnquiryType
from app.accounts.session_rows import shut_out
from app.documents.erased import erase_later
from app.erasure import words
from app.erasure.person import ADDRESSED, ASKED, BOOKED, FILES, MINE, ONE_OF, ORDERED, WRITTEN, Person
from app.projects import actions as projects
from app.rows import stored

NAME = "Erased client"
KEPT = ONE_OF.format("kept")
ERASED = "Erased with its client"
# In an order that no reference stands in the way of.
DELETED = (
    f"DELETE FROM documents WHERE id IN {FILES}",
    f"DELETE FROM messages WHERE project_id IN {MINE}",
    f"DELETE FROM message_readers WHERE project_id IN {MINE}",
    f"DELETE FROM notes WHERE project_id IN {MINE}",
    f"DELETE FROM needs WHERE project_id IN {MINE}",
    f"DELETE FROM proposals WHERE project_id IN {MINE}",
    f"DELETE FROM ownership_questions WHERE project_id IN {MINE} OR lower(address) {ADDRESSED}",
    f"DELETE FROM letters WHERE id IN {WRITTEN}",
    f"DELETE FROM enquiries WHERE id IN {ASKED}",
    f"DELETE FROM onboardings WHERE id IN {ONE_OF.format('onboardings')}",
    f"DELETE FROM password_resets WHERE client_id = :client OR lower(address) {ADDRESSED}",
    "DELETE FROM email_changes WHERE client_id = :client",
    "DELETE FROM detail_changes WHERE client_id = :client",
    # What has no money and no invoice.
    f"DELETE FROM slot_holds WHERE project_id IN {MINE} AND project_id NOT IN {KEPT}",
    f"""DELETE FROM order_lines WHERE order_id IN {ORDERED} AND order_id NOT IN
        (SELECT id FROM orders WHERE project_id IN {KEPT} UNION SELECT order_id FROM payments)""",
    f"""DELETE FROM orders WHERE id IN {ORDERED} AND coalesce(project_id, 0) NOT IN {KEPT}
        AND id NOT IN (SELECT order_id FROM payments)""",
    f"DELETE FROM bookings WHERE id IN {BOOKED} AND id NOT IN (SELECT booking_id FROM orders WHERE booking_id > 0)",
    f"DELETE FROM project_history WHERE project_id IN {MINE} AND project_id NOT IN {KEPT}",
    f"UPDATE projects SET consultation_of = NULL WHERE consultation_of IN {MINE} AND consultation_of NOT IN {KEPT}",
    f"DELETE FROM projects WHERE id IN {MINE} AND id NOT IN {KEPT}",
)
BLANKED = (
    f"UPDATE orders SET visitor_id = NULL, note = '' WHERE id IN {ORDERED}",
    f"UPDATE payments SET last_error = NULL WHERE order_id IN {ORDERED}",
    f"""UPDATE bookings SET full_name = '', email = '', phone = '', address = '', message = '', project_type = NULL,
        project_value = NULL, preferred_contact = 'either', visitor_id = 'erased-' || id, client_id =
        CASE WHEN status = 'draft' THEN NULL ELSE client_id END, erased_at = :now, updated_at = :now
        WHERE id IN {BOOKED}""",
    f"UPDATE slot_holds SET visitor_id = 'erased-' || project_id, address = '' WHERE project_id IN {MINE}",
    # A step that changed the status stays without its words; what only said something goes.
    f"DELETE FROM project_history WHERE project_id IN {MINE} AND to_status IS NULL",
    f"UPDATE project_history SET note = '{ERASED}' WHERE project_id IN {MINE}",
    f"""UPDATE projects SET notes = NULL, visitor_id = NULL, intake_id = NULL, contacted_by = NULL,
        status = CASE WHEN status = 'completed' THEN status ELSE 'cancelled' END, erased_at = :now, updated_at = :now
        WHERE id IN {MINE}""",
)


def erase(person: Person, key: str, now: datetime) -> None:
    """Take all that is kept of a client but what has to stay. Within the caller's `write()`; files go after it.

    key: names the act. The lists of `person` are read before anything goes.
    """
    about = words.subjects(person)
    erase_later([name for (name,) in person.rows(f"SELECT stored_name FROM documents WHERE id IN {FILES}")])
    words.erase(person, about)
    for number, _ in person.alerts:
        person.change("DELETE FROM alerts WHERE id = :alert", alert=number)
    shut_out(person.client)
    for statement in (*DELETED, *BLANKED):
        person.change(statement, now=stored(now))
    for project_id in person.ids("kept"):
        projects.record(project_id, "system", ERASED, now)
    _blank(person.client, key, now)


def _blank(client: Client, key: str, now: datetime) -> None:
    Client.update(
        **NOBODY,
        name=NAME,
        email=erased_email(client.id),
        enquiry_type=EnquiryType.NEW_PROJECT,
        version=Client.version + 1,
        updated_at=now,
        erased_at=now,
        erase_key=key,
    ).where(Client.id == client.id).execute()
