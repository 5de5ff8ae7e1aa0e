"""The portal's list of steps, from the rows: shown by what makes them, gone after the act."""

from typing import Any

import pytest

from app import clock
from app.checklist.models import Need
from app.orders.money import Payment
from app.payments import transfers
from app.projects.models import Project
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import People


def steps(person: Any) -> list[tuple[str, str]]:
    return [(step["kind"], step["reference"]) for step in person.get("/api/client/steps").get_json()]


@pytest.mark.spec("D-01", "B-12")
def test_a_purchase_leads_from_payment_to_transfer_to_consultation(people: People) -> None:
    slots.generate(clock.now())
    people.client("amelia@example.com")
    Project.update(status="completed").execute()
    Need.update(withdrawn_at=clock.now()).execute()
    amelia = Onboarder(people.house, email="amelia@example.com")
    amelia.sign_in("amelia@example.com")
    assert steps(amelia) == []
    amelia.make_project("scope_tender")
    assert amelia.take(amelia.times()[1]["id"]).status_code == 200
    mine = f"HPM-{amelia.project}"
    assert steps(amelia) == [("payment", mine)]
    amelia.post(f"/api/projects/{amelia.project}/bank-transfer")
    assert steps(amelia) == [("transfer", mine)]
    (step,) = amelia.get("/api/client/steps").get_json()
    awaited = Payment.get(Payment.provider == "bank")
    assert step["title"] == "Your transfer of $1,750.00 is awaited"
    assert (awaited.amount_cents, step["serviceTitle"]) == (175_000, "Scope & Tender Management")
    assert step["at"] == amelia.checkout()["appointmentDate"]
    transfers.receive(awaited.id, "helena")
    step, wanted = amelia.get("/api/client/steps").get_json()
    assert (step["kind"], step["reference"], step["label"]) == ("consultation", mine, "Add to calendar")
    assert (wanted["kind"], wanted["title"]) == ("documents", "We need 2 documents")
    assert amelia.get(step["href"]).mimetype == "text/calendar"


@pytest.mark.spec("D-01", "R-01")
def test_nothing_of_anothers_is_a_step_nor_what_a_stranger_typed(people: People) -> None:
    bruno = people.client("bruno@example.com", files=0)
    assert ("documents", f"HPM-{Project.get().id}") in steps(bruno)
    amelia = people.client("amelia@example.com", files=0)
    own = {reference for _, reference in steps(amelia)}
    slots.generate(clock.now())
    stranger = Onboarder(people.house, email="amelia@example.com")
    stranger.make_project("scope_tender")
    assert stranger.take(stranger.times()[1]["id"]).status_code == 200
    assert {reference for _, reference in steps(amelia)} == own
    assert len(own) == 1 and own.isdisjoint(reference for _, reference in steps(bruno))
