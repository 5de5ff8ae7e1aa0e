"""The schema of the first release: the specification's section 3.1 and what the decisions need.

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
        updated_at TEXT NOT NULL,
        proved_at TEXT,
        access_due_at TEXT,
        access_due_project_id INTEGER,
        access_due_booking_id INTEGER
    )""",
    """CREATE TABLE admins (
        id INTEGER PRIMARY KEY,
        username TEXT NOT NULL COLLATE NOCASE UNIQUE,
        password TEXT NOT NULL,
        name TEXT NOT NULL,
        role TEXT NOT NULL CHECK (role IN ('owner','staff')),
        created_at TEXT NOT NULL,
        removed_at TEXT
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
    """CREATE TABLE orders (
        id INTEGER PRIMARY KEY,
        booking_id INTEGER UNIQUE REFERENCES bookings (id),
        project_id INTEGER UNIQUE REFERENCES projects (id),
        visitor_id TEXT,
        state TEXT NOT NULL DEFAULT 'unpaid'
            CHECK (state IN ('unpaid','part_paid','paid','part_refunded','refunded')),
        terms_version TEXT,
        terms_accepted_at TEXT,
        paid_at TEXT,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        CHECK (booking_id IS NOT NULL OR project_id IS NOT NULL)
    )""",
    "CREATE INDEX orders_visitor ON orders (visitor_id) WHERE visitor_id IS NOT NULL",
    """CREATE TABLE order_lines (
        id INTEGER PRIMARY KEY,
        order_id INTEGER NOT NULL REFERENCES orders (id),
        description TEXT NOT NULL,
        cents INTEGER NOT NULL,
        credit_of INTEGER UNIQUE REFERENCES orders (id),
        CHECK ((credit_of IS NULL) = (cents >= 0)),
        CHECK (credit_of IS NULL OR credit_of <> order_id)
    )""",
    "CREATE INDEX order_lines_order ON order_lines (order_id)",
    """CREATE TABLE payments (
        id INTEGER PRIMARY KEY,
        order_id INTEGER NOT NULL REFERENCES orders (id),
        provider TEXT NOT NULL CHECK (provider IN ('stripe','sandbox','bank')),
        intent_id TEXT UNIQUE,
        idempotency_key TEXT NOT NULL UNIQUE,
        amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
        currency TEXT NOT NULL DEFAULT 'aud',
        livemode INTEGER NOT NULL CHECK (livemode IN (0,1)),
        status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending','processing','completed','failed')),
        provider_status TEXT,
        charge_id TEXT,
        last_error TEXT,
        superseded INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0,1)),
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        paid_at TEXT,
        learned_at TEXT,
        CHECK ((status = 'completed') = (paid_at IS NOT NULL)),
        CHECK ((paid_at IS NULL) = (learned_at IS NULL))
    )""",
    "CREATE INDEX payments_order ON payments (order_id)",
    "CREATE UNIQUE INDEX payments_one_begun ON payments (order_id) WHERE superseded = 0 AND status <> 'completed'",
    "CREATE INDEX payments_status ON payments (status, created_at)",
    # The dashboard's sums, answered from the indexes alone.
    "CREATE INDEX payments_money ON payments (status, paid_at, amount_cents)",
    """CREATE TABLE refunds (
        id INTEGER PRIMARY KEY,
        payment_id INTEGER NOT NULL REFERENCES payments (id),
        provider_id TEXT UNIQUE,
        cents INTEGER NOT NULL CHECK (cents > 0),
        actor TEXT NOT NULL,
        reason TEXT NOT NULL DEFAULT '',
        refunded_at TEXT NOT NULL,
        learned_at TEXT NOT NULL,
        failed_at TEXT
    )""",
    "CREATE INDEX refunds_payment ON refunds (payment_id, failed_at, cents)",
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
    "CREATE INDEX slot_holds_project ON slot_holds (project_id, id)",
    "CREATE INDEX slot_holds_released ON slot_holds (released_at) WHERE released_at IS NOT NULL",
    "CREATE INDEX slot_holds_address ON slot_holds (created_at) WHERE address <> ''",
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
        reader TEXT NOT NULL DEFAULT '',
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
    "CREATE INDEX letters_reader ON letters (reader, created_at)",
    "CREATE INDEX letters_secret ON letters (created_at) WHERE secret = 1 AND html <> ''",
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
    "CREATE INDEX alerts_kind ON alerts (kind)",
    "CREATE INDEX alerts_resolved ON alerts (resolved_at) WHERE resolved_at IS NOT NULL",
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
    # The actor by name, without a reference: the log outlives the accounts.
    """CREATE TABLE audit_log (
        id INTEGER PRIMARY KEY,
        actor_kind TEXT NOT NULL CHECK (actor_kind IN ('staff','client','visitor','command','helios')),
        actor TEXT NOT NULL DEFAULT '',
        action TEXT NOT NULL,
        subject TEXT NOT NULL DEFAULT '',
        detail TEXT NOT NULL DEFAULT '',
        created_at TEXT NOT NULL
    )""",
    "CREATE INDEX audit_log_created ON audit_log (created_at)",
    "CREATE INDEX audit_log_subject ON audit_log (subject, created_at)",
    """CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log
        BEGIN SELECT RAISE(ABORT, 'audit lines are never changed'); END""",
    # Lines about nothing that exists (tries at names that nobody has) may go earlier: anybody can cause them.
    """CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log
        WHEN OLD.subject <> '' AND OLD.created_at >
            (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', MAX(created_at), '-7 years') FROM audit_log)
        BEGIN SELECT RAISE(ABORT, 'audit lines are kept for seven years'); END""",
    """CREATE TABLE known_browsers (
        id INTEGER PRIMARY KEY,
        subject TEXT NOT NULL,
        key_hash TEXT NOT NULL,
        created_at TEXT NOT NULL,
        used_at TEXT NOT NULL,
        UNIQUE (subject, key_hash)
    )""",
    "CREATE INDEX known_browsers_used ON known_browsers (used_at)",
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
    "CREATE TABLE moments (name TEXT PRIMARY KEY, at TEXT NOT NULL)",
    """CREATE TABLE retention_looks (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        looked_at TEXT NOT NULL,
        steady_since TEXT NOT NULL
    )""",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Create every table and index."""
    for statement in TABLES:
        migrator.sql(statement)
