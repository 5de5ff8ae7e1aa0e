"""The next service that staff propose to a client after a consultation, and what the client said to it."""

STATEMENTS = [
    """CREATE TABLE proposals (
        id INTEGER PRIMARY KEY,
        project_id INTEGER NOT NULL REFERENCES projects (id),
        admin_id INTEGER NOT NULL REFERENCES admins (id),
        propose_key TEXT NOT NULL,
        service TEXT NOT NULL CHECK (service IN ('contract_review','dispute_management','project_coordination',
            'inspection_services','consultation','planning_approvals','contract_advisory','scope_tender',
            'construction_support','premium_advisory','building_information')),
        package TEXT CHECK (package IN ('essential','professional','premium')),
        title TEXT NOT NULL,
        price_cents INTEGER NOT NULL CHECK (price_cents > 0),
        credit_cents INTEGER NOT NULL CHECK (credit_cents BETWEEN 0 AND price_cents),
        message TEXT NOT NULL DEFAULT '',
        proposed_at TEXT NOT NULL,
        expires_at TEXT NOT NULL CHECK (expires_at > proposed_at),
        state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open','accepted','declined','withdrawn','run_out')),
        ended_at TEXT,
        reason TEXT NOT NULL DEFAULT '',
        begun_id INTEGER UNIQUE REFERENCES projects (id),
        UNIQUE (admin_id, propose_key),
        CHECK ((state = 'open') = (ended_at IS NULL)),
        CHECK (begun_id IS NULL OR state = 'accepted')
    )""",
    # Begun after a consultation that was held: it needs no time of its own.
    "ALTER TABLE projects ADD COLUMN consulted_before INTEGER NOT NULL DEFAULT 0 CHECK (consulted_before IN (0,1))",
    "CREATE INDEX proposals_project ON proposals (project_id)",
    "CREATE UNIQUE INDEX proposals_open ON proposals (project_id) WHERE state = 'open'",
    "CREATE INDEX proposals_run_out ON proposals (expires_at) WHERE state = 'open'",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Make the table, and let a project say that its consultation was held before it began."""
    for statement in STATEMENTS:
        migrator.sql(statement)
