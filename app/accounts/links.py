"""The links of letters that ask before anything happens: what is drawn for one, and what is kept of it."""

import re
import secrets
from dataclasses import dataclass

from app.accounts.rules import digest
from app.config import in_force

_TOKEN = re.compile(r"(?<=[?&]token=)[\w-]+")


@dataclass(frozen=True)
class Link:
    """`address` stands in a letter and nowhere else; a row keeps the `token_hash`, by which it is known again."""

    address: str
    token_hash: str


def draw(page: str) -> Link:
    """A link to a page of ours ('/client-portal/reset') that nobody can guess."""
    token = secrets.token_urlsafe(32)
    return Link(f"{in_force().server.address}{page}?token={token}", digest(token))


def blanked(text: str) -> str:
    """A letter's text whose links open nothing."""
    return _TOKEN.sub("...", text)
