"""A client changes their address while something that they began is unpaid: it stays theirs."""

from datetime import timedelta

import pytest

from app.accounts.models import Client
from app.booking.models import Booking
from app.limits import limiter
from app.mail.models import Letter
from app.orders.money import Payment
from app.payments import transfers
from app.projects.models import Project
from app.retention import actions as retention
from tests.accounts.test_email_change import AMELIA, NEW, answer, ask, tokens
from tests.onboarders import DETAILS
from tests.people import PERSONAL, VISA, People, Person
from tests.watch import Watch


def change(person: Person) -> None:
    ask(person)
    for link in tokens():
        assert answer(person, link).status_code == 200
    limiter.reset()


def written_since(letter: int) -> list[tuple[str, str]]:
    """Kind and recipient of what clients were written after that letter."""
    rows = Letter.select().where(Letter.id > letter, ~Letter.kind.startswith("staff")).order_by(Letter.id)
    return [(row.kind, row.recipient) for row in rows]


def last_letter() -> int:
    return int(Letter.select().order_by(Letter.id.desc()).first().id)


def pay(person: Person) -> None:
    intent = person.start_payment()
    person.house.sandbox.confirm(intent, card=VISA)
    person.settle(intent)
    person.house.jobs.run("sign-ins")


@pytest.fixture
def amelia(people: People) -> Person:
    return people.client(AMELIA)


def test_the_money_of_an_awaited_transfer_finds_the_client_at_the_new_address(amelia: Person, people: People) -> None:
    people.house.flask.config["GATEWAY"] = None
    amelia.fill_wizard(email=AMELIA)
    assert amelia.post("/api/bookings/current/bank-transfer").status_code == 200
    change(amelia)
    before = last_letter()
    transfers.receive(Payment.select().order_by(Payment.id.desc()).first().id, "helena")
    people.house.jobs.run("sign-ins")
    assert [client.email for client in Client.select()] == [NEW]
    assert written_since(before) == [("booking_confirmed", NEW)]


def test_a_card_pays_for_the_draft_of_a_client_who_has_another_address_by_now(amelia: Person) -> None:
    amelia.fill_wizard(email=AMELIA.upper())
    change(amelia)
    before = last_letter()
    pay(amelia)
    assert [client.email for client in Client.select()] == [NEW]
    assert written_since(before) == [("booking_confirmed", NEW)]
    assert len(amelia.get("/api/client/projects").get_json()) == 2
    assert amelia.get("/api/bookings/confirmation").get_json()["booking"]["email"] == NEW


def test_a_draft_stays_the_clients_when_its_old_address_is_sent_again(amelia: Person) -> None:
    amelia.fill_wizard(email=AMELIA)
    change(amelia)
    amelia.fill_wizard(email=AMELIA, files=0)
    pay(amelia)
    assert [client.email for client in Client.select()] == [NEW]


def draft() -> Booking:
    found: Booking = Booking.select().order_by(Booking.id.desc()).first()
    return found


def sign_in(person: Person) -> None:
    assert draft().client is None
    person.sign_in(AMELIA)


@pytest.mark.usefixtures("amelia")
def test_a_draft_that_began_before_the_sign_in_is_noted_with_the_next_step(people: People) -> None:
    person = people.visitor()
    person.post("/api/bookings", {**PERSONAL, "email": AMELIA})
    sign_in(person)
    person.fill_wizard(email=AMELIA)
    change(person)
    pay(person)
    assert [client.email for client in Client.select()] == [NEW]


@pytest.mark.usefixtures("amelia")
def test_a_draft_that_was_answered_before_the_sign_in_is_noted_with_its_payment(people: People) -> None:
    person = people.visitor()
    person.fill_wizard(email=AMELIA)
    sign_in(person)
    person.start_payment()
    change(person)
    pay(person)
    assert [client.email for client in Client.select()] == [NEW]


def test_another_address_typed_in_a_clients_draft_is_somebody_elses(amelia: Person) -> None:
    amelia.fill_wizard(email=AMELIA)
    amelia.fill_wizard(email="bruno@example.com", files=0)
    change(amelia)
    pay(amelia)
    assert sorted(client.email for client in Client.select()) == sorted([NEW, "bruno@example.com"])


def test_a_strangers_draft_with_the_old_address_learns_and_gets_nothing_of_the_new_one(
    amelia: Person, people: People
) -> None:
    stranger = people.visitor()
    stranger.fill_wizard(email=AMELIA)
    change(amelia)
    pay(stranger)
    assert sorted(client.email for client in Client.select()) == sorted([NEW, AMELIA])
    assert NEW not in stranger.get("/api/bookings/confirmation").get_data(as_text=True)
    assert len(amelia.get("/api/client/projects").get_json()) == 1


def test_an_online_submission_that_is_corrected_stays_with_its_client(amelia: Person) -> None:
    told = {**DETAILS, "email": AMELIA}
    key = {"Idempotency-Key": "a submission of hers"}
    intake = amelia.post("/api/clients", told, headers=key).get_json()["id"]
    begun = {"clientId": intake, "serviceType": "planning_approvals", "status": "inquiry"}
    project = amelia.post("/api/projects", begun).get_json()["id"]
    change(amelia)
    assert amelia.post("/api/clients", {**told, "phone": "0400 777 777"}, headers=key).get_json()["id"] == intake
    assert [client.email for client in Client.select()] == [NEW]
    assert Project.get_by_id(project).client.email == NEW


def test_the_way_back_to_an_unfinished_draft_goes_to_the_new_address(watch: Watch, people: People) -> None:
    amelia = people.client(AMELIA)
    watch.now += timedelta(hours=1)
    amelia.fill_wizard(email=AMELIA)
    change(amelia)
    before = last_letter()
    watch.now += timedelta(days=3)
    assert retention.write_way_backs(watch.now) == 1
    assert written_since(before) == [("way_back", NEW)]
