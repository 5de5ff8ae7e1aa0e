"""What /success says of the booking fee once a service has deducted it."""

from typing import Any

import pytest

from app import clock
from app.orders.models import Order
from app.projects.models import Project
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.payments.banking import mark, payments_of
from tests.people import People, Person

AMELIA = "amelia@example.com"


def shown(browser: Person, project: int) -> dict[str, Any]:
    return dict(browser.get(f"/api/bookings/confirmation?projectId={project}").get_json())


def fee_project() -> Project:
    found: Project = Order.select().where(Order.booking_id.is_null(False)).order_by(Order.id.desc()).get().project
    return found


@pytest.fixture
def ann(people: People) -> Onboarder:
    """Ann has paid the fee, and keeps a time for a service that deducts it."""
    slots.generate(clock.now())
    ann = Onboarder(people.house)
    ann.book(email="ann@example.com")
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    return ann


@pytest.mark.spec("B-02")
def test_it_says_what_a_fee_was_deducted_from_once_it_was(people: People, ann: Onboarder) -> None:
    fee = fee_project().id
    assert shown(ann, fee)["booking"]["feeNote"] == ""
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    awaited = ann.get(f"/api/bookings/confirmation?projectId={ann.project}").get_json()["booking"]
    assert awaited["cardAt"] == f"/checkout?projectId={ann.project}&amount=1500&method=card"
    told = f"The booking fee was deducted: $250.00 from HPM-{ann.project}"
    assert shown(ann, fee)["booking"]["feeNote"] == f"{told}, whose transfer is awaited."
    assert mark(people.staff(), payments_of(ann.project).get().id).status_code == 200
    assert shown(ann, fee)["booking"]["feeNote"] == f"{told}."
    orders = people.staff().get(f"/api/admin/projects/{fee}").get_json()["orders"]
    assert [order["used"] for order in orders] == [f"{told}."]
    assert shown(ann, ann.project)["booking"]["feeNote"] == ""


def test_of_a_fee_that_is_used_in_part_it_says_what_is_left(people: People) -> None:
    slots.generate(clock.now())
    visitor = people.visitor()
    visitor.book(email="ann@example.com")
    fee = fee_project()
    body = {"lines": [{"description": "Site visit", "cents": 20_000}], "dueOn": _soon(), "note": ""}
    key = {"headers": {"Idempotency-Key": "one"}}
    assert people.staff().post(f"/api/admin/projects/{fee.id}/bills", body, **key).status_code == 201
    said = f"The booking fee was deducted: $200.00 from HPM-{fee.id}-2. "
    said += "What is left of it, $50.00, is deducted from the next service."
    assert shown(visitor, fee.id)["booking"]["feeNote"] == said


def _soon() -> str:
    return clock.in_sydney(clock.now()).date().isoformat()


@pytest.mark.spec("R-01")
def test_that_the_client_used_it_in_another_browser_is_not_told_to_the_one_that_paid(people: People) -> None:
    amelia = people.client(AMELIA)
    slots.generate(clock.now())
    browser = people.visitor()
    browser.book(email=AMELIA)
    fee = fee_project().id
    assert shown(browser, fee)["state"] == "paid"
    for number in range(2):  # both of her fees
        own = Onboarder(people.house, email=AMELIA)
        own.sign_in(AMELIA)
        assert own.take(own.times()[number]["id"]).status_code == 200
        own.pay()
    assert shown(browser, fee) == {
        "state": "portal",
        "booking": None,
        "isDisowned": False,
        "mayChange": False,
        "asksVisitor": False,
    }
    assert shown(amelia, fee)["booking"]["feeNote"].startswith("The booking fee was deducted: ")
