"""What staff begin for a client, or for somebody on the phone: a project, its time, and what is to be paid for it."""

from datetime import timedelta
from typing import Any

import pytest
from werkzeug.test import TestResponse

from app import clock
from app.accounts import credentials as accounts
from app.accounts.models import Admin, Client
from app.audit.models import AuditLine
from app.catalogue.rules import ServiceType
from app.clock import sydney_text
from app.consultations import expired
from app.doctor.examination import examine
from app.errors import AppError
from app.mail.models import Letter
from app.orders.models import Line, Order
from app.payments import arranging
from app.payments.arranging import NO_ACCOUNT, Wish
from app.payments.begin import NEVER_A_TIME
from app.payments.transfers import ASKED_BEFORE
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from app.slots.rules import TAKEN, HoldKind, hold_ends
from tests.consultations.test_change_races import race
from tests.firms import Configured, without
from tests.onboarders import Onboarder
from tests.payments.banking import mark, payments_of
from tests.people import PASSWORD, People, Person
from tests.watch import Watch

CARLA = {"name": "Carla Diaz", "email": "carla@example.com", "phone": "0400 555 666"}


@pytest.fixture
def staff(people: People) -> Person:
    """Helena, and times to give."""
    slots.generate(clock.now())
    return people.staff()


def free(number: int = 50) -> Slot:
    """A free time that is some days away."""
    found: Slot = Slot.free(clock.now())[number]
    return found


def phone(staff: Person, key: str = "call", service: str = "consultation", **more: Any) -> TestResponse:
    """Somebody calls and books."""
    body = {**CARLA, "serviceType": service, **more}
    return staff.post("/api/admin/phone-bookings", body, headers={"Idempotency-Key": key})


def begin(staff: Person, client: int, key: str = "one", service: str = "scope_tender", **more: Any) -> TestResponse:
    """Staff begin a project for a client."""
    body = {"serviceType": service, **more}
    return staff.post(f"/api/admin/clients/{client}/projects", body, headers={"Idempotency-Key": key})


def letter(project: int, kind: str) -> Letter:
    """The one letter of that kind about a project."""
    found: Letter = Letter.get(Letter.project_id == project, Letter.kind == kind)
    return found


@pytest.mark.spec("A-06")
def test_who_calls_gets_a_held_time_a_letter_with_what_to_pay_and_a_sign_in(staff: Person, people: People) -> None:
    slot = free()
    made = phone(staff, slotId=slot.id)
    assert made.status_code == 201, made.get_json()
    project, client = Project.get_by_id(made.get_json()["projectId"]), Client.get()
    assert (client.name, client.email, client.proved_at is not None) == ("Carla Diaz", "carla@example.com", True)
    assert (project.status, project.proved_by, project.appointment_date) == ("pending_payment", "staff", slot.date)
    hold = Hold.of_project(project.id)
    assert hold is not None and hold.kind == HoldKind.TRANSFER
    assert hold.expires_at == hold_ends(HoldKind.TRANSFER, hold.created_at, slot.date, set())
    said = letter(project.id, "transfer_details").text
    for words in ("As agreed with you", "$250.00", f"HPM-{project.id}", sydney_text(slot.date), "We keep your time"):
        assert words in " ".join(said.split())
    assert "sign in to the client portal" in " ".join(said.split())
    assert "confirmed" not in said.lower() and "booked" not in said.lower()
    assert letter(project.id, "credentials").recipient == "carla@example.com"
    record = staff.get(f"/api/admin/projects/{project.id}").get_json()
    assert (record["way"], record["time"]["standing"], record["answers"]) == ("staff", "held", [])
    assert AuditLine.get(AuditLine.action == "open-project").subject == f"project:{project.id}"


@pytest.mark.spec("A-06")
def test_the_time_is_booked_once_the_transfer_is_here(staff: Person, people: People) -> None:
    number = phone(staff, slotId=free().id).get_json()["projectId"]
    assert Letter.select().where(Letter.kind == "consultation_confirmed").count() == 0
    assert mark(staff, payments_of(number).get().id).status_code == 200
    project = Project.get_by_id(number)
    held = Hold.of_project(number)
    assert held is not None and (project.status, held.kind) == ("scheduled", "paid")
    assert letter(number, "consultation_confirmed").recipient == "carla@example.com"
    assert list(examine(people.house.config.folder, clock.now())) == []


