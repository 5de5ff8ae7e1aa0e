"""The index by which the back office finds clients. Triggers keep it, with every change in its own transaction."""

import json
from collections.abc import Sequence
from enum import IntEnum
from itertools import chain
from operator import itemgetter
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


Row = tuple[int | None, int, int]  # of whom, of which kind, its id


def _of(table: str) -> str:
    return f"(SELECT client_id FROM projects WHERE id = (SELECT project_id FROM {table} WHERE id = {ID}))"


WHOSE = f"""CASE {KIND} WHEN {Kind.CLIENT} THEN {ID} WHEN {Kind.ONBOARDING} THEN {_of("onboardings")}
    WHEN {Kind.BOOKING} THEN {_of("bookings")} WHEN {Kind.DOCUMENT} THEN {_of("documents")}
    ELSE {_of("messages")} END"""
FIND = f"""SELECT {WHOSE}, {KIND}, {ID} FROM search_index
    WHERE search_index MATCH ? ORDER BY search_index.rowid DESC LIMIT ?"""
NUMBERS = "SELECT rowid FROM search_index WHERE search_index MATCH ? LIMIT ?"
OF_NUMBERS = f"""SELECT {WHOSE}, {KIND}, {ID} FROM (SELECT value AS rowid FROM json_each(?)) AS search_index
    ORDER BY search_index.rowid DESC"""
BEGINNING = f"""SELECT id, {Kind.CLIENT}, id FROM clients WHERE erased_at IS NULL
    AND name COLLATE NOCASE >= ? AND name COLLATE NOCASE < ? ORDER BY name COLLATE NOCASE, id LIMIT ?"""
OF_PROJECT = f"SELECT client_id, {Kind.CLIENT}, client_id FROM projects WHERE id = ? AND erased_at IS NULL LIMIT ?"
AFTER_ALL = "\U0010ffff"
OF_KIND = f"SELECT {ID} FROM search_index WHERE search_index MATCH ? AND rowid BETWEEN ? AND ?"
FEW = 1000  # of a kind: so many are looked up one by one sooner than all are read


def find(wanted: Wanted) -> tuple[dict[int, Hit], bool]:
    """The clients who are found, the likeliest first, each with the row that says most; whether there may be more."""
    asked: list[list[Row]] = []
    if wanted.project_id is not None:
        asked.append(_rows(OF_PROJECT, wanted.project_id, MOST_HITS))
    if wanted.whole:
        asked.append(_found_by(wanted.whole))
    if wanted.beginning:
        asked.append(_rows(BEGINNING, wanted.beginning, wanted.beginning + AFTER_ALL, MOST_HITS))
    more = any(len(rows) == MOST_HITS for rows in asked)
    # Where all of it stands in one text so often, what stands apart would come after these.
    if wanted.words and not more:
        apart, more = _apart(wanted.words)
        asked.append(apart)
    found = dict[int, Hit]()
    for client, kind, number in chain(*asked):
        if client and client not in found:
            found[client] = Hit(client, Kind(kind), number)
    return found, more


def _apart(words: Sequence[str]) -> tuple[list[Row], bool]:
    """The rows with the first word of the clients who have every word, be it in another text; whether there may be
    more."""
    rows, left, more = dict[str, list[Row]](), None, False
    # The longest first: few have it, and once nobody is left the others need not be asked.
    for word in sorted(words, key=len, reverse=True):
        rows[word] = _found_by(word)
        more |= len(rows[word]) == MOST_HITS
        having = set(map(itemgetter(0), rows[word]))
        left = having if left is None else left & having
        if more and not left:
            return [], True
    return [row for row in rows[words[0]] if left and row[0] in left], more


def _found_by(expression: str) -> list[Row]:
    """The rows that the index finds, people first, then the newest of each kind; MOST_HITS at most."""
    # It is read forwards twice as fast as backwards: the newest are asked for where these are not all.
    numbers = [number for (number,) in database.execute_sql(NUMBERS, (expression, MOST_HITS)).fetchall()]
    return _rows(OF_NUMBERS, json.dumps(numbers)) if len(numbers) < MOST_HITS else _rows(FIND, expression, MOST_HITS)


def _rows(sql: str, *values: object) -> list[Row]:
    return list(database.execute_sql(sql, values).fetchall())


def may_hold(expression: str, kind: Kind) -> tuple[SQL | None, bool]:
    """The ids of the rows of a kind in whose text the index finds that (see `rules.sieve`), as SQL for `in_`.

    Whether these are all: no more than FEW are read. None where nothing can be asked of the index.
    """
    if not expression:
        return None, False
    asked = (expression, kind << SHIFT, (kind + 1 << SHIFT) - 1, FEW + 1)
    ids = [row_id for (row_id,) in database.execute_sql(f"{OF_KIND} LIMIT ?", asked).fetchall()]
    # The ids themselves: a page and its total would each ask the index for them again.
    return these(ids), len(ids) <= FEW


def begun_with(letter: str) -> SQL | None:
    """The ids of the clients whose name begins with a letter, as SQL for `in_`; None where these are many."""
    found = database.execute_sql(BEGINNING, (letter, letter + AFTER_ALL, FEW + 1)).fetchall()
    return these([client_id for client_id, _, _ in found]) if len(found) <= FEW else None
