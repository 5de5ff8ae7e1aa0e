"""What each side of a project's messages has read, and what came with them, against the messages themselves."""

from collections.abc import Iterator

from app.db import database
from app.doctor.finding import Finding
from app.projects.rules import reference

SIDES = {"client": "its client", "staff": "staff"}
# The newest message to each side, and what that side's row says of it.
NEWEST = """SELECT m.project_id, m.side, MAX(m.id), r.newest FROM
    (SELECT id, project_id, CASE WHEN admin_id IS NULL THEN 'staff' ELSE 'client' END AS side FROM messages) m
    LEFT JOIN message_readers r ON r.project_id = m.project_id AND r.side = m.side
    GROUP BY m.project_id, m.side HAVING COALESCE(r.newest, 0) < MAX(m.id)"""
UNREAD = """SELECT project_id, side, newest FROM message_readers
    WHERE newest > read_to AND newest NOT IN (SELECT id FROM messages)"""
ELSEWHERE = """SELECT m.project_id, m.id, f.document_id FROM message_files f JOIN messages m ON m.id = f.message_id
    JOIN documents d ON d.id = f.document_id WHERE d.project_id IS NOT m.project_id"""


def examine() -> Iterator[Finding]:
    """Every project that anything was written about."""
    for project, side, newest, _ in database.execute_sql(NEWEST):
        yield _finding(project, f"has the message {newest}, of which {SIDES[side]} would never be told")
    for project, side, newest in database.execute_sql(UNREAD):
        yield _finding(project, f"shows the message {newest} as unread by {SIDES[side]}, but it is not there")
    for project, message, document in database.execute_sql(ELSEWHERE):
        yield _finding(project, f"has the message {message} with the document {document}, which is not the project's")


def _finding(project_id: int, what: str) -> Finding:
    return Finding("message", reference(project_id), what)
