"""A client's row when nobody is in it any more: erased, or merged into another."""

from typing import Any

# All that tells who somebody is, and every way to sign in. A name and an address of their own each use gives them.
NOBODY: dict[str, Any] = {
    "phone": "",
    "company": None,
    "address_street": "",
    "address_city": "",
    "address_state": "",
    "address_zip": "",
    "replit_id": None,
    "password_hash": None,
    "password_change_required": True,
    "temporary_password_expires": None,
    "password_reset_token": None,
    "password_reset_expires": None,
    "profile_image_url": None,
    "proved_at": None,
    "deletion_asked_at": None,
    "access_due_at": None,
    "access_due_project_id": None,
    "access_due_booking_id": None,
}


def erased_email(client_id: int) -> str:
    """The address of a client who was erased: their own no longer, and nobody's."""
    return f"erased-{client_id}@erased.invalid"