def test_a_checkout_without_a_time_says_that_none_was_held_and_what_has_to_happen(
    staff: Person, people: People
) -> None:
    amelia = people.client()
    number = begin(staff, Client.get().id).get_json()["projectId"]
    shown = amelia.get(f"/api/projects/{number}").get_json()
    assert (shown["canPay"], shown["hasHadTime"]) == (False, False)
    refused = amelia.post("/api/create-payment-intent", {"projectId": number})
    assert (refused.status_code, refused.get_json()["message"]) == (409, NEVER_A_TIME)
    assert amelia.browser.patch(f"/api/slots/{free().id}/book", json={"projectId": number}).status_code == 200
    shown = amelia.get(f"/api/projects/{number}").get_json()
    assert (shown["canPay"], shown["hasHadTime"]) == (True, True)


def test_without_a_time_the_client_chooses_it_once_it_is_paid(staff: Person, people: People) -> None:
    number = phone(staff, service="scope_tender").get_json()["projectId"]
    assert (Project.get_by_id(number).status, Hold.of_project(number)) == ("inquiry", None)
    assert "within 3 business days" in " ".join(letter(number, "transfer_details").text.split())
    assert mark(staff, payments_of(number).get().id).status_code == 200
    assert "choose" in letter(number, "choose_another_time").text.lower()
    assert list(examine(people.house.config.folder, clock.now())) == []


def test_a_time_that_nobody_pays_for_is_free_again_and_said_so(staff: Person, people: People, watch: Watch) -> None:
    slot = free()
    number = phone(staff, slotId=slot.id).get_json()["projectId"]
    hold = Hold.of_project(number)
    assert hold is not None
    watch.now = hold.expires_at + timedelta(minutes=1)
    assert expired.expire_holds(clock.now()) == 1
    assert (Slot.get_by_id(slot.id).is_booked, Project.get_by_id(number).status) == (False, "inquiry")
    assert "client portal" in letter(number, "hold_expired").text


@pytest.mark.spec("A-06")
def test_the_client_finds_it_in_the_portal_and_may_pay_by_card_instead(staff: Person, people: People) -> None:
    amelia = people.client()
    client = Client.get(Client.email == "amelia@example.com").id
    signed_in_with = Client.get_by_id(client).password_hash
    made = begin(staff, client, slotId=free().id)
    assert made.status_code == 201, made.get_json()
    number = made.get_json()["projectId"]
    assert Client.get_by_id(client).password_hash == signed_in_with
    shown = amelia.get(f"/api/client/projects/{number}").get_json()
    assert (shown["reference"], shown["held"] is not None) == (f"HPM-{number}", True)
    checkout = amelia.get(f"/api/projects/{number}").get_json()
    assert (checkout["canPay"], checkout["method"], checkout["paidWithBooking"]) == (True, "bank", False)


@pytest.mark.spec("A-06")
def test_what_is_left_of_a_booking_fee_is_deducted(staff: Person, people: People) -> None:
    people.client()
    number = begin(staff, Client.get().id, slotId=free().id).get_json()["projectId"]
    order = Order.of_project(number)
    assert sorted(line.cents for line in Line.select().where(Line.order == order)) == [-25_000, 200_000]
    assert payments_of(number).get().amount_cents == 175_000
    assert "$1,750.00" in letter(number, "transfer_details").text
    assert list(examine(people.house.config.folder, clock.now())) == []


def test_where_the_fee_is_enough_nothing_is_asked_for_and_the_time_is_booked(staff: Person, people: People) -> None:
    people.client()
    number = begin(staff, Client.get().id, service="consultation", slotId=free().id).get_json()["projectId"]
    assert (Project.get_by_id(number).status, payments_of(number).count()) == ("scheduled", 0)
    assert letter(number, "consultation_confirmed").recipient == "amelia@example.com"
    assert list(examine(people.house.config.folder, clock.now())) == []


