"""Letters are counted by the mailbox that they reach, not by one spelling of its address."""

STATEMENTS = [
    "ALTER TABLE letters ADD COLUMN reader TEXT NOT NULL DEFAULT ''",
    # As mail.rules.mailbox: without case, and without what follows a "+", which no domain has.
    """UPDATE letters SET reader = lower(CASE WHEN instr(recipient, '+') > 1
        THEN substr(recipient, 1, instr(recipient, '+') - 1) || substr(recipient, instr(recipient, '@'))
        ELSE recipient END)""",
    # Google's mailboxes have two domains and see no dots.
    """UPDATE letters SET reader = replace(substr(reader, 1, instr(reader, '@') - 1), '.', '') || '@gmail.com'
        WHERE substr(reader, instr(reader, '@')) IN ('@gmail.com', '@googlemail.com')""",
    "DROP INDEX letters_recipient",
    "CREATE INDEX letters_reader ON letters (reader, created_at)",
]


def migrate(migrator, database, fake=False, **kwargs):
    """Run every statement."""
    for statement in STATEMENTS:
        migrator.sql(statement)
