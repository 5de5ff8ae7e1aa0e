"""What was proposed, against the projects that began by accepting it."""

from collections.abc import Iterator

from app.db import database
from app.doctor.finding import Finding
from app.projects.rules import reference

BEGUN = """SELECT id FROM projects WHERE consulted_before = 1
    AND id NOT IN (SELECT begun_id FROM proposals WHERE begun_id IS NOT NULL)"""


def examine() -> Iterator[Finding]:
    """Every project that began so. What an accepted proposal began may be gone since (retention)."""
    for (project,) in database.execute_sql(BEGUN):
        said = "was begun after a consultation, but by no proposal that was accepted"
        yield Finding("proposal", reference(project), said)