def test_a_consultation_that_was_booked_by_phone_is_a_fee_as_any_other(staff: Person, people: People) -> None:
    first = phone(staff, slotId=free().id).get_json()
    assert mark(staff, payments_of(first["projectId"]).get().id).status_code == 200
    second = begin(staff, first["clientId"]).get_json()["projectId"]
    assert Line.get(Line.credit_of.is_null(False)).order_id == Order.of_project(second).id
    assert payments_of(second).get().amount_cents == 175_000
    assert list(examine(people.house.config.folder, clock.now())) == []


def test_the_same_act_again_makes_nothing_twice(staff: Person, people: People) -> None:
    slot = free()
    first = phone(staff, slotId=slot.id).get_json()
    assert phone(staff, slotId=slot.id).get_json() == first
    assert phone(staff, service="scope_tender").status_code == 409
    again = begin(staff, first["clientId"], key="two").get_json()
    assert begin(staff, first["clientId"], key="two").get_json() == again
    assert begin(staff, first["clientId"], key="two", service="consultation").status_code == 409
    assert (Project.select().count(), Letter.select().where(Letter.kind == "credentials").count()) == (2, 1)


@pytest.mark.spec("R-01")
def test_an_address_that_is_a_clients_is_not_taken_for_somebody_new(staff: Person, people: People) -> None:
    people.client("carla@example.com")
    before = Project.select().count()
    refused = phone(staff)
    assert (refused.status_code, list(refused.get_json()["fields"])) == (409, ["email"])
    assert "Amelia Hart is a client" in refused.get_json()["message"]
    assert Project.select().count() == before


@pytest.mark.spec("R-01")
def test_what_strangers_typed_with_the_address_before_stays_apart(staff: Person, people: People) -> None:
    stranger = Onboarder(people.house, email="carla@example.com")
    made = phone(staff).get_json()
    client = Client.get_by_id(made["clientId"])
    assert (client.name, client.phone) == ("Carla Diaz", "0400 555 666")
    assert Project.get_by_id(stranger.project).proved_at is None
    assert [each.id for each in Project.select().where(Project.of_client(client.id))] == [made["projectId"]]


def test_of_an_unproved_client_every_detail_is_kept(staff: Person, people: People) -> None:
    stranger = Onboarder(people.house)
    client = Project.get_by_id(stranger.project).client
    assert begin(staff, client.id).status_code == 201
    kept = Client.get_by_id(client.id)
    assert (kept.proved_at is not None, kept.address_city, kept.address_zip) == (True, "Hurstville", "2220")


@pytest.mark.spec("O-07")
def test_a_time_that_somebody_took_meanwhile_is_refused_and_nothing_is_made(staff: Person, people: People) -> None:
    ann = Onboarder(people.house)
    slot, counted = free(), Letter.select().count()
    assert ann.take(slot.id).status_code == 200
    refused = phone(staff, slotId=slot.id)
    assert (refused.status_code, refused.get_json()["message"]) == (409, TAKEN)
    assert (Client.select().count(), Project.select().count(), Letter.select().count()) == (1, 1, counted)


@pytest.mark.spec("O-07")
def test_of_two_calls_and_a_visitor_who_want_one_time_one_gets_it(staff: Person, people: People) -> None:
    helena, ann = Admin.called("helena"), Onboarder(people.house)
    first, second = (phone(staff, n, email=f"c{n}@example.com").get_json()["clientId"] for n in "ab")
    assert helena is not None
    for number in range(6):
        slot = free(40 + number)
        wish = Wish(ServiceType.CONSULTATION, slot.id)

        def visitor(slot_id: int = slot.id) -> None:
            if ann.take(slot_id).status_code != 200:
                raise AppError("taken", 409, TAKEN)

        outcome = race(
            lambda: arranging.begin_for(first, wish, f"race-{number}", helena),  # noqa: B023 - called at once
            lambda: arranging.begin_for(second, wish, f"race-{number}-too", helena),  # noqa: B023 - called at once
            visitor,
        )
        assert sorted(map(str, outcome)) == ["done", "taken", "taken"]
        assert Hold.select().where(Hold.slot == slot.id, Hold.released_at.is_null()).count() == 1


