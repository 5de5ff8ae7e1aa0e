"""A client's money in the portal, project by project, and the files of what was invoiced."""

from collections.abc import Collection
from datetime import datetime

from flask import Blueprint, Response

from app import clock
from app.config import in_force
from app.consultations.given_up import give_up
from app.errors import not_found
from app.http import Ok, Schema, Who, caller, route
from app.invoices.models import Invoice
from app.invoices.schemas import OrderOut, orders_of
from app.invoices.serving import download
from app.limits import per_address
from app.orders.models import Order
from app.orders.rules import OrderState
from app.orders.unsettled import settled, unsettled
from app.payments.current import card_provider
from app.payments.ending import end_cards
from app.portal.facts import facts
from app.portal.standing import Facts
from app.projects.finding import find_of_client
from app.projects.rules import CLOSED, checkout_path

money = Blueprint("portal_money", __name__)


class AccountOut(Schema):
    """The firm's account."""

    account_name: str
    bsb: str
    account: str


class MoneyOut(Schema):
    """The money of one project, oldest order first; the sums of all of it in cents.

    `unsettled_cents`: what is still here although the project is closed, for whichever of its orders, and staff decide
    about; `kept_cents`: what they have decided to keep of a cancelled one. `account`: where transfers go; None while
    there is none.
    """

    paid_cents: int
    refunded_cents: int
    owed_cents: int
    unsettled_cents: int
    kept_cents: int
    account: AccountOut | None
    orders: list[OrderOut]


class ToPayOut(Schema):
    """What a project is to be paid with before its work begins; cents.

    `awaits_transfer`: a bank transfer of so much was chosen, else nothing is yet. `held`: the time that is kept for it,
    until `held_until`; None where none is. `pay_at`: where it is paid or the way is chosen, `card`: also by card; None
    where it is paid by transfer alone.
    """

    cents: int
    credit_cents: int
    awaits_transfer: bool
    held: datetime | None
    held_until: datetime | None
    pay_at: str | None
    card: bool
    transfer: bool


class ClientMoney(MoneyOut):
    """The same, with what is `to_pay` for what the project was begun with; None where nothing is asked for."""

    to_pay: ToPayOut | None


@route(money, "GET", "/api/client/projects/<int:project_id>/money", who=Who.CLIENT, answer=ClientMoney, refusals=(404,))
def client_money(project_id: int) -> ClientMoney:
    """What was paid, owed and credited for one of the client's projects."""
    project, now = find_of_client(project_id, caller().client_id), clock.now()
    shown = money_of([project_id], now)[project_id]
    return ClientMoney(**dict(shown), to_pay=_to_pay(facts([project], now)[project_id], shown.orders))


def _to_pay(stands: Facts, orders: Collection[OrderOut]) -> ToPayOut | None:
    """What is asked for: the transfer that was chosen, or the price at which a time is kept."""
    ways, awaits = in_force().ways_to_pay, stands.transfer_cents is not None
    keeps = stands.held is not None or stands.shares_consultation
    is_open = stands.money is OrderState.UNPAID and stands.status not in CLOSED and not stands.is_deciding
    if not is_open or not (awaits or keeps):
        return None
    # A booking's fee is paid with its booking, and by nothing else.
    elsewhere = keeps and not Order.is_consultation_alone(stands.project_id)
    return ToPayOut(
        cents=stands.price_cents if stands.transfer_cents is None else stands.transfer_cents,
        credit_cents=sum(order.credit_cents for order in orders if order.bill is None),
        awaits_transfer=awaits,
        held=stands.held,
        held_until=stands.held_until,
        pay_at=checkout_path(stands.project_id, stands.price_cents) if elsewhere else None,
        card=ways.card,
        transfer=ways.transfer,
    )


@route(
    money,
    "POST",
    "/api/client/projects/<int:project_id>/give-up",
    who=Who.CLIENT,
    answer=Ok,
    refusals=(404, 409),
    limits=(per_address("60/hour"),),
)
def give_project_up(project_id: int) -> Ok:
    """Give up a project of the client that nothing was paid for; repeating it changes nothing."""
    give_up(find_of_client(project_id, caller().client_id).id, clock.now())
    end_cards(card_provider(), project_id)
    return Ok()


@route(money, "GET", "/api/client/invoices/<int:invoice_id>/download", who=Who.CLIENT, refusals=(404,))
def client_invoice(invoice_id: int) -> Response:
    """One of the client's tax invoices or adjustment notes as a file."""
    found = Invoice.of_client(caller().client_id).where(Invoice.id == invoice_id).first()
    if found is None:
        raise not_found("We could not find that invoice.")
    return download(found, clock.now())


def money_of(project_ids: Collection[int], now: datetime) -> dict[int, MoneyOut]:
    """The money of each of these projects, as its client sees it, in as many statements for many as for one."""
    config = in_force()
    account = AccountOut.model_validate(config.bank) if config.ways_to_pay.transfer else None
    shown, undecided, kept = orders_of(project_ids, now, as_seen=True), unsettled(project_ids), settled(project_ids)
    return {
        project_id: MoneyOut(
            paid_cents=sum(order.paid_cents for order in shown[project_id]),
            refunded_cents=sum(order.refunded_cents for order in shown[project_id]),
            owed_cents=sum(order.owed_cents for order in shown[project_id]),
            unsettled_cents=undecided[project_id].undeducted_cents if project_id in undecided else 0,
            kept_cents=kept.get(project_id, 0),
            account=account,
            orders=shown[project_id],
        )
        for project_id in project_ids
    }
