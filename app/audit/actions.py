"""Writing the audit log, and letting go of what is older than it has to be."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from app.audit.models import Act, ActorKind, AuditLine
from app.db import database, write
from app.rows import stored

YEARS_KEPT = 7
LOOKS_ARE_ONE_FOR = timedelta(minutes=15)
# Tries at names that nobody has: anybody can cause them, so their time and number are bounded.
NOBODYS_LINES_KEPT_FOR = timedelta(days=30)
NOBODYS_LINES_KEPT = 10_000


@dataclass(frozen=True)
class Actor:
    """Who does something; `name` is a member of staff's user name or a client's number, else empty."""

    kind: ActorKind
    name: str = ""

    @classmethod
    def staff(cls, username: str) -> "Actor":
        """The member of staff of that user name."""
        return cls(ActorKind.STAFF, username)


VISITOR = Actor(ActorKind.VISITOR)
COMMAND = Actor(ActorKind.COMMAND)
HELIOS = Actor(ActorKind.HELIOS)


def note(by: Actor, act: Act, subject: str, now: datetime, detail: str = "") -> None:
    """Write down that `by` did `act` to `subject` ('document:7').

    Called within the `write()` of the act itself, so that neither exists without the other.
    """
    with write():
        AuditLine.create(actor_kind=by.kind, actor=by.name, action=act, subject=subject, detail=detail, created_at=now)


def look(by: Actor, subject: str, now: datetime) -> None:
    """Write down that `by` sees `subject`, before it is shown.

    A page asks again whenever it comes back to the front: looks within a quarter of an hour are one.
    """
    seen = "subject = ? AND action = ? AND actor_kind = ? AND actor = ? AND created_at BETWEEN ? AND ? LIMIT 1"
    lately = stored(now - LOOKS_ARE_ONE_FOR), stored(now)
    if AuditLine.one(seen, subject, Act.LOOK, by.kind, by.name, *lately) is None:
        note(by, Act.LOOK, subject, now)


def forget(now: datetime) -> int:
    """Delete the lines that are older than seven years, and the tries at nobody's name beyond their bounds; how many.

    The years are counted back from the newest line, so that a clock set wrong deletes nothing that is needed.
    """
    nobodys = AuditLine.select(AuditLine.id).where(AuditLine.subject == "")
    surplus = nobodys.order_by(AuditLine.id.desc()).offset(NOBODYS_LINES_KEPT)
    with write():
        old = database.execute_sql(
            "DELETE FROM audit_log WHERE created_at <="
            " (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', MAX(created_at), ?) FROM audit_log)",
            (f"-{YEARS_KEPT} years",),
        ).rowcount
        stale = AuditLine.delete().where(
            AuditLine.subject == "",
            (AuditLine.created_at <= now - NOBODYS_LINES_KEPT_FOR) | AuditLine.id.in_(surplus),
        )
        return int(old + stale.execute())
