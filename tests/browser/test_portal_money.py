"""A client's money in the portal, in a real browser: what was paid, an invoice to keep, another to pay by card."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from booking_visit import NARROW, Program, Visit
from playwright.sync_api import expect
from signed_in import add_client, enter_portal, flaws

from app import clock
from app.orders.models import Order
from app.payments import bills
from app.projects.models import Project
from app.projects.rules import portal_path

pytestmark = pytest.mark.browser


@pytest.mark.spec("D-09")
def test_a_client_keeps_an_invoice_and_pays_another_by_card(program: Program, arrive: Callable[..., Visit]) -> None:
    add_client(program, files=0)
    project = Project.get().id
    due = clock.in_sydney(clock.now()).date() + timedelta(days=14)
    bills.bill(None, project, [("Two site visits", 66_000), ("Report", 7_001)], due, "As agreed.", "one", "helena")
    visit = arrive(NARROW)
    page = enter_portal(visit)
    page = visit.open(f"{portal_path(project)}#money")
    money = page.get_by_role("region", name="Money")
    expect(money.get_by_text("To pay").first).to_be_visible()
    expect(money.get_by_text(f"HPM-{project}-2", exact=True).first).to_be_visible()
    expect(money.get_by_text("−$250.00")).to_be_visible()
    assert flaws(visit) == []
    expect(money.get_by_text("Initial consultation booking").first).to_be_hidden()  # what is paid is folded on a phone
    with page.expect_download() as download:
        money.get_by_role("button", name="Tax invoice INV-000001 (PDF)").click()
    assert download.value.suggested_filename == "Tax invoice INV-000001.pdf"
    assert download.value.path().read_bytes().startswith(b"%PDF-")

    money.get_by_role("button", name="Pay $480.01 by card").click()
    expect(money.get_by_role("heading", name="Pay by card")).to_be_focused()
    visit.type_card()
    assert flaws(visit) == []
    money.get_by_role("button", name="Pay $480.01").click()
    visit.toast("Payment received")
    expect(money.get_by_role("button", name="Pay $480.01")).to_have_count(0)
    expect(money.get_by_role("heading", name=f"HPM-{project}-2")).to_be_focused()
    expect(money.get_by_text("by card")).to_have_count(2)
    expect(money.get_by_text("still says how to pay: please do not pay it again.")).to_be_visible()
    assert Order.bills().get().state == "paid"
    assert flaws(visit) == []
