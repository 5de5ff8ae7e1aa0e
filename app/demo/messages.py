"""What the demo's clients and its owner have written to each other."""

import io
from datetime import timedelta
from typing import NamedTuple

from app import clock
from app.accounts.models import Admin, Client
from app.config import in_force
from app.demo.papers import sample_pdf
from app.documents import actions as documents
from app.documents.rules import BOOKING_EXTENSIONS, Uploader
from app.messages import actions as messages
from app.messages.actions import Person
from app.messages.rules import Side
from app.projects.models import Project

MEI = "mei.tanaka@example.com"


class Word(NamedTuple):
    """A message. `file`: the name of the document that comes with it."""

    days: int  # ago
    by: Side
    text: str
    file: str = ""

    def say(self, project: Project, by: Person) -> None:
        """Write it, unless an earlier start has done so."""
        then, key = clock.now() - timedelta(days=self.days), f"demo-{self.days}"
        files = []
        with clock.reading(lambda: then):
            if self.file:
                stored = documents.store(
                    in_force().documents_folder,
                    io.BytesIO(sample_pdf(self.file)),
                    self.file,
                    project_id=project.id,
                    uploaded_by=Uploader(self.by),
                    accepted=BOOKING_EXTENSIONS,
                    now=then,
                    upload_key=key,
                )
                files.append(stored.id)
            sent = messages.send(project.id, by, self.text, files, key)
            # Whoever writes has read what was there.
            messages.note_read(project.id, by, sent.id)


FROM_CLIENT = (
    Word(
        11,
        Side.CLIENT,
        "The survey and our first sketches are with you.\n\nIs the facade going to be a problem for the first floor?",
    ),
    Word(
        10,
        Side.STAFF,
        "Thank you, Sophie, both are clear and complete.\n\nThe facade is why we would set the addition back behind "
        "the ridge. I am preparing a note with two ways of doing that.",
    ),
    Word(9, Side.CLIENT, "That sounds good. We would rather lose a little floor area than wait for months."),
    Word(
        2,
        Side.STAFF,
        "Here is the note. Both ways keep the street view as it is; the second costs less.\n\nWe go through it "
        "together when we speak.",
        "Two ways to set back the addition.pdf",
    ),
)
FROM_MEI = (
    Word(
        1,
        Side.CLIENT,
        "The builder has sent a fourth draft and says that it must be signed by Friday. Shall I send it to you first?",
    ),
)


def converse(owner: str, client: str) -> None:
    """Let the demo's client and Mei Tanaka write to the firm, and its owner to them."""
    for email, words in ((client, FROM_CLIENT), (MEI, FROM_MEI)):
        project = Project.select().join(Client).where(Client.email == email).order_by(Project.id).first()
        if project is None or project.proved_at is None:
            continue  # where no cards are taken, nobody has paid
        sides = {Side.CLIENT: Person(client_id=project.client_id), Side.STAFF: Person(admin=Admin.called(owner))}
        for word in words:
            word.say(project, sides[word.by])
