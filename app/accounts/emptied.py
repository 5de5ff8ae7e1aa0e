"""What is taken out of a client's row: a sign-in, or all when nobody is in it any more: erased, or merged."""

from typing import Any

# That a sign-in is to be given.
NOTHING_DUE: dict[str, Any] = {"access_due_at": None, "access_due_project_id": None, "access_due_booking_id": None}
NO_SIGN_IN: dict[str, Any] = {
    "password_hash": None,
    "password_change_required": True,
    "temporary_password_expires": None,
    **NOTHING_DUE,
}
# All that tells who somebody is, and every way to sign in. A name and an address of their own each use gives them.
NOBODY: dict[str, Any] = {
    "phone": "",
    "company": None,
    "address_street": "",
    "address_city": "",
    "address_state": "",
    "address_zip": "",
    "replit_id": None,
    "password_reset_token": None,
    "password_reset_expires": None,
    "profile_image_url": None,
    "proved_at": None,
    "deletion_asked_at": None,
    **NO_SIGN_IN,
}


def erased_email(client_id: int) -> str:
    """The address of a client who was erased: their own no longer, and nobody's."""
    return f"erased-{client_id}@erased.invalid"
