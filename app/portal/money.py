"""A client's money in the portal, project by project, and the files of what was invoiced."""

from collections.abc import Collection
from datetime import datetime

from flask import Blueprint, Response

from app import clock
from app.config import in_force
from app.errors import not_found
from app.http import Schema, Who, caller, route
from app.invoices.models import Invoice
from app.invoices.schemas import OrderOut, orders_of
from app.invoices.serving import download
from app.orders.unsettled import unsettled
from app.projects.finding import find_of_client

money = Blueprint("portal_money", __name__)


class AccountOut(Schema):
    """The firm's account."""

    account_name: str
    bsb: str
    account: str


class MoneyOut(Schema):
    """The money of one project, oldest order first; the sums of all of it in cents.

    `unsettled_cents`: what is still here although the project is closed, and staff decide about. `account`: where
    transfers go; None while there is none.
    """

    paid_cents: int
    refunded_cents: int
    owed_cents: int
    unsettled_cents: int
    account: AccountOut | None
    orders: list[OrderOut]


@route(money, "GET", "/api/client/projects/<int:project_id>/money", who=Who.CLIENT, answer=MoneyOut, refusals=(404,))
def client_money(project_id: int) -> MoneyOut:
    """What was paid, owed and credited for one of the client's projects."""
    find_of_client(project_id, caller().client_id)
    return money_of([project_id], clock.now())[project_id]


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
    shown, undecided = orders_of(project_ids, now), unsettled(project_ids)
    return {
        project_id: MoneyOut(
            paid_cents=sum(order.paid_cents for order in shown[project_id]),
            refunded_cents=sum(order.refunded_cents for order in shown[project_id]),
            owed_cents=sum(order.owed_cents for order in shown[project_id]),
            unsettled_cents=undecided[project_id].cents if project_id in undecided else 0,
            account=account,
            orders=shown[project_id],
        )
        for project_id in project_ids
    }
