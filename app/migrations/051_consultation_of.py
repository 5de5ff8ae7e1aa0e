"""In whose consultation a project is talked about, where it needs none of its own: also one that its client began."""

STATEMENTS = [
    "ALTER TABLE projects ADD COLUMN consultation_of INTEGER REFERENCES projects (id)",
    """UPDATE projects SET consultation_of = (SELECT project_id FROM proposals WHERE begun_id = projects.id)
        WHERE consulted_before = 1""",
    # One way to say it: the page of its history reads the note.
    """UPDATE project_history SET note = 'Paid: it shares the consultation of HPM-' ||
        (SELECT consultation_of FROM projects WHERE id = project_id)
        WHERE note = 'Paid, after its consultation was held'""",
    "ALTER TABLE projects DROP COLUMN consulted_before",
    "CREATE INDEX projects_consultation_of ON projects (consultation_of) WHERE consultation_of IS NOT NULL",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Let a project name the one whose consultation it shares, as every accepted proposal does."""
    for statement in STATEMENTS:
        migrator.sql(statement)
