"""Staff erase a client who asked for it, in a real browser."""

import re

import pytest
from booking_visit import Program, Visit
from playwright.sync_api import expect
from signed_in import CLIENT, add_client, add_staff, enter_staff, fits, flaws

from app import clock
from app.accounts import deletion
from app.accounts.models import Client
from app.db import write
from app.mail.models import Letter
from app.projects.models import Project

pytestmark = pytest.mark.browser


@pytest.mark.spec("A-03", "A-07")
def test_a_client_who_asks_for_it_is_erased_from_their_page(program: Program, visit: Visit) -> None:
    add_staff()
    add_client(program, files=1)
    client = Client.get(Client.email == CLIENT)
    deletion.ask(client.id, clock.now())
    page = enter_staff(visit)
    # Why it cannot be done yet stands on the line that asks for it, which opens the client's page.
    asks = page.get_by_role("listitem").filter(has_text="asks to be deleted")
    expect(asks).to_contain_text("Set it to completed, or cancel it.")
    asks.get_by_role("link", name=re.compile("Open")).click()
    visit.at("Amelia Hart")
    page.get_by_role("button", name="Erase: Amelia Hart").click()
    dialog = page.get_by_role("dialog", name="Erase Amelia Hart?")
    expect(dialog.get_by_text("It cannot be done yet")).to_be_visible()
    expect(dialog.get_by_role("button", name="Erase for good")).to_have_count(0)
    dialog.get_by_role("button", name="Back").click()
    expect(dialog).to_be_hidden()

    with write():
        Project.update(status="completed").where(Project.client == client.id).execute()
    page.get_by_role("button", name="Erase: Amelia Hart").click()
    expect(dialog.get_by_text("1 document with its file and thumbnail")).to_be_visible()
    expect(dialog.get_by_text("1 tax invoice or adjustment note, until")).to_be_visible()
    for width in (390, 768, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert fits(page)
    page.set_viewport_size({"width": 1440, "height": 900})
    assert flaws(visit) == []
    dialog.get_by_role("button", name="Erase for good").click()
    expect(dialog.get_by_text("Please say why")).to_be_visible()
    dialog.get_by_label("The client asked for it").check()
    dialog.get_by_label("Type the client's name or email").fill("Amelia")
    dialog.get_by_role("button", name="Erase for good").click()
    expect(dialog.get_by_text("Please type the client's name or email as it stands above")).to_be_visible()
    dialog.get_by_label("Type the client's name or email").fill("amelia hart")
    dialog.get_by_label("Type the client's name or email").press("Enter")
    expect(page.get_by_text("Amelia Hart is erased", exact=True)).to_be_visible()
    visit.at("Clients")
    expect(page.get_by_role("table").get_by_text("Amelia Hart")).to_have_count(0)
    assert Client.get_by_id(client.id).name == "Erased client"
    assert Letter.select().where(Letter.kind == "client_erased", Letter.recipient == CLIENT).count() == 1

    visit.open(f"/admin/clients/{client.id}")
    expect(page.get_by_text("There is no such client.").first).to_be_visible()
    visit.open(f"/admin/dashboard?project={Project.get().id}")
    record = page.get_by_role("dialog", name="Erased client")
    expect(record.get_by_text("are erased, and who its client was")).to_be_visible()
    # What was erased has no part that could not be loaded, or says that nothing was ever there.
    titles = [text.split(" ")[0] for text in record.get_by_role("heading", level=3).all_inner_texts()]
    assert titles == ["Client", "Consultation", "Money", "History"]
    expect(record.get_by_text(re.compile("could not be loaded|[Nn]one yet"))).to_have_count(0)
    assert flaws(visit) == []
