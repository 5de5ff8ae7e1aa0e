"""Erasing what was never paid for, with its files, once its money cannot come any more."""

from datetime import datetime
from typing import Any

from app.config import in_force
from app.db import write
from app.documents import disk
from app.mail import files
from app.payments.gateway import Gateway
from app.payments.void import give_up
from app.retention import remains, unpaid
from app.retention.rules import UNPAID_KEPT, is_abandoned
from app.retention.unpaid import Unpaid


def erase(gateway: Gateway | None, found: Unpaid, now: datetime) -> bool:
    """Erase one abandoned thing; False when it is not abandoned any more, or its money may still come.

    A card payment that was begun is cancelled at the provider first, outside the transaction; ProviderUnavailable
    when that cannot be done now. Files go after their rows.
    """
    if not is_abandoned(found.touched, found.transfer_asked, now):
        return False
    if not all(give_up(gateway, payment) for order in remains.orders(found) for payment in order.payments):
        return False
    folder, stored = in_force().documents_folder, remains.select("stored_name", "documents", found)
    for (name,) in stored:
        disk.mark(folder, name)
    letters: list[Any] = []
    erased = False
    try:
        with write():
            present = unpaid.again(found, now - UNPAID_KEPT)
            if present is not None and is_abandoned(present.touched, present.transfer_asked, now):
                letters = remains.select("id, kind", "letters", present)
                remains.erase(present, now)
                erased = True
    finally:
        for (name,) in stored:
            (disk.discard if erased else disk.settle)(folder, name)
    for number, kind in letters:
        files.remove(number, kind)
    return erased
