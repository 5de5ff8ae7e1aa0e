"""What is done for a client, and the ways in: bookings, onboardings, the question whose a project is."""

SERVICE_TYPES = (
    "'contract_review','dispute_management','project_coordination','inspection_services','consultation',"
    "'planning_approvals','contract_advisory','scope_tender','construction_support','premium_advisory',"
    "'building_information'"
)
PROJECT_STATUSES = "'inquiry','pending_documents','pending_payment','scheduled','in_progress','completed','cancelled'"
PROJECT_TYPES = "'new_home','home_renovation','apartment_building','commercial','industrial','other','n_a'"
PROJECT_VALUES = "'under_500k','500k_1m','1m_3m','3m_5m','5m_10m','over_10m'"
PAYMENT_STATUSES = "'pending','processing','completed','failed','refunded'"

TABLES = [
    f"""CREATE TABLE projects (
        id INTEGER PRIMARY KEY,
        client_id INTEGER NOT NULL REFERENCES clients (id),
        service_type TEXT NOT NULL CHECK (service_type IN ({SERVICE_TYPES})),
        status TEXT NOT NULL DEFAULT 'inquiry' CHECK (status IN ({PROJECT_STATUSES})),
        appointment_date TEXT,
        payment_amount INTEGER CHECK (payment_amount >= 0),
        payment_status TEXT NOT NULL DEFAULT 'pending' CHECK (payment_status IN ({PAYMENT_STATUSES})),
        stripe_payment_id TEXT,
        notes TEXT,
        visitor_id TEXT,
        intake_id INTEGER,
        proved_at TEXT,
        proved_by TEXT CHECK (proved_by IN ('payment','client','staff','link')),
        disowned_at TEXT,
        calendar_sequence INTEGER NOT NULL DEFAULT 0,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        erased_at TEXT
    )""",
    "CREATE INDEX projects_client ON projects (client_id, created_at)",
    "CREATE INDEX projects_status ON projects (status, created_at)",
    "CREATE INDEX projects_visitor ON projects (visitor_id) WHERE visitor_id IS NOT NULL",
    "CREATE INDEX projects_without_time ON projects (status) WHERE appointment_date IS NULL AND intake_id IS NOT NULL",
    "CREATE INDEX projects_appointment ON projects (appointment_date) WHERE appointment_date IS NOT NULL",
    "CREATE INDEX projects_unproved ON projects (id) WHERE proved_at IS NULL",
    f"""CREATE TABLE project_history (
        id INTEGER PRIMARY KEY,
        project_id INTEGER NOT NULL REFERENCES projects (id),
        actor TEXT NOT NULL,
        from_status TEXT CHECK (from_status IN ({PROJECT_STATUSES})),
        to_status TEXT CHECK (to_status IN ({PROJECT_STATUSES})),
        note TEXT NOT NULL DEFAULT '',
        created_at TEXT NOT NULL
    )""",
    "CREATE INDEX project_history_project ON project_history (project_id, id)",
    f"""CREATE TABLE bookings (
        id INTEGER PRIMARY KEY,
        visitor_id TEXT NOT NULL,
        status TEXT NOT NULL DEFAULT 'draft' CHECK (status IN ('draft','awaiting','confirmed')),
        step INTEGER NOT NULL DEFAULT 1 CHECK (step BETWEEN 1 AND 4),
        full_name TEXT NOT NULL DEFAULT '',
        email TEXT NOT NULL DEFAULT '',
        phone TEXT NOT NULL DEFAULT '',
        address TEXT NOT NULL DEFAULT '',
        preferred_contact TEXT NOT NULL DEFAULT 'either' CHECK (preferred_contact IN ('email','phone','either')),
        service_type TEXT CHECK (service_type IN ({SERVICE_TYPES})),
        project_type TEXT CHECK (project_type IN ({PROJECT_TYPES})),
        project_value TEXT CHECK (project_value IN ({PROJECT_VALUES})),
        message TEXT NOT NULL DEFAULT '',
        package TEXT CHECK (package IN ('essential','professional','premium')),
        client_id INTEGER REFERENCES clients (id),
        client_is_new INTEGER NOT NULL DEFAULT 0 CHECK (client_is_new IN (0,1)),
        project_id INTEGER UNIQUE REFERENCES projects (id),
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        confirmed_at TEXT,
        erased_at TEXT,
        CHECK (status = 'draft' OR (client_id IS NOT NULL AND project_id IS NOT NULL))
    )""",
    "CREATE UNIQUE INDEX bookings_one_draft ON bookings (visitor_id) WHERE status = 'draft'",
    "CREATE INDEX bookings_visitor ON bookings (visitor_id, created_at)",
    "CREATE INDEX bookings_status ON bookings (status, created_at)",
    "CREATE INDEX bookings_client ON bookings (client_id)",
    "CREATE INDEX bookings_kept ON bookings (status) WHERE erased_at IS NULL",
    "CREATE INDEX bookings_newest ON bookings (coalesce(confirmed_at, created_at) DESC, id DESC)",
    "CREATE INDEX bookings_confirmed ON bookings (confirmed_at) WHERE confirmed_at IS NOT NULL",
    """CREATE TABLE onboardings (
        id INTEGER PRIMARY KEY,
        visitor_id TEXT NOT NULL,
        submit_key TEXT NOT NULL,
        client_id INTEGER NOT NULL REFERENCES clients (id),
        project_id INTEGER UNIQUE REFERENCES projects (id),
        name TEXT NOT NULL,
        email TEXT NOT NULL,
        phone TEXT NOT NULL,
        company TEXT,
        address_street TEXT NOT NULL,
        address_city TEXT NOT NULL,
        address_state TEXT NOT NULL,
        address_zip TEXT NOT NULL,
        enquiry_type TEXT NOT NULL
            CHECK (enquiry_type IN ('new_project','consultation','existing_project','other')),
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        UNIQUE (visitor_id, submit_key)
    )""",
    "CREATE INDEX onboardings_client ON onboardings (client_id)",
    """CREATE TABLE ownership_questions (
        id INTEGER PRIMARY KEY,
        project_id INTEGER NOT NULL REFERENCES projects (id),
        address TEXT NOT NULL,
        token_hash TEXT NOT NULL UNIQUE,
        created_at TEXT NOT NULL,
        expires_at TEXT NOT NULL,
        answer TEXT CHECK (answer IN ('yes','no')),
        answered_at TEXT,
        CHECK ((answer IS NULL) = (answered_at IS NULL))
    )""",
    "CREATE INDEX ownership_questions_project ON ownership_questions (project_id)",
    "CREATE INDEX ownership_questions_address ON ownership_questions (address, created_at)",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Create the tables, their indexes and triggers."""
    for statement in TABLES:
        migrator.sql(statement)
