"""Documents both ways in the portal: added to a project, asked for line by line, shared and opened."""

import io
import re
from pathlib import Path

import pytest
from booking_visit import PLAN, Gate, Program, Visit
from playwright.sync_api import Page, expect
from signed_in import add_client, enter_portal, fits, fits_enlarged

from app import clock
from app.demo.papers import sample_pdf
from app.documents import actions as documents
from app.documents import sharing
from app.documents.models import Document, Opening
from app.documents.rules import Uploader
from app.projects.models import Project

pytestmark = pytest.mark.browser

PROGRAM = {"name": "House.svg", "mimeType": "image/svg+xml", "buffer": b"<svg/>"}
FAKE = {"name": "Facade.png", "mimeType": "image/png", "buffer": b"<script>alert(1)</script>"}
CONTRACT = {**PLAN, "name": "Contract.pdf"}


def shared_by_staff(program: Program) -> int:
    """Staff have shared a report; its project."""
    project, now = Project.get(), clock.now()
    kept = documents.store(
        program.house.config.documents_folder,
        io.BytesIO(sample_pdf("Report")),
        "Report.pdf",
        project_id=project.id,
        uploaded_by=Uploader.STAFF,
        accepted=("pdf",),
        now=now,
    )
    sharing.share(project.id, [kept.id], "helena", now)
    return int(project.id)


def choose(page: Page, *files: object) -> None:
    page.get_by_role("dialog").locator("input[type=file]").set_input_files(list(files))


