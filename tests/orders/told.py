"""The sums of a project's money wherever they are told: each place must say what a person with paper says."""

import re
from typing import NamedTuple

from app import clock
from app.access import Caller
from app.admin.project_money import money_of as staff_money_of
from app.booking.confirmation import confirmation
from app.mail.models import Letter
from app.orders.models import Order
from app.orders.schemas import Arrived, arrived
from app.portal.money import money_of
from app.projects.checkout import checkout
from app.projects.models import Project
from app.projects.rules import CLOSED
from tests.orders.plain import Paper, paper

LETTERS = ("payment_refunded", "other_price_received", "paid_twice", "paid_after_closing", "payment_received")


class Sums(NamedTuple):
    """What came, what of it went back, what is still owed, and what came too much; cents."""

    came: int
    back: int
    owed: int
    due_back: int


def on_paper(project: Project) -> Sums:
    """Of what a project was begun with, added up row by row."""
    says: Paper = paper(Order.of_project(project.id))
    asked = says.state == "part_paid" and project.status not in CLOSED
    rest = says.due - says.came + says.back
    return Sums(says.came, says.back, rest if asked else 0, max(0, -rest))


def told(project: Project) -> dict[str, Sums]:
    """What each page says of it, by the page; nothing of one that shows no money."""
    now, caller = clock.now(), Caller(project.visitor_id, project.client_id)
    card = arrived([project]).get(project.id)
    booking = confirmation(caller, project.id, None).booking
    pages = {
        "card": card,
        "success": booking.arrived if booking else card,
        "checkout": checkout(project, caller).arrived,
    }
    found = {page: _sums(shown) for page, shown in pages.items()}
    money, staff = money_of([project.id], now)[project.id], staff_money_of([project], now)[project.id]
    begun = money.orders[0]
    found["money"] = Sums(begun.paid_cents, begun.refunded_cents, begun.owed_cents, begun.due_back_cents)
    # Staff read the sums of all orders, and what is asked for also of what is only offered.
    others = [(each.paid_cents, each.refunded_cents, each.due_back_cents) for each in money.orders[1:]]
    came, back, due_back = (sum(each) for each in zip(*others, strict=True)) if others else (0, 0, 0)
    owed = staff.begun_owed_cents if begun.paid_cents else 0
    found["staff"] = Sums(staff.paid_cents - came, staff.refunded_cents - back, owed, staff.due_back_cents - due_back)
    return found


def disagreements(project: Project) -> list[str]:
    """The places that say otherwise than paper."""
    says = on_paper(project)
    return [
        f"{page} of {project.id} says {sums}, on paper {says}" for page, sums in told(project).items() if sums != says
    ]


def in_letter(project: Project) -> tuple[str, set[int]]:
    """The kind of the newest letter about its money, and every sum that it names in cents."""
    about = Letter.project_id == project.id, Letter.kind.in_(LETTERS)
    letter = Letter.select().where(*about).order_by(Letter.id.desc()).first()
    named = re.findall(r"\$([\d,]+)\.(\d\d)", letter.text) if letter else []
    return letter.kind if letter else "", {int(whole.replace(",", "") + cents) for whole, cents in named}


def _sums(shown: Arrived | None) -> Sums:
    if shown is None:
        return Sums(0, 0, 0, 0)
    return Sums(shown.amount_cents, shown.refunded_cents, shown.owed_cents, shown.due_back_cents)
