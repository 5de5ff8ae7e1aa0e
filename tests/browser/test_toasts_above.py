"""What toasts say where a dialog covers the page, in a real browser."""

import io
import re
from collections.abc import Callable

import pytest
from booking_visit import DECLINED, NARROW, PAY, Program, Visit
from onboarding_visit import tell_details
from PIL import Image
from playwright.sync_api import Locator, expect
from signed_in import add_client, add_staff, enter_portal, enter_staff, tell_client

from app.projects.models import Project

pytestmark = pytest.mark.browser


def lies_on(toast: Locator, part: Locator) -> bool:
    """Whether the toast, once it has arrived, covers anything of that part."""
    expect(toast).to_be_visible()
    expect(part).to_be_visible()
    toast.page.wait_for_timeout(300)
    over, under = toast.bounding_box(), part.bounding_box()
    assert over and under
    return all(
        over[start] < under[start] + under[size] and under[start] < over[start] + over[size]
        for start, size in (("x", "width"), ("y", "height"))
    )


@pytest.mark.parametrize("width", [390, 1024, 1440])
def test_what_is_said_of_an_act_stands_above_the_open_record(
    program: Program, arrive: Callable[..., Visit], width: int
) -> None:
    add_staff()
    add_client(program, files=0)
    page = enter_staff(arrive(width), f"/admin/dashboard?project={Project.get().id}")
    record = page.get_by_role("dialog", name="Amelia Hart")
    record.get_by_role("button", name=re.compile("^Send a (new )?sign-in$")).click()
    page.get_by_role("button", name=re.compile("^Send a (new )?sign-in$")).last.click()

    said = re.compile("sign-in is in the outbox")
    toast = page.locator("li[data-variant]").filter(has_text=said)
    expect(toast).to_be_visible()
    expect(record.locator("[aria-live=polite]").filter(has_text=said)).to_have_count(
        1 if record.evaluate("record => record.matches(':modal')") else 0
    )
    for part in (record.get_by_role("heading", name="Amelia Hart"), record.get_by_role("button", name="Close")):
        assert not lies_on(toast, part)
    box = toast.bounding_box()
    assert box is not None
    shown = Image.open(io.BytesIO(page.screenshot(clip=box))).convert("RGB")
    # The edge of the toast is seen as it is: no dialog and no shade lies above it.
    red, green, blue = shown.getpixel((3, shown.height // 2))  # type: ignore[misc]  # of an RGB picture three
    assert toast.evaluate("toast => getComputedStyle(toast).borderLeftColor") == f"rgb({red}, {green}, {blue})"


@pytest.mark.spec("B-08")
def test_what_is_said_of_a_declined_card_covers_no_button_to_pay(arrive: Callable[..., Visit]) -> None:
    visit = arrive(NARROW)
    visit.to_payment()
    visit.pay(DECLINED)
    toast = visit.page.locator("li[data-variant]").filter(has_text="Payment Failed")
    for part in (visit.button(PAY), visit.page.get_by_role("alert").last):
        assert not lies_on(toast, part)


@pytest.mark.spec("B-08", "O-03")
def test_a_toast_lies_on_no_bar_that_stays_and_on_no_words_of_thanks(arrive: Callable[..., Visit]) -> None:
    visit = arrive(320)
    page, toast = visit.page, visit.page.locator("li[data-state=open][data-variant]")
    page.set_viewport_size({"width": 320, "height": 640})
    visit.open("/onboarding")
    tell_details(visit)
    visit.button("Next").click()
    for button in ("Next", "Previous"):
        assert not lies_on(toast.filter(has_text="Service Required"), visit.button(button))
    # What was missing is chosen: nothing says any more that it is.
    page.get_by_role("radio", name="Planning & Approvals").check()
    expect(toast).to_have_count(0)
    visit.to_payment()
    today = "Today $250.00 inc. GST, credited; later the rest of its price of $1,500.00: $1,250.00."
    expect(page.get_by_text(today)).to_be_visible()
    visit.pay()
    visit.at("Booking Confirmed")
    for words in (page.get_by_role("heading", level=1), page.get_by_text("Thank you, Amelia Hart.")):
        assert not lies_on(toast.filter(has_text="Payment Successful"), words)


# What the open toast covers of the headings, fields and buttons of the page that are not under its head anyway.
COVERED = """() => {
    const box = (each) => each.getBoundingClientRect();
    const toast = box(document.querySelector("li[data-state=open][data-variant]"));
    const head = box(document.querySelector("header")).bottom;
    const named = "h1, h2, h3, label, legend, input, select, textarea, iframe, main button, summary, [role=alert]";
    return [...document.querySelectorAll(named)]
        .filter((each) => !each.closest("[popover]") && each.checkVisibility() && box(each).height > 1)
        .filter((each) => box(each).bottom > head)
        .filter((each) => box(each).bottom > toast.top && box(each).top < toast.bottom && box(each).width > 1)
        .filter((each) => box(each).right > toast.left && box(each).left < toast.right)
        .map((each) => `${each.tagName} ${each.textContent}`);
}"""


@pytest.mark.parametrize("width", [NARROW, 1440])
def test_a_toast_covers_no_heading_no_field_and_no_button(
    program: Program, arrive: Callable[..., Visit], width: int
) -> None:
    visit = arrive(width)

    def covered(said: str) -> list[str]:
        expect(visit.page.locator("li[data-state=open][data-variant]").filter(has_text=said)).to_be_visible()
        visit.page.wait_for_timeout(300)  # until it has arrived
        found: list[str] = visit.page.evaluate(COVERED)
        return found

    visit.open("/client-portal")
    tell_client(visit, "wrong")
    assert covered("Login Failed") == []
    add_client(program, files=0)
    page = enter_portal(visit)
    page.goto(f"{program.address}/client-portal/projects/HPM-{Project.get().id}")
    page.get_by_role("button", name=re.compile("I do not have this")).first.click()
    assert covered("We know that you do not have it") == []
