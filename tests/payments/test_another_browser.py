"""A signed-in client pays from a browser that did not make the project."""

import pytest

from app.access import Caller
from app.accounts.models import Client
from app.clock import now
from app.db import write
from app.onboarding.models import Onboarding
from app.orders.money import Payment
from app.projects.rules import Proof
from app.proofs.ownership import prove
from tests.onboarders import Onboarder
from tests.people import VISA, People, Person
from tests.watch import Watch


def elsewhere(people: People) -> tuple[Onboarder, Person]:
    """Ann's browser with a project that staff know to be hers, and her other one, where she only signs in."""
    signed_in = people.client("ann@example.com")
    ann = Onboarder(people.house)
    assert ann.take(ann.times()[-1]["id"]).status_code == 200
    with write():
        prove(ann.project, Proof.STAFF, "helena", now())
    return ann, signed_in


@pytest.mark.spec("R-01", "C-04")
def test_a_client_who_pays_elsewhere_is_told_that_it_is_paid(people: People, watch: Watch) -> None:
    ann, signed_in = elsewhere(people)
    total = signed_in.get(f"/api/projects/{ann.project}").get_json()["totalCents"] / 100
    begun = signed_in.post("/api/create-payment-intent", {"projectId": ann.project, "amount": total})
    intent = begun.get_json()["paymentIntent"]
    people.house.sandbox.confirm(intent, card=VISA)
    assert signed_in.settle(intent) == "paid"
    shown = signed_in.get(f"/api/bookings/confirmation?paymentIntent={intent}").get_json()
    assert (shown["state"], shown["booking"]["payment"]["transactionId"]) == ("paid", intent)


@pytest.mark.spec("R-01")
def test_a_client_elsewhere_reaches_what_the_project_began_with(people: People, watch: Watch) -> None:
    ann, signed_in = elsewhere(people)
    intake = signed_in.get(f"/api/projects/{ann.project}").get_json()["clientId"]
    assert signed_in.get(f"/api/clients/{intake}").get_json()["name"] == "Ann Lee"
    changed = signed_in.post("/api/projects", {"clientId": intake, "serviceType": "scope_tender"})
    assert (changed.status_code, changed.get_json()["id"]) == (201, ann.project)


@pytest.mark.spec("R-01")
def test_signing_out_ends_it_and_another_client_never_had_it(people: People, watch: Watch) -> None:
    ann, signed_in = elsewhere(people)
    begun = signed_in.post("/api/create-payment-intent", {"projectId": ann.project})
    intent = begun.get_json()["paymentIntent"]
    assert ann.post("/api/payments/settle", {"paymentIntent": intent}).status_code == 200
    bruno = people.client("bruno@example.com")
    signed_in.post("/api/client/logout")
    for person in (signed_in, bruno):
        assert person.post("/api/payments/settle", {"paymentIntent": intent}).status_code == 404
        assert person.get(f"/api/clients/{ann.intake}").status_code == 404


@pytest.mark.spec("R-01")
def test_a_draft_stays_its_browsers_whatever_address_is_typed_into_it(people: People) -> None:
    signed_in = people.client("ann@example.com")
    stranger = people.visitor()
    stranger.fill_wizard(email="ann@example.com")
    intent = stranger.start_payment()
    assert signed_in.post("/api/payments/settle", {"paymentIntent": intent}).status_code == 404
    assert Payment.owned(intent, Caller(None, Client.get().id)) is None


def test_nobody_owns_nothing(people: People) -> None:
    """Neither a browser nor a client: no row may be found, not even one without an owner."""
    ann = Onboarder(people.house)
    with write():
        Onboarding.update(visitor_id="").execute()
    assert Onboarding.owned(ann.intake, Caller("")) is None
    assert Onboarding.owned(ann.intake, Caller()) is None
