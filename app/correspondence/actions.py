"""The verbs of letters from staff: keep a template, see what a letter will be, write it."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.accounts.finding import find_client
from app.accounts.models import Admin
from app.audit.actions import Actor, note
from app.audit.models import Act, AuditLine
from app.correspondence.models import Template
from app.correspondence.rules import MOST_TEMPLATES, filled, problem
from app.db import write
from app.errors import AppError, invalid, not_found
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Draft, Firm
from app.mail.letters.parts import PORTAL_PATH
from app.mail.models import Letter
from app.mail.names import named
from app.mail.render import as_text

NO_TEMPLATE = "There is no such template."
NAME_TAKEN = "Another template has this name."
TOO_MANY = f"There are {MOST_TEMPLATES} templates already. Please delete one first."
CHANGED = "Somebody else has changed this template meanwhile. Nothing of yours was saved yet."
OTHER_NOW = "What would be sent is not what was shown any more. Please look at it again."
WRITTEN = "{who} has written to this client meanwhile: “{subject}”. Nothing of yours was sent; please read that first."
ANOTHER = "Another letter was written with this key."


@dataclass(frozen=True)
class Words:
    """A subject and a text of staff, with blanks."""

    subject: str
    text: str


def keep(name: str, words: Words, by: str, now: datetime) -> Template:
    """Keep a new template; the same one again is there already. AppError 409 for a name that another one has."""
    _check(words)
    with write():
        known: Template | None = Template.get_or_none(Template.name == name)
        if known is not None:
            if (known.subject, known.text) != (words.subject, words.text):
                raise AppError("name_taken", 409, NAME_TAKEN, {"name": NAME_TAKEN})
            return known
        if Template.select().count() >= MOST_TEMPLATES:
            raise AppError("too_many", 409, TOO_MANY)
        made: Template = Template.create(
            name=name, subject=words.subject, text=words.text, changed_at=now, changed_by=by
        )
        note(Actor.staff(by), Act.CHANGE_TEMPLATE, f"template:{made.id}", now, name)
    return made


def change(template_id: int, words: Words, seen: int, by: str, now: datetime) -> Template:
    """Let a template say something else; what it says already changes nothing.

    seen: the version that its writer had before them. AppError 404; 409 where somebody changed it since.
    """
    _check(words)
    with write():
        template: Template | None = Template.get_or_none(Template.id == template_id)
        if template is None:
            raise not_found(NO_TEMPLATE)
        if (template.subject, template.text) == (words.subject, words.text):
            return template
        if template.version != seen:
            raise AppError("changed_meanwhile", 409, CHANGED)
        template.subject, template.text, template.version = words.subject, words.text, seen + 1
        template.changed_at, template.changed_by = now, by
        template.save()
        note(Actor.staff(by), Act.CHANGE_TEMPLATE, f"template:{template_id}", now, template.name)
    return template


def remove(template_id: int, by: str, now: datetime) -> None:
    """Delete a template; what was written with it stays. Repeatable."""
    with write():
        if Template.delete().where(Template.id == template_id).execute():
            note(Actor.staff(by), Act.CHANGE_TEMPLATE, f"template:{template_id}", now, "deleted")


@dataclass(frozen=True)
class Preview:
    """A letter as it will be: to whom, its subject and its whole text; `seal` names exactly that."""

    to: str
    subject: str
    text: str
    seal: str


def preview(client_id: int, words: Words) -> Preview:
    """The letter that these words make for a client. AppError 404; 422 for blanks that nothing fills."""
    draft = _draft(client_id, words)
    shown = (draft.recipient, draft.sent_subject, as_text(draft))
    return Preview(*shown, seal=_seal(shown, _letters_to(client_id).first()))


def send(client_id: int, words: Words, seal: str, key: str, by: str, now: datetime) -> Letter:
    """Write to a client, once for each `key`, exactly what was shown.

    seal: of the preview that its writer has seen. AppError 404 and 422 as for `preview`; 409 where the letter would be
    another by now, where another one was written to that client since, and for another one under the same key.
    """
    with write():
        draft, occasion = _draft(client_id, words), f"from-us-{client_id}-{key}"
        known: Letter | None = Letter.get_or_none(Letter.dedupe_key == occasion)
        if known is not None:
            if known.text != as_text(draft):
                raise AppError("another_letter", 409, ANOTHER)
            return known
        if preview(client_id, words).seal != seal:
            raise AppError("other_now", 409, _why_other(draft, client_id, seal))
        note(Actor.staff(by), Act.WRITE_LETTER, f"client:{client_id}", now)
        return post(draft, occasion, now, client_id=client_id, proved=True)


def _letters_to(client_id: int) -> Any:
    """The query of what staff wrote to a client by letter, the newest first."""
    theirs = Letter.select(Letter.id, Letter.subject).where(Letter.client_id == client_id, Letter.kind == "from_us")
    return theirs.order_by(Letter.id.desc())


def _seal(shown: tuple[str, str, str], before: Letter | None) -> str:
    """What names a letter as it was shown. before: the newest that staff had written to the same client by then."""
    return hashlib.sha256("\0".join((*shown, str(before.id if before else 0))).encode()).hexdigest()


def _why_other(draft: Draft, client_id: int, seal: str) -> str:
    """Why a letter is not what was shown: another one has gone since, or its own words are others."""
    shown, letters_to = (draft.recipient, draft.sent_subject, as_text(draft)), list(_letters_to(client_id))
    wrote = AuditLine.select().where(AuditLine.action == Act.WRITE_LETTER, AuditLine.subject == f"client:{client_id}")
    last = wrote.order_by(AuditLine.id.desc()).first()
    if last is None or seal not in {_seal(shown, before) for before in (*letters_to[1:], None)}:
        return OTHER_NOW
    who = Admin.names([last.actor]).get(last.actor, last.actor)
    return WRITTEN.format(who=who, subject=letters_to[0].subject)


def _check(words: Words) -> None:
    if wrong := problem((words.subject, words.text)):
        raise invalid({"subject" if problem((words.subject,)) else "text": wrong}, wrong)


def _draft(client_id: int, words: Words) -> Draft:
    client = find_client(client_id)
    _check(words)
    firm = Firm.present()
    # What was only typed beside an address may be a stranger's.
    name = named(client.name, "") if client.proved_at else ""
    values = {
        "name": name,
        "firm": firm.name,
        "phone": firm.phone,
        "portal": firm.site_address + PORTAL_PATH,
    }
    said = dict[str, str]()
    for field in ("subject", "text"):
        try:
            said[field] = filled(getattr(words, field), values)
        except ValueError as nothing:
            raise invalid({field: str(nothing)}, str(nothing)) from None
    return letters.from_us(firm, to=client.email, name=name, title=said["subject"], message=said["text"])
