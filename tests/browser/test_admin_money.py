"""Staff record what came by bank transfer and what they sent back, in a real browser."""

from collections.abc import Callable

import pytest
from booking_visit import NARROW, Program, Visit
from playwright.sync_api import expect
from signed_in import add_staff, enter_staff, flaws

from app import clock
from app.orders.money import Payment, Refund
from app.projects.models import Project
from app.slots import actions as slots
from tests.onboarders import Onboarder

pytestmark = pytest.mark.browser


@pytest.mark.spec("C-05", "A-02")
def test_a_part_the_rest_and_too_much_are_recorded_and_given_back(
    program: Program, arrive: Callable[..., Visit]
) -> None:
    slots.generate(clock.now())
    ann = Onboarder(program.house)
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    add_staff()
    visit = arrive(NARROW)
    page = enter_staff(visit, f"/admin/dashboard?project={ann.project}")
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
