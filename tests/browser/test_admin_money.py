"""Staff record what came by bank transfer and what they sent back, in a real browser."""

from collections.abc import Callable

import pytest
from booking_visit import NARROW, Program, Visit
from playwright.sync_api import Page, expect
from signed_in import add_staff, enter_staff, flaws

from app import clock
from app.orders.money import Payment, Refund
from app.projects.models import Project
from app.slots import actions as slots
from tests.onboarders import Onboarder

pytestmark = pytest.mark.browser


def awaited(program: Program, arrive: Callable[..., Visit]) -> tuple[Onboarder, Visit, Page]:
    """Somebody whose transfer is to come, and staff who look at the record."""
    slots.generate(clock.now())
    ann = Onboarder(program.house)
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    add_staff()
    visit = arrive(NARROW)
    return ann, visit, enter_staff(visit, f"/admin/dashboard?project={ann.project}")


@pytest.mark.spec("C-05", "A-02")
def test_a_part_the_rest_and_too_much_are_recorded_and_given_back(
    program: Program, arrive: Callable[..., Visit]
) -> None:
    ann, visit, page = awaited(program, arrive)
    line = page.get_by_role("dialog", name="Ann Lee")

    mark = line.get_by_role("button", name=f"Mark transfer received: HPM-{ann.project}")
    mark.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Mark transfer received?")
    came = dialog.get_by_label("What came, in dollars")
    expect(came).to_have_value("1500.00")
    expect(dialog.get_by_text("The project becomes paid")).to_be_visible()
    came.fill("1,1")
    visit.button("Mark received").click()
    expect(dialog.get_by_text("Please enter an amount between $0.01 and $100,000")).to_be_visible()
    expect(came).to_be_focused()
    assert flaws(visit) == []
    page.keyboard.press("Escape")
    visit.button("Discard").click()
    expect(mark).to_be_focused()
    page.keyboard.press("Enter")
    came.fill("$1,100")
    expect(dialog.get_by_text("$400.00 is still owed.")).to_be_visible()
    came.press("Enter")
    visit.toast("Transfer received", "$1,100.00 from Ann Lee")
    expect(line.get_by_text("$1,100.00 came: $400.00 still owed")).to_be_visible()
    expect(line.get_by_text("Held for a transfer")).to_be_visible()
    assert flaws(visit) == []

    record = line.get_by_role("button", name=f"Record a transfer: HPM-{ann.project}")
    record.click()
    dialog = page.get_by_role("dialog", name="Record a transfer?")
    came = dialog.get_by_label("What came, in dollars")
    expect(came).to_have_value("400.00")
    came.fill("450")
    expect(dialog.get_by_text("$50.00 is to be refunded.")).to_be_visible()
    assert flaws(visit) == []
    visit.button("Record transfer: $450.00").click()
    expect(line.get_by_text("$1,550.00 came: $50.00 to refund")).to_be_visible()
    expect(line.get_by_text("Booked", exact=True)).to_be_visible()
    expect(line.get_by_text("Scheduled", exact=True).first).to_be_visible()
    assert Project.get_by_id(ann.project).status == "scheduled"

    line.get_by_role("button", name="Record a refund").filter(has_text="$450.00").click()
    dialog = page.get_by_role("dialog", name="Record a refund?")
    back = dialog.get_by_label("What was sent back, in dollars")
    expect(back).to_have_value("50.00")
    expect(dialog.get_by_text("It is all that came too much")).to_be_visible()
    back.fill("20")
    expect(dialog.get_by_text("It is part of what came too much")).to_be_visible()
    back.fill("450.01")
    visit.button("Record refund").click()
    expect(dialog.get_by_text("At most $450.00 of this payment can be refunded")).to_be_visible()
    expect(dialog.get_by_text("Please say why it is refunded")).to_be_visible()
    assert flaws(visit) == []
    back.fill("50")
    dialog.get_by_label("Reason").fill("Sent 50 too much")
    visit.button("Record refund").click()
    expect(line.get_by_text("$1,550.00 came, $50.00 was refunded")).to_be_visible()
    assert flaws(visit) == []
    assert (Refund.get().cents, Refund.get().reason, Payment.select().count()) == (5_000, "Sent 50 too much", 2)


@pytest.mark.spec("C-05", "A-06")
def test_a_transfer_that_was_marked_by_mistake_is_taken_back(program: Program, arrive: Callable[..., Visit]) -> None:
    ann, visit, page = awaited(program, arrive)
    line, name = page.get_by_role("dialog", name="Ann Lee"), f"HPM-{ann.project}"
    line.get_by_role("button", name=f"Mark transfer received: {name}").click()
    visit.button("Mark received").click()
    visit.toast("Transfer received", "$1,500.00 from Ann Lee")
    expect(line.get_by_text("Scheduled", exact=True).first).to_be_visible()

    line.get_by_text("A transfer was marked by mistake?").click()
    line.get_by_role("button", name=f"This was a mistake: the transfer has not come: {name}").click()
    dialog = page.get_by_role("dialog", name="This transfer has not come?")
    expect(dialog.get_by_text("its consultation is no longer confirmed")).to_be_visible()
    expect(dialog.get_by_text("A letter tells the client that it was our mistake.")).to_be_visible()
    assert flaws(visit) == []
    visit.button("It has not come").click()
    expect(dialog.get_by_text("Please say why")).to_be_visible()
    dialog.get_by_label("Reason, for staff").fill("It was for another firm")
    visit.button("It has not come").click()
    visit.toast("Taken back", "The letter to the client is in the outbox.")
    expect(line.get_by_text("Held for a transfer")).to_be_visible()
    expect(line.get_by_role("button", name=f"Mark transfer received: {name}")).to_be_visible()
    expect(line.get_by_text("A transfer was marked by mistake?")).to_have_count(0)
    assert flaws(visit) == []
    assert (Project.get_by_id(ann.project).status, Payment.get().status) == ("pending_payment", "pending")
