"""Letters that staff write to a client, and their templates, over HTTP."""

from datetime import datetime
from typing import Annotated

from flask import Blueprint
from flask_login import current_user
from pydantic import Field

from app import checked, clock
from app.audit import actions as audit
from app.correspondence import actions
from app.correspondence.actions import Words
from app.correspondence.models import Template
from app.correspondence.rules import NAME, SUBJECT, TEXT
from app.http import Bare, Ok, Schema, SentId, Who, demanded_key, route

correspondence = Blueprint("admin_correspondence", __name__)
TEMPLATES = "/api/admin/letter-templates"
LETTERS = "/api/admin/clients/<int:client_id>/letters"


class WordsIn(Schema):
    """A subject and a text, with blanks like {name}."""

    subject: Annotated[str, checked.text(SUBJECT)] = checked.demanded()
    text: Annotated[str, checked.text(TEXT)] = checked.demanded()

    @property
    def words(self) -> Words:
        """What is written."""
        return Words(self.subject, self.text)


class TemplateIn(WordsIn):
    """A new template."""

    name: Annotated[str, checked.text(NAME)] = checked.demanded()


class TemplateChange(WordsIn):
    """What a template says from now on, and the version of it that its writer had before them."""

    version: SentId = checked.demanded()


class TemplateOut(Schema):
    """A template; `changed_by`: a user name, '' for nobody yet."""

    id: int
    name: str
    subject: str
    text: str
    version: int
    changed_at: datetime
    changed_by: str


class TemplateList(Bare[list[TemplateOut]]):
    """Every template, by name."""


class PreviewOut(Schema):
    """Exactly what will be sent; `seal` names it."""

    to: str
    subject: str
    text: str
    seal: str


class LetterIn(WordsIn):
    """A letter, with the seal of the preview that its writer has seen."""

    seal: Annotated[str, Field(max_length=64)] = checked.demanded()


@route(correspondence, "GET", TEMPLATES, who=Who.STAFF, answer=TemplateList)
def list_templates() -> TemplateList:
    """The templates."""
    return TemplateList([TemplateOut.model_validate(each) for each in Template.by_name()])


@route(correspondence, "POST", TEMPLATES, who=Who.STAFF, body=TemplateIn, answer=TemplateOut, refusals=(409,))
def keep_template(body: TemplateIn) -> TemplateOut:
    """Keep a new template; repeating it changes nothing."""
    return TemplateOut.model_validate(actions.keep(body.name, body.words, current_user.username, clock.now()))


@route(
    correspondence,
    "PATCH",
    f"{TEMPLATES}/<int:template_id>",
    who=Who.STAFF,
    body=TemplateChange,
    answer=TemplateOut,
    refusals=(404, 409),
)
def change_template(template_id: int, body: TemplateChange) -> TemplateOut:
    """Let a template say something else; refused where somebody has changed it since the version that was read."""
    by, now = current_user.username, clock.now()
    return TemplateOut.model_validate(actions.change(template_id, body.words, body.version, by, now))


@route(correspondence, "DELETE", f"{TEMPLATES}/<int:template_id>", who=Who.STAFF, answer=Ok, refusals=(404,))
def delete_template(template_id: int) -> Ok:
    """Delete a template; repeating it changes nothing."""
    actions.remove(template_id, current_user.username, clock.now())
    return Ok()


@route(correspondence, "POST", f"{LETTERS}/preview", who=Who.STAFF, body=WordsIn, answer=PreviewOut, refusals=(404,))
def preview_letter(client_id: int, body: WordsIn) -> PreviewOut:
    """The letter as it would be sent; nothing is."""
    shown = actions.preview(client_id, body.words)
    audit.look(current_user.actor(), f"client:{client_id}", clock.now())
    return PreviewOut.model_validate(shown)


@route(correspondence, "POST", LETTERS, who=Who.STAFF, body=LetterIn, answer=Ok, refusals=(404, 409), keyed=True)
def write_letter(client_id: int, body: LetterIn) -> Ok:
    """Write to a client exactly what was shown; once for each Idempotency-Key."""
    actions.send(client_id, body.words, body.seal, demanded_key(), current_user.username, clock.now())
    return Ok()
