"""Likely doubles of a client: few are looked at closely, whom the search or the mailbox brings near."""

from typing import Any

from app.accounts.models import Client
from app.db import database
from app.mail.rules import mailbox
from app.merging.rules import Likeness, Person, likenesses
from app.search.models import AFTER_ALL, find
from app.search.rules import national, wanted

MOST = 5
# Whoever's address begins so, dots apart: what a "+" adds comes after it.
SAME_BEGINNING = """SELECT id FROM clients WHERE erased_at IS NULL
    AND replace(lower(email), '.', '') >= ? AND replace(lower(email), '.', '') < ?"""


def person(client: Client) -> Person:
    """What is compared of a client."""
    place = (client.address_street, client.address_city, client.address_state, client.address_zip)
    return Person(client.name, client.email, client.phone, " ".join(filter(None, place)))


def doubles(client: Client) -> list[tuple[int, tuple[Likeness, ...]]]:
    """The clients who may be the same person, by id, the likeliest first, with the reasons; five at most."""
    beginning = mailbox(client.email).partition("@")[0].replace(".", "")
    near = {number for (number,) in database.execute_sql(SAME_BEGINNING, (beginning, beginning + AFTER_ALL)).fetchall()}
    for text in (national(client.phone.strip()), client.name):
        near |= set(find(wanted(text))[0]) if text.strip() else set()
    others: Any = Client.select().where(Client.id.in_(sorted(near - {client.id})), Client.erased_at.is_null())
    me = person(client)
    alike = [(other.id, likenesses(me, person(other))) for other in others]
    found = [(number, why) for number, why in alike if why]
    return sorted(found, key=lambda each: (-len(each[1]), list(Likeness).index(each[1][0]), each[0]))[:MOST]
