"""How many letters somebody gets whom anybody's typing can send them."""

from datetime import timedelta

# What goes to an address that was typed and not proved: no payment, no sign-in, no word of staff stands behind it.
UNPROVED_KINDS = ("enquiry_received", "transfer_details", "hold_expired", "way_back", "ownership_question")
MOST_UNPROVED = 6
WITHIN = timedelta(days=1)
HELD_BACK = (
    f"Not sent by itself: more than {MOST_UNPROVED} such letters in a day to one address. "
    "If the address is right, send it again from here."
)


def is_held_back(kind: str, sent_within_a_day: int) -> bool:
    """Whether a letter of this kind waits for staff, after that many unproved ones to the same address."""
    return kind in UNPROVED_KINDS and sent_within_a_day >= MOST_UNPROVED
