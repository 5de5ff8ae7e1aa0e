"""What a note of staff can be."""

from app import fields

TEXT = fields.text(1, 5000, "Please write something", "The note", lines=True)
ANOTHER = "Another note was written with this key."
