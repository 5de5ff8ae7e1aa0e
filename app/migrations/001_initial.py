"""The first schema: the specification's section 3.1 and what the decisions need.

Moments are fixed-width UTC text, money is integer cents, enumerations are CHECKed.
"""

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
    """CREATE TABLE clients (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        email TEXT NOT NULL COLLATE NOCASE UNIQUE,
        phone TEXT NOT NULL,
        company TEXT,
        address_street TEXT NOT NULL DEFAULT '',
        address_city TEXT NOT NULL DEFAULT '',
        address_state TEXT NOT NULL DEFAULT '',
        address_zip TEXT NOT NULL DEFAULT '',
        enquiry_type TEXT NOT NULL DEFAULT 'new_project'
            CHECK (enquiry_type IN ('new_project','consultation','existing_project','other')),
        replit_id TEXT UNIQUE,
        password_hash TEXT,
        password_change_required INTEGER NOT NULL DEFAULT 1 CHECK (password_change_required IN (0,1)),
        temporary_password_expires TEXT,
        password_reset_token TEXT UNIQUE,
        password_reset_expires TEXT,
        profile_image_url TEXT,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL
    )""",
    """CREATE TABLE admins (
        id INTEGER PRIMARY KEY,
        username TEXT NOT NULL COLLATE NOCASE UNIQUE,
        password TEXT NOT NULL,
        name TEXT NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('owner','staff')),
        created_at TEXT NOT NULL
    )""",
    """CREATE TABLE sessions (
        sid TEXT PRIMARY KEY,
        sess TEXT NOT NULL,
        expire TEXT NOT NULL,
        subject TEXT
    )""",
    "CREATE INDEX sessions_expire ON sessions (expire)",
    "CREATE INDEX sessions_subject ON sessions (subject) WHERE subject IS NOT NULL",
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
        calendar_sequence INTEGER NOT NULL DEFAULT 0,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL
    )""",
    "CREATE INDEX projects_client ON projects (client_id, created_at)",
    "CREATE INDEX projects_status ON projects (status, created_at)",
    "CREATE INDEX projects_visitor ON projects (visitor_id) WHERE visitor_id IS NOT NULL",
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
        CHECK (status = 'draft' OR (client_id IS NOT NULL AND project_id IS NOT NULL))
    )""",
    "CREATE UNIQUE INDEX bookings_one_draft ON bookings (visitor_id) WHERE status = 'draft'",
    "CREATE INDEX bookings_visitor ON bookings (visitor_id, created_at)",
    "CREATE INDEX bookings_status ON bookings (status, created_at)",
    "CREATE INDEX bookings_client ON bookings (client_id)",
    """CREATE TABLE documents (
        id INTEGER PRIMARY KEY,
        project_id INTEGER REFERENCES projects (id),
        booking_id INTEGER REFERENCES bookings (id),
        file_name TEXT NOT NULL,
        file_size INTEGER NOT NULL CHECK (file_size > 0),
        file_type TEXT NOT NULL,
        document_type TEXT NOT NULL DEFAULT 'other'
            CHECK (document_type IN ('contract','proposal','inspection_report','requirements','other')),
        stored_name TEXT NOT NULL UNIQUE,
        sha256 TEXT NOT NULL,
        upload_key TEXT,
        uploaded_by TEXT NOT NULL CHECK (uploaded_by IN ('visitor','client','staff')),
        uploaded_at TEXT NOT NULL,
        CHECK (project_id IS NOT NULL OR booking_id IS NOT NULL)
    )""",
    "CREATE INDEX documents_project ON documents (project_id, uploaded_at)",
    "CREATE UNIQUE INDEX documents_upload ON documents (project_id, upload_key) WHERE upload_key IS NOT NULL",
    "CREATE INDEX documents_booking ON documents (booking_id, uploaded_at)",
    f"""CREATE TABLE payments (
        id INTEGER PRIMARY KEY,
        provider TEXT NOT NULL CHECK (provider IN ('stripe','sandbox','bank','credit')),
        booking_id INTEGER REFERENCES bookings (id),
        project_id INTEGER REFERENCES projects (id),
        intent_id TEXT UNIQUE,
        idempotency_key TEXT NOT NULL UNIQUE,
        amount_cents INTEGER NOT NULL CHECK (amount_cents >= 0),
        currency TEXT NOT NULL DEFAULT 'aud',
        livemode INTEGER NOT NULL CHECK (livemode IN (0,1)),
        status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ({PAYMENT_STATUSES})),
        provider_status TEXT,
        charge_id TEXT,
        refunded_cents INTEGER NOT NULL DEFAULT 0 CHECK (refunded_cents BETWEEN 0 AND amount_cents),
        last_error TEXT,
        superseded INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0,1)),
        credit_booking_id INTEGER REFERENCES bookings (id),
        credit_cents INTEGER NOT NULL DEFAULT 0 CHECK (credit_cents >= 0),
        terms_version TEXT,
        terms_accepted_at TEXT,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        paid_at TEXT,
        CHECK (booking_id IS NOT NULL OR project_id IS NOT NULL),
        CHECK ((amount_cents = 0) = (provider = 'credit'))
    )""",
    "CREATE UNIQUE INDEX payments_one_per_booking ON payments (booking_id)"
    " WHERE superseded = 0 AND booking_id IS NOT NULL",
    # A wizard's payment gets its project once it is confirmed; only a checkout's payment begins with one.
    "CREATE UNIQUE INDEX payments_one_per_project ON payments (project_id) WHERE superseded = 0 AND booking_id IS NULL",
    "CREATE UNIQUE INDEX payments_credit_once ON payments (credit_booking_id)"
    " WHERE superseded = 0 AND status <> 'refunded' AND credit_booking_id IS NOT NULL",
    "CREATE INDEX payments_project ON payments (project_id)",
    "CREATE INDEX payments_status ON payments (status, created_at)",
    """CREATE TABLE payment_events (
        id INTEGER PRIMARY KEY,
        provider_event_id TEXT NOT NULL UNIQUE,
        type TEXT NOT NULL,
        intent_id TEXT,
        outcome TEXT NOT NULL,
        created_at TEXT NOT NULL,
        received_at TEXT NOT NULL
    )""",
    "CREATE INDEX payment_events_intent ON payment_events (intent_id)",
    """CREATE TABLE available_slots (
        id INTEGER PRIMARY KEY,
        date TEXT NOT NULL UNIQUE,
        is_booked INTEGER NOT NULL DEFAULT 0 CHECK (is_booked IN (0,1)),
        project_id INTEGER UNIQUE REFERENCES projects (id),
        blocked INTEGER NOT NULL DEFAULT 0 CHECK (blocked IN (0,1)),
        CHECK ((project_id IS NULL) = (is_booked = 0))
    )""",
    "CREATE INDEX available_slots_free ON available_slots (date) WHERE is_booked = 0 AND blocked = 0",
    """CREATE TABLE slot_holds (
        id INTEGER PRIMARY KEY,
        slot_id INTEGER NOT NULL REFERENCES available_slots (id),
        project_id INTEGER NOT NULL REFERENCES projects (id),
        visitor_id TEXT NOT NULL,
        address TEXT NOT NULL DEFAULT '',
        kind TEXT NOT NULL CHECK (kind IN ('card','transfer','paid')),
        created_at TEXT NOT NULL,
        expires_at TEXT,
        released_at TEXT,
        CHECK ((kind = 'paid') = (expires_at IS NULL))
    )""",
    "CREATE UNIQUE INDEX slot_holds_one_per_project ON slot_holds (project_id) WHERE released_at IS NULL",
    "CREATE UNIQUE INDEX slot_holds_one_per_slot ON slot_holds (slot_id) WHERE released_at IS NULL",
    "CREATE INDEX slot_holds_expiry ON slot_holds (expires_at) WHERE released_at IS NULL",
    "CREATE INDEX slot_holds_visitor ON slot_holds (visitor_id, created_at)",
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
    """CREATE TABLE letters (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        dedupe_key TEXT NOT NULL UNIQUE,
        recipient TEXT NOT NULL,
        subject TEXT NOT NULL,
        text TEXT NOT NULL,
        html TEXT NOT NULL,
        secret INTEGER NOT NULL DEFAULT 0 CHECK (secret IN (0,1)),
        reply_to TEXT,
        calendar TEXT,
        message_id TEXT NOT NULL UNIQUE,
        status TEXT NOT NULL DEFAULT 'queued' CHECK (status IN ('queued','sending','sent','filed','failed')),
        attempts INTEGER NOT NULL DEFAULT 0,
        next_attempt_at TEXT NOT NULL,
        last_error TEXT,
        booking_id INTEGER REFERENCES bookings (id),
        client_id INTEGER REFERENCES clients (id),
        project_id INTEGER REFERENCES projects (id),
        created_at TEXT NOT NULL,
        sent_at TEXT
    )""",
    "CREATE INDEX letters_due ON letters (status, next_attempt_at)",
    "CREATE INDEX letters_booking ON letters (booking_id)",
    "CREATE INDEX letters_project ON letters (project_id)",
    "CREATE INDEX letters_created ON letters (created_at)",
    """CREATE TABLE alerts (
        id INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        dedupe_key TEXT NOT NULL UNIQUE,
        message TEXT NOT NULL,
        link TEXT,
        created_at TEXT NOT NULL,
        resolved_at TEXT,
        resolved_by TEXT
    )""",
    "CREATE INDEX alerts_open ON alerts (created_at) WHERE resolved_at IS NULL",
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
    """CREATE TABLE enquiries (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        email TEXT NOT NULL,
        phone TEXT NOT NULL,
        message TEXT NOT NULL,
        visitor_id TEXT,
        created_at TEXT NOT NULL
    )""",
    "CREATE INDEX enquiries_created ON enquiries (created_at)",
    """CREATE TABLE audit_log (
        id INTEGER PRIMARY KEY,
        admin_id INTEGER REFERENCES admins (id),
        action TEXT NOT NULL,
        subject TEXT NOT NULL,
        detail TEXT NOT NULL DEFAULT '',
        created_at TEXT NOT NULL
    )""",
    "CREATE INDEX audit_log_created ON audit_log (created_at)",
    "CREATE INDEX audit_log_subject ON audit_log (subject)",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Create every table and index."""
    for statement in TABLES:
        migrator.sql(statement)
