"""What names each alert about money, so that it is told once and withdrawn when it is settled."""

import re
from datetime import datetime


def twice_key(payment_id: int) -> str:
    """What names the news that more than was owed has come with a payment."""
    return f"paid-twice-{payment_id}"


def withdrawn_key(payment_id: int) -> str:
    """What names the alert that a payment came for a bill that was withdrawn before."""
    return f"paid-withdrawn-{payment_id}"


def open_bill_key(order_id: int) -> str:
    """What names the alert that a bill stays to be paid although its project is cancelled."""
    return f"bill-open-{order_id}"


def refund_due_key(project_id: int) -> str:
    """What names the alert that the money of a cancelled project is to be decided about."""
    return f"refund-due-{project_id}"


def time_kept_key(project_id: int) -> str:
    """What names the alert that a project is still open, or its time kept, although all that was paid went back."""
    return f"refunded-time-{project_id}"


def accepted_key(project_id: int) -> str:
    """What names the news of a project that its client began by accepting a proposal, and then paid."""
    return f"accepted-{project_id}"


def paid_closed_key(project_id: int) -> str:
    """What names the alert that money came for a project that was closed before."""
    return f"paid-cancelled-{project_id}"


def decided_project(key: str) -> int | None:
    """The project about whose money an alert of that name asks staff to decide; None for any other alert."""
    found = re.fullmatch(r"(?:refund-due|paid-cancelled)-(\d+)", key)
    return int(found[1]) if found else None


def kept_key(asked_at: datetime, cents: int) -> str:
    """What names the letter that so much is kept, as staff decided about what they were asked then."""
    return f"money-kept-{asked_at:%Y%m%dT%H%M%S.%f}-{cents}"