@pytest.mark.spec("D-02", "D-03", "D-06", "D-07", "E-01")
def test_documents_pass_both_ways(program: Program, visit: Visit) -> None:
    add_client(program, files=0)
    number = shared_by_staff(program)
    page = enter_portal(visit)
    dialog = page.get_by_role("dialog")

    # From the first screen: several at once, all on their way; what can never pass is said and not offered again.
    visit.button("UPLOAD DOCUMENT").click()
    expect(dialog.get_by_label("Document type")).to_have_value("contract")
    expect(dialog.get_by_label("Document type").locator("option").first).to_have_text("We asked for: Plans")
    gate = Gate(page, "**/api/documents")
    choose(page, CONTRACT, FAKE, PROGRAM)
    visit.toast("Uploading document...")
    expect(dialog.get_by_text("File House.svg has invalid type. Accepted types:")).to_be_visible()
    expect(dialog.get_by_role("progressbar", name="Uploading Contract.pdf")).to_be_visible()
    expect(dialog.get_by_role("button", name="Go on meanwhile")).to_be_visible()
    assert visit.faults() == []
    gate.open()
    # The dialog says it beside the file, and no toast covers that.
    expect(dialog.get_by_role("alert").filter(has_text="File Facade.png is not a real PNG file.")).to_be_visible()
    expect(page.get_by_text("Upload failed")).to_have_count(0)
    expect(dialog.get_by_text(", Uploaded")).to_be_visible()
    expect(dialog.get_by_role("button", name="Retry Facade.png")).to_have_count(0)
    expect(dialog.get_by_role("button", name="Choose another file for Facade.png")).to_be_visible()
    assert visit.faults() == []
    page.set_viewport_size({"width": 390, "height": 844})
    reason = dialog.get_by_role("alert").get_by_text("File Facade.png is not a real PNG file.").bounding_box()
    assert reason and reason["width"] > 200
    dialog.get_by_role("button", name="Remove Facade.png").click()
    # Nothing came: nothing is said to be on its way.
    choose(page, FAKE)
    expect(dialog.get_by_role("button", name="Choose another file for Facade.png")).to_be_visible()
    expect(page.get_by_text("Uploading document...")).to_be_hidden(timeout=2000)
    dialog.get_by_role("button", name="Remove Facade.png").click()
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.get_by_role("tablist", include_hidden=True).evaluate("row => row.scrollWidth <= row.clientWidth")
    page.set_viewport_size({"width": 1440, "height": 900})
    dialog.get_by_role("button", name="Done").click()
    assert [row.file_name for row in Document.select().where(Document.uploaded_by == "client")] == ["Contract.pdf"]

    # What is there already is said, and goes a second time only where that is wanted.
    visit.button("UPLOAD DOCUMENT").click()
    choose(page, CONTRACT)
    expect(dialog.get_by_text(re.compile(r"^Already here: Contract\.pdf, sent on \d"))).to_be_visible()
    assert visit.faults() == []
    expect(dialog.get_by_role("button", name="Add all the same: Contract.pdf")).to_be_visible()
    dialog.get_by_role("button", name="Remove Contract.pdf").click()
    dialog.get_by_role("button", name="Done").click()
    assert Document.select().where(Document.file_name == "Contract.pdf").count() == 1

    # From the card, with the answer lost on its way: tried again, it is there once.
    Project.update(status="pending_documents").execute()
    page.reload()
    page.get_by_role("button", name=f"Upload documents for HPM-{number}").click()
    dialog.get_by_label("Document type").select_option("other")
    page.route("**/api/documents", lambda route: (route.fetch(), route.abort()), times=1)
    choose(page, PLAN)
    visit.toast("Document uploaded", "Plan.pdf")  # by itself
    dialog.get_by_role("button", name="Done").click()
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("heading", level=1)).to_be_focused()  # the button has nothing left to ask for
    assert Document.select().where(Document.file_name == "Plan.pdf").count() == 1

    # On a phone: the project's page, line by line.
    page.set_viewport_size({"width": 390, "height": 844})
    visit.open(f"/client-portal/projects/HPM-{number}")
    needed = page.get_by_role("region", name="Documents")
    expect(needed.get_by_text("We need 2 documents from you.")).to_be_visible()
    assert visit.faults() == []
    assert fits(page) and fits_enlarged(page)
    page.evaluate("scrollTo({ top: 300, behavior: 'instant' })")
    visit.button("Add Site survey").click()
    expect(dialog).to_be_visible()
    page.go_back()
    expect(dialog).to_be_hidden()  # and the page under it is the same, where it was
    expect(needed.get_by_text("We need 2 documents from you.")).to_be_visible()
    expect(needed.get_by_text(re.compile("You have sent .*“Plan.pdf”"))).to_be_visible()
    visit.button("Plans: already sent").click()
    dialog.get_by_label("Which of your documents is it?").select_option("Plan.pdf")
    dialog.get_by_role("button", name="This is it").click()
    expect(needed.get_by_text("Received: “Plan.pdf”")).to_be_visible()
    visit.button("Site survey: I do not have this").click()
    expect(needed.get_by_text("You do not have it")).to_be_visible()
    visit.button("Site survey: I have this after all").click()
    expect(needed.get_by_text("Still to come")).to_be_visible()
    visit.button("Site survey: I do not have this").click()
    expect(needed.get_by_text("You do not have it")).to_be_visible()
    visit.button("Add Site survey").click()
    choose(page, {**PLAN, "name": "Survey.pdf"})
    visit.toast("Document uploaded", "Survey.pdf")
    expect(dialog.get_by_text("Survey.pdf", exact=True)).to_be_in_viewport()
    assert visit.faults() == []
    dialog.get_by_role("button", name="Done").click()
    expect(needed.get_by_text("We have everything we asked for.")).to_be_visible()
    expect(needed.get_by_text("Received")).to_have_count(2)
    expect(visit.button("Add another file to Site survey")).to_be_focused()

    # What staff share is new until it is opened.
    expect(needed.get_by_text("New", exact=True)).to_be_visible()
    with page.expect_download() as fetched:
        visit.button("Download Report.pdf").click()
    assert Path(fetched.value.path()).read_bytes() == sample_pdf("Report")
    expect(needed.get_by_text("New", exact=True)).to_be_hidden()
    assert Opening.select().count() == 1
    assert fits(page)

    # The others of the list are looked at without closing it: by button, arrow and finger.
    visit.button("Preview Survey.pdf").click()
    name, sheet = dialog.get_by_role("heading"), dialog.get_by_role("group")
    expect(name).to_have_text("Survey.pdf")
    before, after = (dialog.get_by_role("button", name=f"{which} document") for which in ("Previous", "Next"))
    expect(before).to_have_attribute("aria-disabled", "true")
    after.click()
    expect(name).to_have_text("Plan.pdf")
    expect(dialog.get_by_role("status")).to_have_text("Document 2 of 4")
    page.keyboard.press("ArrowRight")
    expect(name).to_have_text("Contract.pdf")
    assert visit.faults() == []
    assert fits(page) and fits_enlarged(page)
    touch = {"pointerType": "touch", "isPrimary": True, "bubbles": True}
    for kind, across in (("pointerdown", 300), ("pointerup", 200)):
        sheet.dispatch_event(kind, {**touch, "clientX": across, "clientY": 400})
    expect(name).to_have_text("Report.pdf")
    expect(dialog.get_by_role("img", name="Report.pdf, page 1")).to_have_attribute("aria-busy", "false")
    expect(after).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowLeft")
    expect(name).to_have_text("Contract.pdf")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(visit.button("Preview Survey.pdf")).to_be_focused()
    assert visit.complaints == []
