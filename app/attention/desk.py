"""The lines that are not read through a project: enquiries, letters, clients' wishes, settings and alerts."""

from datetime import datetime

from app.alerts.links import enquiry_path, letter_path
from app.alerts.models import open_alerts
from app.attention import lines
from app.attention.lines import ENQUIRIES_SHOWN, Days
from app.attention.rules import Line
from app.attention.sources import ask, moment
from app.backups.rules import STALE_AFTER
from app.backups.shelf import newest
from app.config import in_force
from app.erasure.reading import obstacles_of
from app.mail.rules import HELD_BACK
from app.rows import stored

NEWEST = "(SELECT MAX(p.id) FROM projects p WHERE p.client_id = c.id AND p.erased_at IS NULL)"
NO_CARD = "No card provider keys are set (payments.secret_key): visitors cannot pay by card."
NO_MAIL = (
    "mail.host is not set, so letters are not sent. Each is an .eml file in the folder “letters” of the data folder; "
    "a project's record shows its own, too. Set mail.host in config.toml and restart: later letters are sent. "
    "Those filed before can be sent again in their projects' records; the others are only in that folder."
)


def enquiries(now: datetime, days: Days, most: int) -> list[Line]:
    """Enquiries that nobody has answered."""
    found = ask(
        "SELECT id, name, created_at FROM enquiries WHERE created_at > ? AND answered_at IS NULL"
        " ORDER BY created_at LIMIT ?",
        stored(now - ENQUIRIES_SHOWN),
        most,
    )
    return [lines.enquiry(number, name, moment(came), enquiry_path(number), days) for number, name, came in found]


def letters(now: datetime, days: Days, most: int) -> list[Line]:
    """Letters that were given up; of those that were held back an alert tells once a day."""
    found = ask(
        """SELECT id, subject, recipient, last_error, next_attempt_at, project_id, booking_id FROM letters
        WHERE status = 'failed' AND last_error IS NOT ? ORDER BY next_attempt_at LIMIT ?""",
        HELD_BACK,
        most,
    )
    return [
        lines.letter(number, subject, recipient, error or "", moment(tried), letter_path(project_id, booking_id) or "")
        for number, subject, recipient, error, tried, project_id, booking_id in found
    ]


def email_changes(now: datetime, days: Days, most: int) -> list[Line]:
    """Changes of an address that the new one has confirmed and the old one has not."""
    found = ask(
        f"""SELECT e.id, c.name, e.asked_at, e.expires_at, {NEWEST} FROM email_changes e
        JOIN clients c ON c.id = e.client_id
        WHERE e.closed_at IS NULL AND e.expires_at > ? AND e.new_confirmed_at IS NOT NULL AND e.old_confirmed_at IS NULL
        ORDER BY e.expires_at LIMIT ?""",
        stored(now),
        most,
    )
    return [
        lines.email_change(number, name, moment(asked), moment(ends), project_id)
        for number, name, asked, ends, project_id in found
    ]


def deletions(now: datetime, days: Days, most: int) -> list[Line]:
    """Clients who ask to be deleted."""
    found = ask(
        """SELECT id, name, email, deletion_asked_at FROM clients
        WHERE deletion_asked_at IS NOT NULL ORDER BY deletion_asked_at LIMIT ?""",
        most,
    )
    return [
        lines.deletion(number, name, email, moment(asked), obstacles_of(number, now))
        for number, name, email, asked in found
    ]


def backups(now: datetime, days: Days, most: int) -> list[Line]:
    """The newest backup, where it is older than one that is made each night can be."""
    config = in_force()
    made = newest(config.backups_folder) if config.backs_up else None
    if made is None or now - made.made_at < STALE_AFTER:
        return []
    return [lines.backup(made.made_at, str(config.backups_folder))]


def settings(now: datetime, days: Days, most: int) -> list[Line]:
    """What the configuration lacks, or has as it came."""
    config, standing = in_force(), in_force().standing_defaults()
    found = []
    if config.not_offered:
        found.append(lines.setting("payments", config.not_offered))
    elif not config.ways_to_pay.card:
        found.append(lines.setting("payments.secret_key", NO_CARD))
    if not config.mail.host:
        found.append(lines.setting("mail.host", NO_MAIL))
    if standing and config.ways_to_pay.transfer:
        said = f"These settings still have their fictional defaults: {', '.join(standing)}."
        found.append(lines.setting("defaults", said))
    return found


def alerts(now: datetime, days: Days, most: int) -> list[Line]:
    """What the program has told staff, and nobody has seen to."""
    return [
        lines.news(alert.kind, alert.dedupe_key, alert.message, alert.created_at, alert.link or "")
        for alert in open_alerts(most)
    ]
