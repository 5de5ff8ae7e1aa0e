"""What staff do about money on the bank account, over HTTP."""

from typing import Any

from werkzeug.test import TestResponse

from app.orders.rules import Outcome, Prospect
from tests.people import Person


def mark(staff: Person, payment: int, cents: int | None = None) -> TestResponse:
    """An awaited transfer came, be it with another sum."""
    return staff.post(f"/api/admin/payments/{payment}/receive-transfer", {"amountCents": cents} if cents else None)


def record(staff: Person, project: int, cents: Any, key: str = "one") -> TestResponse:
    """A transfer came that nobody was asked for."""
    named = {"Idempotency-Key": key} if key else {}
    return staff.post(f"/api/admin/projects/{project}/transfers", {"amountCents": cents}, headers=named)


def give_back(staff: Person, payment: int, cents: Any, key: str = "one", reason: str = "Paid too much") -> TestResponse:
    """Money of a transfer was sent back."""
    body = {"amountCents": cents, "reason": reason}
    return staff.post(f"/api/admin/payments/{payment}/refunds", body, headers={"Idempotency-Key": key})


def line(staff: Person, project: int) -> dict[str, Any]:
    """The project's line in the back office, as an alert's link opens it."""
    listed = staff.get(f"/api/admin/consultations?project={project}").get_json()["items"]
    (found,) = [item for item in listed if item["projectId"] == project]
    return dict(found)


def sums(staff: Person, project: int) -> tuple[int, int, int, int]:
    """What came for a project, what went back, what is owed and what is to be given back; cents."""
    shown = line(staff, project)["money"]
    return shown["paidCents"], shown["refundedCents"], shown["owedCents"], shown["dueBackCents"]


def foreseen(money: dict[str, Any], cents: int) -> str:
    """What the back office says will follow if so much comes."""
    told = Prospect(*(money["prospect"][name] for name in ("owedCents", "uncreditedCents", "settled")))
    is_owed = told.settled != Outcome.SECOND and told.owed_after(cents) > 0
    return str(Outcome.OTHER_PRICE if is_owed else told.settled)
