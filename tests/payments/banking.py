"""What staff do about money on the bank account, over HTTP."""

from typing import Any

from werkzeug.test import TestResponse

from app.factory import House
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.outcomes import Prospect
from app.orders.sums import standings
from tests.people import Person


def payments_of(project: int, *more: Any) -> Any:
    """The payments for what a project was begun with, as a query."""
    return Payment.select(Payment).join(Order).where(Order.begins(project), *more)


def books_by_transfer(house: House) -> Person:
    """A visitor whose booking waits for its fee, at a firm that takes no cards."""
    house.flask.config["GATEWAY"] = None
    visitor = Person(house)
    visitor.fill_wizard()
    assert visitor.post("/api/bookings/current/bank-transfer").status_code == 200
    return visitor


def mark(staff: Person, payment: int, cents: int | None = None, key: str = "one") -> TestResponse:
    """An awaited transfer came, be it with another sum."""
    path, named = f"/api/admin/payments/{payment}/receive-transfer", {"Idempotency-Key": key}
    return staff.post(path, {"amountCents": cents} if cents else None, headers=named)


def record(staff: Person, project: int, cents: Any, key: str = "one", number: int = 1, **seen: int) -> TestResponse:
    """A transfer came that nobody was asked for, or the rest of one, for one of a project's orders."""
    order = Order.get_or_none(Order.project == project, Order.number == number)
    came = standings([order.id])[order.id].paid_cents if order else 0
    named, body = {"Idempotency-Key": key} if key else {}, {"amountCents": cents, "number": number, "seenCents": came}
    body |= seen
    return staff.post(f"/api/admin/projects/{project}/transfers", body, headers=named)


def give_back(
    staff: Person, payment: int, cents: Any, key: str = "one", reason: str = "Paid too much", **seen: int
) -> TestResponse:
    """Money of a transfer was sent back."""
    made = Payment.get_or_none(Payment.id == payment)
    body = {
        "amountCents": cents,
        "reason": reason,
        "seenCents": made.amount_cents - made.refunded_cents if made else 0,
        **seen,
    }
    return staff.post(f"/api/admin/payments/{payment}/refunds", body, headers={"Idempotency-Key": key})


def line(staff: Person, project: int) -> dict[str, Any]:
    """The project's line in the back office, as an alert's link opens it."""
    listed = staff.get(f"/api/admin/consultations?project={project}").get_json()["items"]
    (found,) = [item for item in listed if item["projectId"] == project]
    return dict(found)


def sums(staff: Person, project: int) -> tuple[int, int, int, int]:
    """What came for a project, what went back, what is owed and what is to be refunded; cents."""
    shown = line(staff, project)["money"]
    return shown["paidCents"], shown["refundedCents"], shown["owedCents"], shown["dueBackCents"]


def owed_after(told: Prospect, came_cents: int) -> int:
    """What is owed when so much has come, as the back office reckons it."""
    is_enough = came_cents >= told.uncredited_cents
    return (told.uncredited_cents if is_enough else told.owed_cents) - came_cents


def foreseen(money: dict[str, Any], cents: int) -> str:
    """What the back office says will follow if so much comes."""
    told = Prospect(*(money["prospect"][name] for name in ("owedCents", "uncreditedCents", "settled", "parted")))
    return str((told.parted or "other_price") if owed_after(told, cents) > 0 else told.settled)
