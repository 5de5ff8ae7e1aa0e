"""A client and a member of staff who write to each other, in two browsers."""

from collections.abc import Callable

import pytest
from booking_visit import PLAN, Program, Visit, page_is
from playwright.sync_api import FilePayload, Page, Route, expect
from signed_in import STAFF, add_client, add_staff, enter_portal, enter_staff, fits

from app.accounts.models import Admin
from app.documents.models import Document
from app.messages import actions as messages
from app.messages.actions import Person
from app.messages.models import Message, Reader
from app.messages.rules import CLOSED, Side
from app.projects.models import Project

pytestmark = pytest.mark.browser

SURVEY: FilePayload = {**PLAN, "name": "Survey.pdf"}
ANSWER = "Monday suits us.\n<b>Shall we bring the plans?</b>"


def shown(page: Page) -> list[str]:
    """The texts of the conversation, oldest first."""
    return page.get_by_role("group", name="Messages").locator("li > p:nth-of-type(2)").all_inner_texts()


def lose_the_answer(route: Route) -> None:
    """The message arrives, and the connection breaks before its answer does."""
    if route.request.method == "POST":
        route.fetch()
        route.abort()
    else:
        route.continue_()


def sound(visit: Visit) -> None:
    assert visit.faults() == []
    assert fits(visit.page)


@pytest.mark.spec("D-10")
def test_both_sides_write_read_and_lose_nothing(program: Program, arrive: Callable[..., Visit]) -> None:
    add_client(program)
    add_staff()
    project = Project.get().id
    messages.send(project, Person(admin=Admin.called(STAFF)), "When may we call you?", [], "first")

    visit = arrive(390)
    page = enter_portal(visit)
    expect(page.get_by_role("link", name="1 unread message")).to_be_visible()
    page.get_by_role("link", name="Read the message").click()
    expect(page.get_by_text("When may we call you?")).to_be_visible()
    expect(page.get_by_text("New", exact=True)).to_be_visible()
    sound(visit)
    page.get_by_role("group", name="Messages").scroll_into_view_if_needed()
    page_is(page, "!document.body.innerText.includes('A message is unread')")
    reader = Reader.of(project, Side.CLIENT)
    assert reader is not None and reader.read_to == 1

    visit.button("Send").click()
    expect(page.get_by_text("Please write a message or attach a file")).to_be_visible()
    box = page.get_by_label("Your message")
    box.fill(ANSWER)
    # What arrived before another file was refused is said to be there, can be taken out, and goes once.
    files, listed = page.locator("#messages input[type=file]"), page.locator("#documents li")
    files.set_input_files([PLAN, SURVEY, {**PLAN, "name": "Fake.pdf", "buffer": b"no PDF"}])
    visit.button("Send").click()
    expect(page.get_by_text("A file could not be sent. What you wrote is kept here.")).to_be_visible()
    expect(page.get_by_text("Among the documents, goes with this message")).to_have_count(2)
    expect(listed.filter(has_text="Survey.pdf")).to_have_count(1)
    for name in ("Fake.pdf", "Survey.pdf"):
        page.get_by_role("button", name=f"Remove {name}").click()
    expect(listed.filter(has_text="Survey.pdf")).to_have_count(0)
    files.set_input_files(PLAN)
    expect(page.get_by_text("Already here: Plan.pdf, sent on")).to_be_visible()
    page.route("**/messages", lose_the_answer)
    visit.button("Try again").click()
    expect(page.get_by_text("Not sent")).to_be_visible()
    expect(box).to_have_value(ANSWER)
    sound(visit)
    page.unroute("**/messages")
    page.reload()
    expect(box).to_have_value(ANSWER)
    expect(page.get_by_text("Plan.pdf").last).to_be_visible()
    box.press("Control+Enter")
    expect(box).to_have_value("")
    assert shown(page) == ["When may we call you?", ANSWER]
    assert Message.select().count() == 2
    expect(listed.filter(has_text="Plan.pdf")).to_have_count(1)
    assert Document.of_project(project).where(Document.file_name == "Plan.pdf").count() == 1
    sound(visit)

    desk = arrive(1440)
    beside = enter_staff(desk)
    sound(desk)
    beside.get_by_role("link", name="Open: Client messages, Amelia Hart").click()
    written = beside.get_by_role("group", name="Messages")
    expect(written.get_by_role("button", name="Plan.pdf")).to_be_visible()
    expect(beside.get_by_text("A message of the client, read here and not answered.")).to_have_count(1)
    beside.get_by_label("Your message").fill("Please do.")
    desk.button("Send").click()
    expect(beside.get_by_text("Please do.")).to_be_visible()
    expect(beside.get_by_role("link", name="Open: Client messages, Amelia Hart")).to_have_count(0)
    sound(desk)

    expect(page.get_by_text("Please do.", exact=True)).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="New message from Helena Marsh")).to_have_count(1)

    box.fill("One more thing")
    Project.update(status="completed").execute()
    visit.button("Send").click()
    closed = CLOSED.format(call="call us on (02) 5550 0134")
    expect(page.get_by_text(closed)).to_be_visible()
    page.reload()
    expect(page.get_by_text(closed)).to_be_visible()
    expect(box).to_have_count(0)
    sound(visit)
    assert page.evaluate("Object.keys(sessionStorage).filter((name) => name.startsWith('helios.message.')).length") == 1
    page.get_by_role("link", name="All projects").click()
    visit.button("SIGN OUT").click()
    visit.at("Client Login")
    assert page.evaluate("Object.keys(sessionStorage).filter((name) => name.startsWith('helios.message.')).length") == 0
