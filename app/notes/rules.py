"""What a note of staff can be."""

from app import fields

TEXT = fields.text(1, 5000, "Please write something", "The note", lines=True)
UNDO_TOO_LATE = "A note can be undone for 10 seconds. This one stays."
NOT_YOURS = "Only who wrote a note can undo it."
ANOTHER = "Another note was written with this key."
