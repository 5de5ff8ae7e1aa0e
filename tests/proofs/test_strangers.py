"""What a stranger may put beside a client: nothing that the client sees, nothing that the client becomes."""

import io

import pytest

from app.accounts.models import Client
from app.clock import now
from app.demo.papers import sample_pdf
from app.documents.models import Document
from app.orders.models import Order
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.hoarding import HOLDS_PER_VISITOR
from tests.onboarders import DETAILS, Onboarder
from tests.people import VISA, People
from tests.proofs.strangers import BAIT, bait, by_transfer, portal, submit


@pytest.fixture(autouse=True)
def _times(people: People) -> None:
    slots.generate(now())


def row(client: str) -> dict[str, object]:
    return dict(Client.select().where(Client.email == client).dicts().get())


@pytest.mark.spec("G-02")
@pytest.mark.spec("R-01")
def test_a_strangers_project_file_and_time_leave_the_clients_portal_byte_for_byte(people: People) -> None:
    amelia = people.client("amelia@example.com")
    before, kept = portal(amelia), row("amelia@example.com")
    stranger = Onboarder(people.house, email="Amelia@Example.com")
    assert bait(stranger).status_code == 201
    by_transfer(stranger)
    assert portal(amelia) == before
    assert row("amelia@example.com") == kept
    file = Document.get(Document.file_name == BAIT).id
    hidden = [
        f"/api/client/documents/{file}/download",
        f"/api/projects/{stranger.project}",
        f"/api/projects/{stranger.project}/consultation.ics",
    ]
    assert [amelia.get(path).status_code for path in hidden] == [404, 404, 404]
    told = amelia.get(f"/api/bookings/confirmation?projectId={stranger.project}")
    assert told.get_json() == {
        "state": "none",
        "booking": None,
        "isDisowned": False,
        "mayChange": False,
        "asksVisitor": False,
    }
    # The browser that typed it goes on as before.
    assert stranger.checkout()["method"] == "bank"
    assert stranger.get(f"/api/bookings/confirmation?projectId={stranger.project}").get_json()["state"] == "awaiting"


@pytest.mark.spec("G-02")
@pytest.mark.spec("R-01")
def test_a_strangers_booking_by_transfer_leaves_the_clients_portal_byte_for_byte(people: People) -> None:
    amelia = people.client("amelia@example.com")
    before = portal(amelia)
    people.house.flask.config["GATEWAY"] = None
    stranger = people.visitor()
    stranger.fill_wizard(files=1, fullName="Pay to 062-000 now")
    assert stranger.post("/api/bookings/current/bank-transfer").status_code == 200
    assert portal(amelia) == before


@pytest.mark.spec("G-02")
@pytest.mark.spec("R-01")
def test_who_types_an_address_first_does_not_decide_whose_name_it_bears(people: People) -> None:
    submit(people.visitor(), email="amelia@example.com", name="Mallory Pays-Nothing", phone="0400 666 666")
    amelia = people.client("amelia@example.com")
    kept = row("amelia@example.com")
    assert (kept["name"], kept["phone"]) == ("Amelia Hart", "0400 123 456")
    assert (kept["address_street"], kept["address_city"]) == ("12 Forest Road, Hurstville", "")
    assert len(amelia.get("/api/client/projects").get_json()) == 1
    assert b"Mallory" not in b"".join(portal(amelia).values())


@pytest.mark.spec("R-01")
def test_of_two_strangers_and_a_client_only_the_one_who_pays_counts(people: People) -> None:
    first = Onboarder(people.house, email="ann@example.com")
    second = people.visitor()
    second.fill_wizard(email="ann@example.com", fullName="Ann Truly", phone="0411 111 111")
    intent = second.start_payment()
    people.house.sandbox.confirm(intent, card=VISA)
    second.settle(intent)
    assert [(each.id, each.proved_by) for each in Project.select().order_by(Project.id)] == [
        (first.project, None),
        (Project.get(Project.id != first.project).id, "payment"),
    ]
    assert row("ann@example.com")["name"] == "Ann Truly"


