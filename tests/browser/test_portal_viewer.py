"""Documents of the portal looked at in a real browser: nothing of them runs, and what cannot be shown says so."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from booking_visit import Program, Visit
from fpdf import FPDF
from PIL import Image
from playwright.sync_api import expect
from signed_in import CLIENT, add_client, enter_portal, fits

from app import clock
from app.documents import actions
from app.documents.models import Document
from app.documents.rules import CLIENT_EXTENSIONS, Uploader
from app.projects.models import Project
from tests.axe import faults

pytestmark = pytest.mark.browser


def plan() -> bytes:
    """A PDF of three pages that would run a script as soon as it is opened."""
    made = FPDF()
    made.set_font("Helvetica", size=40)
    for number in (1, 2, 3):
        made.add_page()
        made.cell(text=f"Sheet {number}", link="javascript:document.title='ran'")
    content = bytes(made.output())
    return content.replace(b"/Type /Catalog", b"/Type /Catalog /OpenAction <</S /JavaScript /JS (app.alert\\(1\\))>>")


def photograph() -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (1200, 900), "teal").save(made, "JPEG")
    return made.getvalue()


def painted(visit: Visit) -> int:
    """How many pixels of the page are not white."""
    count: int = visit.page.locator("canvas").evaluate(
        "(canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)"
        ".data.filter((value, at) => at % 4 === 0 && value < 128).length"
    )
    return count


@pytest.mark.spec("D-04", "E-01")
def test_a_plan_and_a_photograph_are_looked_at_and_all_taken_along(
    program: Program, arrive: Callable[..., Visit], tmp_path: Path
) -> None:
    add_client(program)
    folder = program.house.config.documents_folder
    project = Project.get()
    assert project.client.email == CLIENT
    contents = {"Plan.pdf": plan(), "Site.jpg": photograph(), "Broken.pdf": b"%PDF-1.7\nnothing more\n%%EOF"}
    for name, content in contents.items():
        actions.store(
            folder,
            io.BytesIO(content),
            name,
            project_id=project.id,
            uploaded_by=Uploader.CLIENT,
            accepted=CLIENT_EXTENSIONS,
            now=clock.now(),
        )
    program.house.jobs.run("thumbnails")
    visit = arrive(390)
    page = enter_portal(visit)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{program.address}/client-portal/projects/HPM-{project.id}")
    thumbnail = page.locator("#documents img")
    expect(thumbnail).to_have_js_property("naturalWidth", 320)
    assert not [address for address in asked if "pdf" in address.lower()]

    opener = page.get_by_role("button", name="Preview Plan.pdf")
    opener.press("Enter")
    dialog = page.get_by_role("dialog", name="Plan.pdf")
    expect(dialog.get_by_text("Page 1 of 3")).to_be_visible()
    expect(dialog.get_by_role("img", name="Plan.pdf, page 1")).to_have_attribute("aria-busy", "false")
    assert painted(visit) > 100 and faults(page) == [] and fits(page)
    frame = dialog.get_by_role("group", name="Preview of Plan.pdf")
    frame.focus()
    page.keyboard.press("PageDown")
    expect(dialog.get_by_text("Page 2 of 3")).to_be_visible()
    page.keyboard.press("+")
    expect(dialog.get_by_role("button", name="Zoom out")).not_to_have_attribute("aria-disabled", "true")
    expect(dialog.get_by_role("img", name="Plan.pdf, page 2")).to_have_attribute("aria-busy", "false")
    assert frame.evaluate("(frame) => frame.scrollWidth > frame.clientWidth") and fits(page)
    page.screenshot(path=tmp_path / "plan.png")
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    assert page.title() != "ran"

    page.get_by_role("button", name="Preview Site.jpg").click()
    shown = page.get_by_role("dialog", name="Site.jpg").get_by_role("img", name="Site.jpg")
    expect(shown).to_have_js_property("naturalWidth", 1200)
    page.screenshot(path=tmp_path / "site.png")
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Preview Broken.pdf").click()
    broken = page.get_by_role("dialog", name="Broken.pdf")
    expect(broken.get_by_text("This file cannot be shown here. Download it.")).to_be_visible()
    with page.expect_download() as one:
        broken.get_by_role("link", name="Download").click()
    assert one.value.path().read_bytes() == contents["Broken.pdf"]
    page.screenshot(path=tmp_path / "broken.png")
    page.keyboard.press("Escape")

    with page.expect_download() as every:
        page.get_by_role("link", name="Download all").click()
    assert every.value.suggested_filename == f"HPM-{project.id} documents.zip"
    with zipfile.ZipFile(every.value.path()) as opened:
        assert {name: opened.read(name) for name in contents} == contents
        assert len(opened.namelist()) == Document.of_project(project.id).count()
    page.set_viewport_size({"width": 1440, "height": 900})
    opener.click()
    expect(dialog.get_by_role("img", name="Plan.pdf, page 1")).to_have_attribute("aria-busy", "false")
    page.screenshot(path=tmp_path / "wide.png")
