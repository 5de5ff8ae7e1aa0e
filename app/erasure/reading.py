"""How the rows stand that decide whether a client can be erased, and what would go and stay."""

import json
from collections import defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from app.erasure.person import BOOKED, MINE, ONE_OF, ORDERED, Person
from app.erasure.rules import Bill, Work, obstacles
from app.erasure.shares import Goes, Stays
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.rules import OrderState
from app.orders.sums import standings
from app.orders.unsettled import unsettled
from app.projects.models import Project
from app.projects.rules import CLOSED, PaymentStatus, ProjectStatus, reference
from app.slots.models import Hold, Slot

KEPT = "(SELECT value FROM json_each(:kept))"
DRAFTED = f"bookings WHERE id IN {BOOKED} AND status = 'draft'"
REFUNDED = f"payment_id IN (SELECT id FROM payments WHERE order_id IN {ORDERED})"
COUNTS: dict[Goes, str] = {
    Goes.SIGN_IN: "clients WHERE id = :client AND (password_hash IS NOT NULL OR access_due_at IS NOT NULL)",
    Goes.CHANGES: "(SELECT id FROM detail_changes WHERE client_id = :client"
    " UNION ALL SELECT id FROM email_changes WHERE client_id = :client)",
    Goes.FORMS: f"""(SELECT id FROM bookings WHERE id IN {BOOKED} AND status <> 'draft' AND erased_at IS NULL
        UNION ALL SELECT value FROM json_each(:onboardings))""",
    Goes.DRAFTS: DRAFTED,
    Goes.ENQUIRIES: "json_each(:enquiries)",
    Goes.DOCUMENTS: "json_each(:documents)",
    Goes.MESSAGES: f"messages WHERE project_id IN {MINE}",
    Goes.NOTES: f"notes WHERE project_id IN {MINE}",
    Goes.NEEDS: f"needs WHERE project_id IN {MINE}",
    Goes.LETTERS: "json_each(:letters)",
    Goes.LINKS: f"(SELECT id FROM ownership_questions WHERE project_id IN {MINE}"
    " UNION ALL SELECT id FROM password_resets WHERE client_id = :client)",
    Goes.PROJECTS: f"projects WHERE id IN {MINE} AND id NOT IN {KEPT}",
}
UNSENT = "letters WHERE id IN (SELECT value FROM json_each(:letters)) AND status IN ('queued', 'failed')"
WORDS = f"""(SELECT id FROM project_history WHERE project_id IN {KEPT} AND note <> ''
    UNION ALL SELECT id FROM refunds WHERE reason <> '' AND {REFUNDED})"""
SESSIONS = """(SELECT sid FROM sessions WHERE subject = :subject
    UNION ALL SELECT id FROM known_browsers WHERE subject = :subject)"""
# The moments from which years are counted.
MOMENTS: dict[Stays, str] = {
    Stays.INVOICES: f"SELECT issued_at FROM invoices WHERE order_id IN {ORDERED}",
    Stays.ORDERS: f"""SELECT coalesce(paid_at, updated_at) FROM orders o WHERE id IN {ORDERED}
        AND (project_id IN {KEPT} OR EXISTS (SELECT 1 FROM payments WHERE order_id = o.id))""",
    Stays.PAYMENTS: f"SELECT paid_at FROM payments WHERE order_id IN {ORDERED} AND status = 'completed'",
    Stays.BEGUN: f"SELECT updated_at FROM payments WHERE order_id IN {ORDERED} AND status <> 'completed'",
    Stays.REFUNDS: f"SELECT refunded_at FROM refunds WHERE {REFUNDED}",
    Stays.TIMES: f"""SELECT s.date FROM slot_holds h JOIN available_slots s ON s.id = h.slot_id
        WHERE h.project_id IN {KEPT} AND h.released_at IS NULL""",
    Stays.HISTORY: f"SELECT created_at FROM project_history WHERE project_id IN {KEPT}",
}
LOGGED = f"SELECT created_at FROM audit_log WHERE subject IN {ONE_OF.format('subjects')}"