def test_with_the_guard_off_a_taken_time_is_not_refused(
    staff: Person, people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: who looks at nothing takes what is somebody's."""
    slot = free()
    monkeypatch.setattr(slots, "claim", lambda *_, **__: True)
    ann = Onboarder(people.house)
    assert ann.take(slot.id).status_code == 200
    assert phone(staff, slotId=slot.id).status_code != 409


def test_without_an_account_to_pay_to_nothing_is_begun(staff: Person, people: People, configured: Configured) -> None:
    configured("serve", without("bank.bsb"))
    refused = phone(staff)
    assert (refused.status_code, refused.get_json()["message"]) == (409, NO_ACCOUNT)
    assert Client.select().count() == 0


def test_the_new_client_signs_in_with_the_letters_password_alone(staff: Person, people: People) -> None:
    made = phone(staff, slotId=free().id).get_json()
    assert Client.get_by_id(made["clientId"]).password_change_required
    assert people.visitor().get(f"/api/projects/{made['projectId']}").status_code == 404
    assert (
        people.visitor().post("/api/client/login", {"email": CARLA["email"], "password": PASSWORD}).status_code == 401
    )


def told_of_cancelling(number: int) -> str:
    """What the cancellation letter of a project says, in one line."""
    found = letter(number, "consultation_cancelled")
    assert (found.recipient, found.calendar) == ("carla@example.com", None)
    return " ".join(found.text.split())


@pytest.mark.parametrize("with_time", [True, False])
def test_who_was_asked_for_a_transfer_hears_that_it_is_cancelled(
    staff: Person, people: People, with_time: bool
) -> None:
    slot = free()
    number = phone(staff, **({"slotId": slot.id} if with_time else {})).get_json()["projectId"]
    for _ in range(2):
        said = staff.call_off(number, "We are away then")
        assert said.status_code == 200
    told = told_of_cancelling(number)
    assert f"Your project HPM-{number} is cancelled. We are away then." in told
    assert "Please do not transfer anything for it. If your transfer is already on its way, we write to you" in told
    free_again = f"The time that we kept for you, {sydney_text(slot.date)}, is no longer held."
    assert (free_again in told, "removes it from your calendar" in told) == (with_time, False)
    assert "Nothing has been paid for it" in told and "Dear Carla Diaz," in told
    accounts.set_client_password("carla@example.com", PASSWORD)
    carla = people.visitor()
    carla.sign_in("carla@example.com")
    shown = carla.get(f"/api/bookings/confirmation?projectId={number}").get_json()
    assert (shown["state"], shown["booking"]["arrived"], shown["booking"]["bank"]) == ("cancelled", None, None)


def test_money_that_comes_after_cancelling_is_marked_on_the_transfer_that_was_asked_for(staff: Person) -> None:
    number = phone(staff).get_json()["projectId"]
    assert staff.call_off(number).status_code == 200
    came = {"amountCents": 25_000, "number": 1, "seenCents": 0}
    refused = staff.post(f"/api/admin/projects/{number}/transfers", came, headers={"Idempotency-Key": "came"})
    assert (refused.status_code, refused.get_json()["message"]) == (409, ASKED_BEFORE)
    record = staff.get(f"/api/admin/projects/{number}").get_json()
    assert record["orders"][0]["givenUp"]
    assert "asked for before it was closed" in str(record)
    assert mark(staff, record["orders"][0]["awaitedPaymentId"]).status_code == 200
    assert "A payment of $250.00 has arrived." in letter(number, "paid_after_closing").text


def test_a_stranger_s_claim_that_is_cancelled_sends_the_client_nothing(staff: Person, people: People) -> None:
    assert phone(staff).status_code == 201
    claim = Onboarder(people.house, email="carla@example.com")
    assert claim.take(claim.times()[60]["id"]).status_code == 200
    assert claim.post(f"/api/projects/{claim.project}/bank-transfer").status_code == 200
    assert Project.get_by_id(claim.project).is_beside_client
    assert staff.call_off(claim.project).status_code == 200
    assert not Letter.select().where(Letter.kind == "consultation_cancelled").exists()


def test_the_key_of_one_booking_by_phone_begins_nothing_for_another_address(people: People) -> None:
    staff = people.staff()
    assert phone(staff).status_code == 201
    refused = phone(staff, email="another@example.com")
    assert (refused.status_code, refused.get_json()["message"]) == (409, arranging.OTHER)
    assert Client.with_email("another@example.com") is None
