"""Words that staff typed beside what stays: of the log, of what was done with waiting lines, of refunds."""

from dataclasses import dataclass

from app.attention.rules import Matter
from app.audit.models import Act, AuditLine
from app.erasure.person import MINE, ORDERED, Person, names

# The lines of the log whose detail somebody typed.
TYPED = (Act.DELETE, Act.SET_STATUS, Act.ASK, Act.RESOLVE, Act.FINISH, Act.CANCEL_CONSULTATION)
REDACTED = "(erased)"  # the one text that the trigger lets a line change to (migration 040)
REFUNDED = f"reason <> '' AND payment_id IN (SELECT id FROM payments WHERE order_id IN {ORDERED})"
LEAST = 6  # letters of a name: a shorter one is part of too many words
OF_PROJECT = (
    *(Matter.CONTACT, Matter.REVIEW, Matter.MESSAGES, Matter.TIME, Matter.DOCUMENTS, Matter.CHECKLIST),
    Matter.CONSULTATION,
)


@dataclass(frozen=True)
class Subjects:
    """What the log and the waiting lines say things of: `handled` by kind and subject."""

    handled: list[tuple[str, str]]
    audited: set[str]


def subjects(person: Person) -> Subjects:
    """What is about this client; read before anything goes."""
    found = [(kind, number) for kind in OF_PROJECT for number in person.ids("projects")]
    found += [(kind, number) for kind in (Matter.PART_PAID, Matter.OVERDUE) for number in person.ids("orders")]
    found += [(Matter.ENQUIRY, number) for number in person.ids("enquiries")]
    found += [(Matter.LETTER, number) for number in person.ids("letters")]
    found += [(Matter.DELETION, person.client.id)]
    for kind, sql in (
        (Matter.HOLD, f"SELECT id FROM slot_holds WHERE project_id IN {MINE}"),
        (Matter.TRANSFER, f"SELECT id FROM payments WHERE order_id IN {ORDERED}"),
        (Matter.EMAIL_CHANGE, "SELECT id FROM email_changes WHERE client_id = :client"),
    ):
        found += [(kind, number) for (number,) in person.rows(sql)]
    handled = [(str(kind), str(number)) for kind, number in found]
    handled += [(str(Matter.NEWS), key) for _, key in person.alerts]
    numbered = {name: person.ids(f"{name}s") for name in ("project", "document", "booking", "order", "letter")}
    audited = {f"{kind}:{subject}" for kind, subject in handled}
    audited |= {f"{kind}:{number}" for kind, numbers in numbered.items() for number in numbers}
    audited |= {f"alert:{number}" for number, _ in person.alerts} | {f"client:{person.client.id}"}
    return Subjects(handled, audited)


def audited(person: Person, about: Subjects) -> list[int]:
    """The lines of the log with typed words about this client, or that name them."""
    own = [value.lower() for value in _own_words(person)]
    of = tuple(f"project:{number}:" for number in person.ids("projects"))
    lines = AuditLine.select().where(AuditLine.action.in_(TYPED), AuditLine.detail.not_in(("", REDACTED)))
    return [
        line.id
        for line in lines
        if line.subject in about.audited or line.detail.startswith(of) or names(line.detail, own)
    ]


def erase(person: Person, about: Subjects) -> None:
    """Take the words. Within the caller's `write()`."""
    for number in audited(person, about):
        AuditLine.update(detail=REDACTED).where(AuditLine.id == number).execute()
    for kind, subject in about.handled:
        person.change("DELETE FROM attention WHERE kind = :kind AND subject = :subject", kind=kind, subject=subject)
    person.change(f"UPDATE refunds SET reason = '' WHERE {REFUNDED}")


def _own_words(person: Person) -> set[str]:
    client = person.client
    old = person.rows("SELECT old FROM detail_changes WHERE client_id = :client AND field IN ('name', 'phone')")
    found = {*person.addresses, client.name, client.phone, client.company or "", *(value for (value,) in old)}
    return {value for value in found if len(value) >= LEAST}