def test_what_a_stranger_adds_counts_against_the_browser_and_not_the_client(people: People) -> None:
    stranger = Onboarder(people.house, email="amelia@example.com")
    client = people.client("amelia@example.com")
    assert bait(stranger).status_code == 201
    for number in range(HOLDS_PER_VISITOR):
        project = stranger.project if number == 0 else submit(stranger, email="amelia@example.com")
        free = stranger.times()[1]["id"]
        assert stranger.browser.patch(f"/api/slots/{free}/book", json={"projectId": project}).status_code == 200
    over, free = submit(stranger, email="amelia@example.com"), stranger.times()[1]["id"]
    assert stranger.browser.patch(f"/api/slots/{free}/book", json={"projectId": over}).status_code == 429
    assert Document.get(Document.file_name == BAIT).uploaded_by == "visitor"
    own = submit(client, email="amelia@example.com")
    assert client.browser.patch(f"/api/slots/{free}/book", json={"projectId": own}).status_code == 200


@pytest.mark.spec("R-01")
def test_a_stranger_cannot_deduct_a_clients_credit_nor_a_client_a_strangers_project(people: People) -> None:
    amelia = people.client("amelia@example.com")
    stranger = Onboarder(people.house, email="amelia@example.com")
    by_transfer(stranger)
    assert stranger.checkout()["creditCents"] == 0
    assert Order.of_project(stranger.project).credit is None
    for path in ("terms", "confirm", "bank-transfer"):
        assert amelia.post(f"/api/projects/{stranger.project}/{path}").status_code == 404
    pay = amelia.post("/api/create-payment-intent", {"projectId": stranger.project})
    assert pay.status_code == 404


def test_signing_in_where_it_was_typed_makes_it_the_clients_with_the_next_step(people: People) -> None:
    people.client("amelia@example.com")
    browser = Onboarder(people.house, email="amelia@example.com")
    browser.take(browser.times()[1]["id"])
    assert Project.get_by_id(browser.project).proved_at is None
    browser.sign_in("amelia@example.com")
    assert browser.checkout()["creditCents"] == 25_000
    assert browser.post(f"/api/projects/{browser.project}/bank-transfer").status_code == 200
    assert Project.get_by_id(browser.project).proved_by == "client"


@pytest.mark.spec("R-01")
def test_correcting_the_address_takes_the_proof_away(people: People) -> None:
    """Else a client of one address could put things beside the client of another."""
    people.client("bruno@example.com")
    amelia = people.client("amelia@example.com")
    key = {"headers": {"Idempotency-Key": "one"}}
    intake = amelia.post("/api/clients", {**DETAILS, "email": "amelia@example.com"}, **key).get_json()["id"]
    body = {"clientId": intake, "serviceType": "scope_tender"}
    project = amelia.post("/api/projects", body).get_json()["id"]
    assert Project.get_by_id(project).proved_by == "client"
    amelia.post("/api/clients", {**DETAILS, "email": "bruno@example.com"}, **key)
    amelia.post("/api/projects", body)
    moved = Project.get_by_id(project)
    assert (moved.client.email, moved.proved_at, moved.proved_by) == ("bruno@example.com", None, None)


def test_a_file_says_in_the_portal_who_put_it_there(people: People) -> None:
    amelia = people.client("amelia@example.com")
    own = submit(amelia, email="amelia@example.com")
    data = {"file": (io.BytesIO(sample_pdf("Own")), "Own.pdf"), "projectId": str(own)}
    assert amelia.browser.post("/api/documents", data=data).status_code == 201
    shown = {file["fileName"]: file["uploadedBy"] for file in amelia.get("/api/client/documents").get_json()}
    assert shown == {"Own.pdf": "client", "Plan 1.pdf": "visitor"}
