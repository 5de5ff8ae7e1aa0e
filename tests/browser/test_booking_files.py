"""Step 3: files travel at once, and everything about them is said."""

import pytest
from booking_visit import PLAN, Visit, only_booking
from playwright.sync_api import Page, Route, expect

from app.documents.models import Document

pytestmark = pytest.mark.browser


@pytest.fixture
def upload_page(visit: Visit) -> Page:
    """A visitor at step 3."""
    visit.open()
    visit.tell_personal()
    visit.tell_project()
    return visit.page


@pytest.mark.spec("B-04")
def test_files_that_cannot_be_taken_say_why(visit: Visit, upload_page: Page) -> None:
    visit.add_files(
        {"name": "tool.exe", "mimeType": "application/x-msdownload", "buffer": b"MZ"},
        {"name": "big.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4" + bytes(10 * 1024 * 1024)},
        {"name": "fake.png", "mimeType": "image/png", "buffer": b"not a picture"},
        PLAN,
    )
    for text in (
        "File tool.exe has invalid type. Accepted types: pdf, doc, docx, xls, xlsx, jpg, jpeg, png",
        "File big.pdf is too large. Maximum size is 10MB.",
        "File fake.png is not a real PNG file. Please save it again as PNG and try again.",
        "bytes, Uploaded",
    ):
        expect(upload_page.get_by_text(text)).to_be_visible()
    assert [document.file_name for document in Document.select()] == ["Plan.pdf"]
    assert visit.faults() == []
    # Going on names again what stays behind.
    visit.button("PROCEED TO PAYMENT").click()
    asked = upload_page.get_by_role("dialog", name="Proceed without the files that were not uploaded?")
    for name in ("tool.exe", "big.pdf", "fake.png"):
        expect(asked.get_by_text(name)).to_be_visible()
    visit.button("Back to the files").click()
    visit.at("Document Upload")
    visit.button("PROCEED TO PAYMENT").click()
    visit.button("Proceed without these files").click()
    visit.at("Complete Your Booking")


@pytest.mark.spec("B-04")
def test_a_file_can_be_dropped_seen_and_removed(visit: Visit, upload_page: Page) -> None:
    picture = upload_page.evaluate_handle(
        """async () => {
            const canvas = Object.assign(document.createElement("canvas"), { width: 8, height: 8 });
            const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
            const data = new DataTransfer();
            data.items.add(new File([blob], "Facade.png", { type: "image/png" }));
            return data;
        }"""
    )
    upload_page.locator("input[type=file]").dispatch_event("drop", {"dataTransfer": picture})
    expect(upload_page.get_by_text(", Uploaded")).to_be_visible()
    shown = upload_page.locator("li img")
    assert shown.evaluate("image => image.decode().then(() => image.naturalWidth)") == 8
    visit.button("Remove Facade.png").click()
    expect(upload_page.get_by_text("Facade.png")).to_be_hidden()
    assert Document.select().count() == 0


@pytest.mark.spec("B-05")
def test_going_on_without_documents_is_asked_about(visit: Visit, upload_page: Page) -> None:
    question = "Are you sure you want to proceed without uploading any documents?"
    visit.button("PROCEED TO PAYMENT").click()
    expect(upload_page.get_by_role("dialog", name=question)).to_be_visible()
    upload_page.keyboard.press("Escape")
    expect(upload_page.get_by_role("dialog")).to_be_hidden()
    expect(visit.button("PROCEED TO PAYMENT")).to_be_focused()
    visit.at("Document Upload")
    visit.button("PROCEED TO PAYMENT").click()
    visit.button("Proceed without documents").click()
    visit.at("Complete Your Booking")
    assert only_booking().step == 4


@pytest.mark.spec("B-04")
def test_nobody_goes_on_while_files_are_on_their_way(visit: Visit, upload_page: Page) -> None:
    held: list[Route] = []
    upload_page.route("**/api/bookings/current/documents", lambda route: held.append(route))
    with upload_page.expect_request("**/api/bookings/current/documents"):
        visit.add_files()
    expect(upload_page.get_by_role("progressbar", name="Uploading Plan.pdf")).to_be_visible()
    visit.button("PROCEED TO PAYMENT").click()
    expect(upload_page.get_by_text("Your documents are still uploading")).to_be_visible()
    held[0].continue_()
    expect(upload_page.get_by_text("bytes, Uploaded")).to_be_visible()
    expect(upload_page.get_by_text("Your documents are still uploading")).to_be_hidden()
    visit.button("PROCEED TO PAYMENT").click()
    visit.at("Complete Your Booking")


@pytest.mark.spec("B-04")
def test_an_upload_can_be_cancelled_and_a_failed_one_retried(visit: Visit, upload_page: Page) -> None:
    address = "**/api/bookings/current/documents"
    upload_page.route(address, lambda route: None)
    visit.add_files()
    visit.button("Cancel Plan.pdf").click()
    expect(upload_page.get_by_text("Plan.pdf")).to_be_hidden()
    upload_page.unroute(address)
    upload_page.route(address, lambda route: route.abort())
    visit.add_files()
    expect(upload_page.get_by_text("There was an error connecting to the server. We try again")).to_be_visible()
    upload_page.unroute(address)
    visit.button("Retry Plan.pdf").click()
    expect(upload_page.get_by_text("bytes, Uploaded")).to_be_visible()
