"""When the database goes over to its next generation, and how long the ones before it stay."""

from datetime import datetime

from peewee import fn

from app import db, generations
from app.accounts.models import Client
from app.clock import last_night
from app.generations import COPIED_WITHIN


def tend(now: datetime) -> None:
    """Switch where it is due, and let go of what no copy that is under way can need any more."""
    opened = db.opened()
    if opened is None:
        return
    present, erased_at = opened.generation, Client.select(fn.MAX(Client.erased_at)).scalar()
    if generations.is_due(present.wal_bytes, present.made_at, last_night(now), erased_at):
        # An erasure makes its own; this is for one that could not.
        db.switch(purging=erased_at is not None and erased_at >= present.made_at)
    generations.prune(opened.place, now - COPIED_WITHIN)
