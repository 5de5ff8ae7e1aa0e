"""What was proposed against the projects that began by accepting it, and what goes on from another project."""

from collections.abc import Iterator

from app.db import database
from app.doctor.finding import Finding
from app.projects.rules import reference

BEGUN = """SELECT id FROM projects WHERE open_key LIKE 'proposal-%'
    AND id NOT IN (SELECT begun_id FROM proposals WHERE begun_id IS NOT NULL)"""
ASTRAY = """SELECT p.id, b.id FROM projects p JOIN projects b ON b.id = p.consultation_of
    WHERE b.id = p.id OR b.client_id <> p.client_id"""


def examine() -> Iterator[Finding]:
    """Every project that no accepted proposal began although it says so, and every one that shares the consultation of
    what is no other project of its client. What an accepted proposal began may be gone since (retention).
    """
    for (project,) in database.execute_sql(BEGUN):
        said = "was begun after a consultation, but by no proposal that was accepted"
        yield Finding("proposal", reference(project), said)
    for project, before in database.execute_sql(ASTRAY):
        said = f"shares the consultation of {reference(before)}, which is no other project of its client"
        yield Finding("project", reference(project), said)
