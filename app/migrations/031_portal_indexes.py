"""What SQLite shall take for granted of indexes that nearly all rows share a value of.

Nothing tells it that nearly every payment has come and nearly every line is no credit, and it read them all to find
those of one order. Written down once, as a practice's figures are after some years, instead of measured: so a question
is answered the same way in a small folder, in a large one and in the tests.
"""

# Table, index, and its figures (https://sqlite.org/fileformat2.html#stat1tab): the rows, then how many of them share
# the first column's value, the first two columns', and so on. A status is far more than an order, of which there are
# pages, and far less than all: those of the payments that are still open are looked for by it.
FIGURES = [
    ("payments", "payments_money", "40000 500 2 1"),
    ("payments", "payments_status", "40000 500 2"),
    ("payments", "payments_order", "40000 2"),
    ("order_lines", "order_lines_credit", "4000 2"),
    ("order_lines", "order_lines_one_credit", "4000 1"),
    ("order_lines", "order_lines_order", "40000 2"),
]


def migrate(migrator, database, fake=False, **kwargs):
    """Write the figures down."""
    migrator.sql("ANALYZE sqlite_schema")  # makes the table that holds them
    for figures in FIGURES:
        migrator.sql("INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ('{}', '{}', '{}')".format(*figures))
    migrator.sql("ANALYZE sqlite_schema")  # has this connection read them
