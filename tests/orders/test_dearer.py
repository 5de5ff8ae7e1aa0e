"""A consultation is cancelled whose fee is the credit of a service: said before, and the same on every page after."""

from typing import Any

import pytest

from app import clock
from app.mail.models import Letter
from app.orders.models import Order
from app.slots import actions as slots
from app.slots.models import Hold
from tests.consultations.scheduled import FAR, Client
from tests.invoices.test_bills import sound
from tests.onboarders import Onboarder
from tests.people import VISA, People


@pytest.fixture
def amelia(people: People) -> Client:
    """Amelia's consultation is paid and has its time."""
    slots.generate(clock.now())
    return Client.with_time(people, FAR)


@pytest.fixture
def service(people: People, amelia: Client) -> Onboarder:
    """She holds a time for a service of $2,000.00, too, signed in."""
    return Onboarder.signed_in(people.house, time=3)


def shown(service: Onboarder) -> dict[str, Any]:
    """What the service costs on every page: its checkout, its money in the portal, and the address of its step."""
    name = service.project
    money = service.get(f"/api/client/projects/{name}/money").get_json()["orders"][0]
    step = next(each for each in service.get("/api/client/steps").get_json() if each["projectId"] == name)
    return {
        "checkout": service.checkout()["totalCents"],
        "money": money["totalCents"],
        "lines": sum(line["cents"] for line in money["lines"]),
        "step": step["href"].partition("amount=")[2],
    }


def everywhere(cents: int) -> dict[str, Any]:
    return {"checkout": cents, "money": cents, "lines": cents, "step": f"{cents // 100}"}


def told() -> str:
    return " ".join(Letter.get(Letter.kind == "consultation_cancelled").text.split())


@pytest.mark.spec("C-02")
@pytest.mark.parametrize("is_begun", [False, True])
def test_what_loses_its_credit_says_so_before_and_costs_the_same_everywhere_after(
    people: People, amelia: Client, service: Onboarder, is_begun: bool
) -> None:
    if is_begun:
        service.begin_card()
    assert shown(service) == everywhere(175_000)
    name = f"HPM-{service.project}"
    said = f"Cancelling also takes the $250.00 credit from {name}: it will cost $2,000.00 instead of $1,750.00."
    assert said in amelia.appointment()["money"]
    assert people.staff().get(f"/api/admin/projects/{amelia.project}").get_json()["onCancelling"] == said
    assert amelia.cancel().status_code == 200
    assert shown(service) == everywhere(200_000)
    assert Order.of_project(service.project).credit is None
    after = f"The $250.00 credit is not deducted from {name} any more: it costs $2,000.00 now instead of $1,750.00."
    assert after in told()
    intent = service.begin_card()
    assert people.house.sandbox.intent(intent)["amount"] == 200_000
    sound(people)


def test_a_card_form_that_was_open_cannot_be_charged_any_more(
    people: People, amelia: Client, service: Onboarder
) -> None:
    intent = service.begin_card()
    assert amelia.cancel().status_code == 200
    people.house.sandbox.confirm(intent, card=VISA)
    assert service.settle(intent) == "failed"
    assert service.checkout()["totalCents"] == 200_000
    sound(people)


def test_a_card_that_was_charged_at_that_moment_took_what_its_form_was_opened_at(
    people: People, amelia: Client, service: Onboarder
) -> None:
    intent = service.begin_card()
    people.house.sandbox.confirm(intent, card=VISA)
    assert amelia.cancel().status_code == 200
    assert service.settle(intent) == "paid"
    order = Order.of_project(service.project)
    assert (order.state, order.credit.cents) == ("paid", -25_000)
    sound(people)


def test_a_transfer_that_is_awaited_keeps_its_sum(people: People, amelia: Client, service: Onboarder) -> None:
    assert service.post(f"/api/projects/{service.project}/bank-transfer").status_code == 200
    money = amelia.appointment()["money"]
    assert "Cancelling also" not in money and "whose transfer is awaited" in money
    assert amelia.cancel().status_code == 200
    assert service.checkout()["totalCents"] == 175_000 and "any more" not in told()
    sound(people)


def test_what_can_not_be_paid_any_more_is_not_named(amelia: Client, service: Onboarder) -> None:
    Hold.update(expires_at=clock.now()).where(Hold.project_id == service.project).execute()
    assert "Cancelling also" not in amelia.appointment()["money"]
