"""What clients are found by, against what is known of them; `helios reindex` mends it."""

from collections.abc import Iterator

from app.db import database
from app.doctor.finding import Finding
from app.search.models import SHIFT, Kind

MISSING = "SELECT id FROM searchable EXCEPT SELECT id FROM search_index_docsize ORDER BY id"
SURPLUS = "SELECT id FROM search_index_docsize EXCEPT SELECT id FROM searchable ORDER BY id"
PRESENT = "SELECT id, text FROM searchable JOIN search_index_docsize USING (id)"
FOUND = "SELECT 1 FROM search_index WHERE search_index MATCH ? AND rowid = ?"
SHORTEST = 3  # letters, of which the index keeps anything


def examine(thorough: bool) -> Iterator[Finding]:
    """Every row that is in the index or should be. thorough: and whether each is found by the whole of its text."""
    for (number,) in database.execute_sql(MISSING):
        yield _finding(number, "is not in the search")
    for (number,) in database.execute_sql(SURPLUS):
        yield _finding(number, "is in the search, but it is not there")
    for number, text in database.execute_sql(PRESENT) if thorough else ():
        if len(text.strip()) >= SHORTEST:
            whole = '"{}"'.format(text.replace('"', '""'))
            if not database.execute_sql(FOUND, (whole, number)).fetchone():
                yield _finding(number, "is in the search with another text")


def _finding(number: int, what: str) -> Finding:
    kind, row_id = Kind(number >> SHIFT), number & ((1 << SHIFT) - 1)
    return Finding("search", f"{kind.name.capitalize()} {row_id}", what)
