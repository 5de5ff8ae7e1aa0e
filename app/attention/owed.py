"""The lines that money gives which is owed or awaited, read from the rows as those of `sources`."""

from datetime import date, datetime, timedelta

from app import clock
from app.attention import lines
from app.attention.lines import Days
from app.attention.rules import Line
from app.attention.sources import ask, moment
from app.booking.reviewing import OPEN
from app.orders.sums import standings
from app.orders.unsettled import settled
from app.projects.rules import reference
from app.rows import stored

PAYMENT_DAYS = timedelta(days=4)  # fewer have never been enough for three business days and one of grace


def holds(now: datetime, days: Days, most: int) -> list[Line]:
    """Times that are kept for transfers, and given up soon."""
    found = ask(
        """SELECT h.project_id, h.id, h.created_at, h.expires_at, s.date FROM slot_holds h
        JOIN available_slots s ON s.id = h.slot_id
        JOIN orders o ON o.project_id = h.project_id AND o.number = 1 AND o.state = 'unpaid'
        WHERE h.released_at IS NULL AND h.expires_at > ? AND h.expires_at <= ? AND h.kind = 'transfer'
        ORDER BY h.expires_at LIMIT ?""",
        stored(now),
        stored(lines.holds_shown_until(now, days)),
        most,
    )
    return [lines.hold(project_id, number, *map(moment, moments)) for project_id, number, *moments in found]


def transfers(now: datetime, days: Days, most: int) -> list[Line]:
    """Transfers that have not arrived in their days; those of bills wait as `overdue`."""
    found = ask(
        f"""SELECT o.project_id, y.id, y.amount_cents, y.created_at FROM payments y
        JOIN orders o ON o.id = y.order_id JOIN projects p ON p.id = o.project_id
        WHERE y.status = 'pending' AND y.created_at <= ? AND y.provider = 'bank' AND y.superseded = 0
        AND o.number = 1 AND p.status IN {OPEN} ORDER BY y.created_at LIMIT ?""",
        stored(now - PAYMENT_DAYS),
        most,
    )
    late = [
        lines.transfer(project_id, number, reference(project_id), cents, moment(since), days)
        for project_id, number, cents, since in found
    ]
    return [line for line in late if line.due and line.due <= now]


def overdue(now: datetime, days: Days, most: int) -> list[Line]:
    """Bills whose day is over and for which nothing came."""
    found = list(
        ask(
            """SELECT project_id, number, id, due_on FROM orders
            WHERE due_on < ? AND state = 'unpaid' AND withdrawn_at IS NULL ORDER BY due_on, id LIMIT ?""",
            clock.in_sydney(now).date().isoformat(),
            most,
        )
    )
    sums = standings([order_id for _, _, order_id, _ in found])
    return [
        lines.overdue(
            project_id, _named(project_id, number), order_id, sums[order_id].owed_cents, date.fromisoformat(due_on)
        )
        for project_id, number, order_id, due_on in found
    ]


def part_paid(now: datetime, days: Days, most: int) -> list[Line]:
    """Orders for which money came, but not all."""
    found = list(
        ask(
            """SELECT id, project_id, number, updated_at, CASE number WHEN 1 THEN (SELECT h.expires_at FROM slot_holds h
                WHERE h.project_id = orders.project_id AND h.released_at IS NULL) END FROM orders
            WHERE state = 'part_paid' AND withdrawn_at IS NULL AND project_id IS NOT NULL
            ORDER BY updated_at LIMIT ?""",
            most,
        )
    )
    sums = standings([order_id for order_id, *_ in found])
    # What staff have decided about it, be it to keep it, their line about the project says, and its client was told.
    decided = settled({project_id for order_id, project_id, *_ in found if sums[order_id].is_over})
    return [
        lines.part_paid(
            project_id,
            _named(project_id, number),
            order_id,
            sums[order_id],
            moment(since),
            moment(ends) if ends else None,
        )
        for order_id, project_id, number, since, ends in found
        if not (sums[order_id].is_over and project_id in decided)
    ]


def _named(project_id: int, number: int) -> str:
    return reference(project_id) + (f"-{number}" if number > 1 else "")
