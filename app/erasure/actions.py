"""The verbs of erasing a client: see what would go and stay, and do it."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from app.accounts.finding import find_client
from app.accounts.models import Client
from app.audit.actions import YEARS_KEPT, Actor, note
from app.audit.models import Act, AuditLine
from app.clock import sydney_date
from app.config import in_force
from app.db import after_commit, switch, write
from app.documents.erased import remove_files
from app.erasure import reading, rows, words
from app.erasure.person import Person
from app.erasure.rules import NOT_CONFIRMED, Reason, is_confirmed
from app.erasure.shares import Goes, Gone, Kept, gone, kept
from app.errors import AppError, invalid
from app.mail import files, letters
from app.mail.actions import post
from app.mail.content import Firm
from app.mail.models import Letter
from app.orders.credit import left_for_bill
from app.orders.money import Payment
from app.payments.gateway import Gateway
from app.payments.provider import ProviderUnavailable
from app.payments.void import give_up

CHANGED = "Something has changed since this was shown. Nothing was erased; please look at it again."
ANOTHER = "This client was erased with this key for another reason. Nothing was changed."
MAY_COME = (
    "A card payment that was begun may still come, because the card provider does not let go of it. Nothing was "
    "erased; please try again in a few minutes."
)
SEALED = ("projects", "bookings", "onboardings", "orders", "enquiries", "documents", "kept")
AWAY = "The card provider does not answer, so a payment that was begun may still come. Nothing was erased."


@dataclass(frozen=True)
class Preview:
    """What erasing a client would do at this moment. `seal` names exactly that; `obstacles`: why it cannot be done.

    `writes_to`: whom the last letter goes to, '' where the address was only typed, so that nobody is written to.
    """

    name: str
    email: str
    obstacles: list[str]
    gone: list[Gone]
    kept: list[Kept]
    writes_to: str
    seal: str


def preview(client_id: int, now: datetime) -> Preview:
    """What would go, what would stay and what is in the way; changes nothing. AppError 404."""
    return _preview(Person(find_client(client_id)), now)


def _preview(person: Person, now: datetime) -> Preview:
    client = person.client
    counted, moments = reading.counts(person), reading.moments(person, words.subjects(person).audited)
    goes, stays = gone(counted, left_for_bill(client.id, now), reading.unsent(person)), kept(moments, YEARS_KEPT)
    # What the program itself adds to is no change: lines of the log, browsers, letters that went meanwhile.
    shown = [client.version, person.addresses, *(person.ids(name) for name in SEALED)]
    shown += [counted[kind] for kind in (Goes.MESSAGES, Goes.NOTES, Goes.NEEDS)]
    return Preview(
        name=client.name,
        email=client.email,
        obstacles=reading.obstacles_of(client.id, now),
        gone=goes,
        kept=stays,
        writes_to="" if client.is_only_typed else client.email,
        seal=hashlib.sha256(repr(shown).encode()).hexdigest(),
    )


def erase(
    gateway: Gateway | None, client_id: int, typed: str, reason: Reason, seal: str, key: str, by: Actor, now: datetime
) -> None:
    """Erase a client; once for each `key`, and for good.

    typed: their name or email; seal: of the preview that was seen. AppError 404 where there is none (any more), 422
    for what does not confirm it, 409 while something is in the way, where it is not what was seen and for another
    reason under the same key, 503 while the card provider cannot say whether a payment that was begun will come. Files
    go after the commit, or by the next sweep.
    """
    if _was_erased(client_id, key, reason):
        return
    person = Person(find_client(client_id))
    _check(person, typed, seal, now)
    _give_up(gateway, person)
    with write():
        if _was_erased(client_id, key, reason):
            return
        # Read again under the lock: what came meanwhile was not told.
        person = Person(find_client(client_id))
        shown = _check(person, typed, seal, now)
        _say_goodbye(shown, person.client, now)
        gone_letters = [(row.id, row.kind) for row in Letter.select().where(Letter.id.in_(person.ids("letters")))]
        rows.erase(person, key, now)
        note(by, Act.ERASE, f"client:{client_id}", now, reason)
        # The old files of the database hold them until then; should it fail, a job makes up for it (tending.py).
        after_commit(partial(switch, purging=True))
    for number, kind in gone_letters:
        files.remove(number, kind)
    remove_files(in_force().documents_folder)


def _was_erased(client_id: int, key: str, reason: Reason) -> bool:
    """Whether this key has erased the client already; AppError 409 where it was for another reason."""
    if not Client.select().where(Client.id == client_id, Client.erase_key == key).exists():
        return False
    about = AuditLine.action == Act.ERASE, AuditLine.subject == f"client:{client_id}"
    if AuditLine.select().where(*about, AuditLine.detail != reason).exists():
        raise AppError("another_erasure", 409, ANOTHER)
    return True


def _check(person: Person, typed: str, seal: str, now: datetime) -> Preview:
    shown = _preview(person, now)
    if shown.obstacles:
        raise AppError("in_the_way", 409, " ".join(shown.obstacles))
    if shown.seal != seal:
        raise AppError("changed_meanwhile", 409, CHANGED)
    if not is_confirmed(typed, shown.name, shown.email):
        raise invalid({"typed": NOT_CONFIRMED}, NOT_CONFIRMED)
    return shown


def _give_up(gateway: Gateway | None, person: Person) -> None:
    """See to it that no card payment that was begun comes when nobody is left whose it is."""
    begun = Payment.select().where(
        Payment.order.in_(person.ids("orders")), ~Payment.has_come(), Payment.provider != "bank"
    )
    try:
        if not all(give_up(gateway, payment) for payment in begun):
            raise AppError("may_come", 409, MAY_COME)
    except ProviderUnavailable:
        raise AppError("provider_away", 503, AWAY) from None


def _say_goodbye(shown: Preview, client: Client, now: datetime) -> None:
    """The last letter, which belongs to nobody any more; none to an address that was only typed."""
    if not shown.writes_to:
        return
    draft = letters.client_erased(
        Firm.present(),
        to=shown.writes_to,
        name=client.name,
        erased=[f"{each.what}." for each in shown.gone],
        kept=[f"{each.what}, until {sydney_date(each.until)}. {each.why}" for each in shown.kept],
    )
    post(draft, f"client-erased-{client.id}", now, proved=True)
