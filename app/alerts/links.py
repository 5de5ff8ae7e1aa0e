"""Where alerts and letters to staff lead: paths of the back office."""

import re

DASHBOARD = "/admin/dashboard"


def record_path(project_id: int, part: str = "") -> str:
    """A project's record. part: of it, to be opened and shown; '' for its beginning."""
    return f"{DASHBOARD}?project={project_id}{f'&part={part}' if part else ''}"


def client_path(client_id: int) -> str:
    """A client's page."""
    return f"/admin/clients/{client_id}"


def draft_path(booking_id: int) -> str:
    """What was begun in the wizard; once it is a project, the page goes on to that one's record."""
    return f"{DASHBOARD}?draft=booking-{booking_id}"


def enquiry_path(enquiry_id: int) -> str:
    """An enquiry, alone in the list of them."""
    return f"{DASHBOARD}?view=enquiries&enquiry={enquiry_id}"


def letter_path(project_id: int | None, booking_id: int | None) -> str | None:
    """The record of what a letter is about; None where it is about neither."""
    if project_id is not None:
        return record_path(project_id)
    return draft_path(booking_id) if booking_id is not None else None


def transfers_path() -> str:
    """The transfers that are awaited."""
    return f"{DASHBOARD}?waiting=transfers"


def project_of(link: str) -> int | None:
    """The project whose record a path opens, None where it opens none."""
    found = re.match(rf"{DASHBOARD}\?project=(\d+)", link)
    return int(found[1]) if found else None
