"""The index by which the back office finds clients. Triggers keep it, with every change in its own transaction."""

from enum import IntEnum
from typing import NamedTuple

from peewee import SQL

from app.db import database
from app.rows import these
from app.search.rules import Wanted

SHIFT = 40  # bits of an id in the number of the index's row, below its kind (migration 032)
KIND, ID = f"(search_index.rowid >> {SHIFT})", f"(search_index.rowid & {(1 << SHIFT) - 1})"
MOST_HITS = 500  # what is looked at of one word: people first, then the newest of each kind


class Kind(IntEnum):
    """What was found by: the later ones say more of who it is, and come first."""

    MESSAGE = 1
    DOCUMENT = 2
    BOOKING = 3
    ONBOARDING = 4
    CLIENT = 5


class Hit(NamedTuple):
    """A client who was found, and the row that they were found by."""

    client_id: int
    kind: Kind
    row_id: int


def _of(table: str) -> str:
    return f"(SELECT client_id FROM projects WHERE id = (SELECT project_id FROM {table} WHERE id = {ID}))"


FIND = f"""SELECT CASE {KIND} WHEN {Kind.CLIENT} THEN {ID} WHEN {Kind.ONBOARDING} THEN {_of("onboardings")}
    WHEN {Kind.BOOKING} THEN {_of("bookings")} WHEN {Kind.DOCUMENT} THEN {_of("documents")} ELSE {_of("messages")} END,
    {KIND}, {ID} FROM search_index WHERE search_index MATCH ? ORDER BY search_index.rowid DESC LIMIT ?"""
BEGINNING = f"""SELECT id, {Kind.CLIENT}, id FROM clients WHERE erased_at IS NULL
    AND name COLLATE NOCASE >= ? AND name COLLATE NOCASE < ? ORDER BY name COLLATE NOCASE, id LIMIT ?"""
OF_PROJECT = f"SELECT client_id, {Kind.CLIENT}, client_id FROM projects WHERE id = ? AND erased_at IS NULL LIMIT ?"
AFTER_ALL = "\U0010ffff"
OF_KIND = f"SELECT {ID} FROM search_index WHERE search_index MATCH ? AND rowid BETWEEN ? AND ?"
FEW = 1000  # of a kind: so many are looked up one by one sooner than all are read


def find(wanted: Wanted) -> tuple[dict[int, Hit], bool]:
    """The clients who are found, the likeliest first, each with the row that says most; whether there may be more."""
    found: dict[int, Hit] = {}
    if wanted.project_id is not None:
        found |= _hits(OF_PROJECT, wanted.project_id)[0]
    asked = [_hits(FIND, wanted.whole)] if wanted.whole else []
    if wanted.beginning:
        asked.append(_hits(BEGINNING, wanted.beginning, wanted.beginning + AFTER_ALL))
    # Where all of it stands in one text so often, what stands apart would come after these.
    elsewhere = [] if any(full for _, full in asked) else [_hits(FIND, word) for word in wanted.words]
    if elsewhere:
        first, *others = (hits for hits, _ in elsewhere)
        asked.append(({number: hit for number, hit in first.items() if all(number in each for each in others)}, False))
    for hits, _ in asked:
        found |= {number: hit for number, hit in hits.items() if number not in found}
    return found, any(full for _, full in (*asked, *elsewhere))


def may_hold(expression: str, kind: Kind) -> SQL | None:
    """The ids of the rows of a kind in whose text the index finds that (see `rules.sieve`), as SQL for `in_`.

    None where these are many, or nothing can be asked of the index.
    """
    if not expression:
        return None
    asked = (expression, kind << SHIFT, (kind + 1 << SHIFT) - 1, FEW + 1)
    ids = [row_id for (row_id,) in database.execute_sql(f"{OF_KIND} LIMIT ?", asked).fetchall()]
    # The ids themselves: a page and its total would each ask the index for them again.
    return these(ids) if len(ids) <= FEW else None


def begun_with(letter: str) -> SQL | None:
    """The ids of the clients whose name begins with a letter, as SQL for `in_`; None where these are many."""
    found = database.execute_sql(BEGINNING, (letter, letter + AFTER_ALL, FEW + 1)).fetchall()
    return these([client_id for client_id, _, _ in found]) if len(found) <= FEW else None


def _hits(sql: str, *values: object) -> tuple[dict[int, Hit], bool]:
    found, rows = dict[int, Hit](), database.execute_sql(sql, (*values, MOST_HITS)).fetchall()
    for client, kind, number in rows:
        if client:
            found.setdefault(client, Hit(client, Kind(kind), number))
    return found, len(rows) == MOST_HITS
