"""The ways in which a submission is proved to be its client's, and what proof does."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from app import db
from app.accounts.models import Client
from app.audit.models import AuditLine
from app.clock import now
from app.orders.money import Payment
from app.payments import transfers
from app.projects.models import HistoryLine, Project
from app.projects.rules import Proof
from app.proofs.ownership import prove
from app.slots import actions as slots
from tests.onboarders import DETAILS, Onboarder
from tests.payments.banking import payments_of
from tests.people import People
from tests.proofs.strangers import by_transfer, letters, portal, submit, token_of

MALLORY = {"name": "Mallory", "phone": "0400 666 666"}


@pytest.fixture(autouse=True)
def _times(people: People) -> None:
    slots.generate(now())


def card(people: People) -> int:
    """The money comes by card."""
    ann = Onboarder(people.house)
    ann.take(ann.times()[1]["id"])
    ann.pay()
    return ann.project


def transfer(people: People) -> int:
    """The money comes by transfer."""
    ann = Onboarder(people.house)
    by_transfer(ann)
    transfers.receive(payments_of(ann.project).get().id, "helena")
    return ann.project


def booking(people: People) -> int:
    """The money comes for a booking of the wizard."""
    people.visitor().book(email="ann@example.com", fullName="Ann Lee", phone="0400 111 222", address="1 High Street")
    return int(Payment.get().project_id)


def booking_by_transfer(people: People) -> int:
    """The transfer comes for a booking of the wizard."""
    people.house.flask.config["GATEWAY"] = None
    visitor = people.visitor()
    visitor.fill_wizard(email="ann@example.com", fullName="Ann Lee", phone="0400 111 222", address="1 High Street")
    assert visitor.post("/api/bookings/current/bank-transfer").status_code == 200
    assert Project.get().proved_at is None
    transfers.receive(Payment.get().id, "helena")
    return int(Payment.get().project_id)


def staff(people: People) -> int:
    """Staff confirm it."""
    ann = Onboarder(people.house)
    assert people.staff().post(f"/api/admin/projects/{ann.project}/confirm-client").status_code == 200
    return ann.project


@pytest.mark.parametrize(
    ("way", "by"),
    [
        (card, "payment"),
        (transfer, "payment"),
        (booking, "payment"),
        (booking_by_transfer, "payment"),
        (staff, "staff"),
    ],
)
def test_each_proof_makes_the_client_who_sent_it_whatever_was_typed_before(
    people: People, way: Callable[[People], int], by: str
) -> None:
    typed = submit(people.visitor(), **MALLORY)
    project = Project.get_by_id(way(people))
    assert (project.proved_by, project.proved_at is not None) == (by, True)
    client = Client.get()
    assert (client.name, client.phone, client.address_street) == ("Ann Lee", "0400 111 222", "1 High Street")
    assert client.proved_at == project.proved_at
    assert Project.get_by_id(typed).proved_at is None


def test_the_credit_of_a_paid_booking_proves_the_project_that_it_covers(people: People) -> None:
    ann = Onboarder(people.house, service="consultation")
    ann.book(email="ann@example.com")
    ann.take(ann.times()[1]["id"])
    assert ann.post(f"/api/projects/{ann.project}/confirm").status_code == 200
    assert Project.get_by_id(ann.project).proved_by == "payment"


def test_a_signed_in_client_proves_their_own_address_and_no_other(people: People) -> None:
    amelia = people.client("amelia@example.com")
    people.client("bruno@example.com")
    own, other = submit(amelia, email="amelia@example.com"), submit(amelia, email="bruno@example.com")
    assert (Project.get_by_id(own).proved_by, Project.get_by_id(other).proved_by) == ("client", None)
    shown = [project["id"] for project in amelia.get("/api/client/projects").get_json()]
    assert own in shown and other not in shown
    assert [letter.recipient for letter in letters()] == ["bruno@example.com"]


def test_a_client_who_books_by_transfer_while_signed_in_is_not_asked(people: People) -> None:
    amelia = people.client("amelia@example.com")
    people.house.flask.config["GATEWAY"] = None
    amelia.fill_wizard(email="amelia@example.com")
    assert amelia.post("/api/bookings/current/bank-transfer").status_code == 200
    assert Project.select().order_by(Project.id.desc()).first().proved_by == "client"
    (letter,) = letters("transfer_details")
    assert "Dear Amelia Hart," in letter.text and "is yours" not in letter.text


def test_a_temporary_password_proves_nothing(people: People) -> None:
    amelia = people.client("amelia@example.com")
    with db.write():
        Client.update(password_change_required=True).execute()
    assert Project.get_by_id(submit(amelia, email="amelia@example.com")).proved_at is None


def test_staff_confirm_once_and_it_is_written_down_once(people: People) -> None:
    amelia, helena = people.client("amelia@example.com"), people.staff("helena")
    ann = Onboarder(people.house, email="amelia@example.com")
    for _ in range(2):
        assert helena.post(f"/api/admin/projects/{ann.project}/confirm-client").status_code == 200
    assert [line.subject for line in AuditLine.select().where(AuditLine.action == "confirm-client")] == [
        f"project:{ann.project}"
    ]
    lines = HistoryLine.select().where(HistoryLine.project == ann.project).order_by(HistoryLine.id)
    assert [(line.actor, line.note) for line in lines][1:] == [("helena", "Confirmed as the client's own")]
    assert str(ann.project) in portal(amelia)["projects"].decode()
    assert helena.post("/api/admin/projects/4711/confirm-client").status_code == 404


@pytest.mark.spec("B-08")
def test_neither_staff_nor_a_link_opens_a_sign_in_for_nothing(people: People) -> None:
    first = submit(people.visitor())
    people.staff().post(f"/api/admin/projects/{first}/confirm-client")
    submit(people.visitor(), service="scope_tender")
    answer = people.visitor().post("/api/ownership/answer", {"token": token_of(letters()[0]), "answer": "yes"})
    assert answer.get_json()["state"] == "yes"
    client = Client.get()
    assert (client.password_hash, letters("credentials")) == (None, [])


def test_staff_see_what_strangers_typed_beside_the_client(people: People) -> None:
    people.client("amelia@example.com")
    ann = Onboarder(people.house, email="amelia@example.com")
    by_transfer(ann)
    new = Onboarder(people.house, email="new@example.com")
    new.take(new.times()[3]["id"])
    seen = people.staff().get("/api/admin/consultations").get_json()
    line = next(each for each in seen["items"] if each["projectId"] == ann.project)
    assert (line["name"], line["phone"]) == (DETAILS["name"], DETAILS["phone"])
    assert line["ownership"] == {
        "projectId": ann.project,
        "reference": f"HPM-{ann.project}",
        "provedBy": None,
        "disownedAt": None,
        "mayBeTakenBack": False,
        "name": DETAILS["name"],
        "email": "amelia@example.com",
        "clientName": "Amelia Hart",
        "hasSignIn": True,
    }
    # An address that nobody has proved has no client beside whom anything could stand.
    assert [each["ownership"]["projectId"] for each in seen["unproved"]] == [ann.project]
    assert seen["unproved"][0]["serviceTitle"] == "Planning & Approvals"
    assert next(each for each in seen["items"] if each["projectId"] == new.project)["ownership"]["clientName"] is None


def test_a_second_proof_changes_nothing(people: People) -> None:
    ann = Onboarder(people.house)
    assert prove(ann.project, Proof.STAFF, "helena", now())
    was = Project.get_by_id(ann.project).proved_at
    assert not prove(ann.project, Proof.LINK, "client", datetime(2030, 1, 1, tzinfo=UTC))
    assert (Project.get_by_id(ann.project).proved_at, Project.get_by_id(ann.project).proved_by) == (was, "staff")