def counts(person: Person) -> dict[Goes, int]:
    """How much of each kind goes."""
    found = {kind: person.count(sql) for kind, sql in COUNTS.items()}
    found[Goes.UNSENT] = person.count(UNSENT)
    found[Goes.WORDS] = person.count(WORDS)
    found[Goes.ALERTS] = len(person.alerts)
    ((browsers,),) = person.rows(f"SELECT COUNT(*) FROM {SESSIONS}", subject=person.client.get_id())
    found[Goes.SESSIONS] = int(browsers)
    return found


def unsent(person: Person) -> list[str]:
    """The subjects of the letters that were written and not sent yet, the oldest first, each once."""
    return list(dict.fromkeys(subject for (subject,) in person.rows(f"SELECT subject FROM {UNSENT} ORDER BY id")))


def moments(person: Person, audited: Collection[str]) -> dict[Stays, list[datetime]]:
    """What stays of each kind, by the moments from which its years are counted; of the log all of `audited`."""
    found = {kind: person.rows(sql) for kind, sql in MOMENTS.items()}
    found[Stays.AUDIT] = person.rows(LOGGED, subjects=json.dumps(sorted(audited)))
    return {kind: [datetime.fromisoformat(at) for (at,) in rows] for kind, rows in found.items()}


def obstacles_of(client_id: int, now: datetime) -> list[str]:
    """Why a client cannot be erased at `now`; nothing where they can."""
    return obstacles(works(client_id, now))


def works(client_id: int, now: datetime) -> list[Work]:
    """The projects of a client as far as they can be in the way, in as many queries for many as for one."""
    projects = list(
        Project.select().where(Project.client == client_id, Project.erased_at.is_null()).order_by(Project.id)
    )
    ids = [project.id for project in projects]
    orders = list(Order.select().where(Order.project.in_(ids)).order_by(Order.project, Order.number))
    sums, asked = standings([order.id for order in orders]), unsettled(ids)
    began: Any = Payment.select().where(Payment.order.in_([order.id for order in orders]))
    deciding = {row.order_id for row in began.where(Payment.status == PaymentStatus.PROCESSING)}
    awaited = {row.order_id for row in began.where(Payment.is_awaited())}
    bills, money = defaultdict[int, list[Bill]](list), set[int]()
    for order in orders:
        each = sums[order.id]
        is_asked = order.is_bill or order.state != OrderState.UNPAID
        if each.paid_cents or order.id in deciding:
            money.add(order.project_id)
        bills[order.project_id].append(
            Bill(
                reference=order.reference,
                is_bill=order.is_bill,
                owed_cents=each.owed_cents if is_asked else 0,
                too_much_cents=each.due_back_cents,
                # What was withdrawn or closed waits for nothing any more.
                awaited=order.id in awaited and not each.is_over,
                deciding=order.id in deciding,
                has_money=each.paid_cents > each.refunded_cents,
                was_paid=each.became_paid and each.paid_cents > 0,
            )
        )
        if order.id in awaited and not each.is_over:
            money.add(order.project_id)
    kept = Hold.select(Hold, Slot).join(Slot).where(Hold.project_id.in_(ids), Hold.released_at.is_null())
    holds = {hold.project_id: hold for hold in kept}
    return [
        Work(
            reference=reference(project.id),
            status=ProjectStatus(project.status),
            proved=project.proved_at is not None,
            bills=tuple(bills[project.id]),
            ahead=_ahead(holds.get(project.id), now),
            held_until=_held_until(holds.get(project.id)),
            undecided_cents=asked[project.id].cents if project.id in asked and project.status in CLOSED else 0,
            has_money=project.id in money,
        )
        for project in projects
    ]


def _ahead(hold: Hold | None, now: datetime) -> datetime | None:
    if hold is None or hold.expires_at is not None:
        return None
    start: datetime = hold.slot.date
    return start if start + timedelta(minutes=hold.slot.minutes) > now else None


def _held_until(hold: Hold | None) -> datetime | None:
    # One whose end is over is let go by the next run of its job.
    return None if hold is None else hold.expires_at
