"""What the client is told, and what is not waited for, when staff cancel, open again or move what is not paid."""

import pytest

from app import clock
from app.consultations import actions as consultations
from app.consultations.statuses import set_status
from app.mail.models import Letter
from app.orders.money import Payment
from app.projects.models import Project
from app.projects.rules import ProjectStatus as Status
from app.slots import actions as slots
from app.slots.models import Slot
from tests.onboarders import Onboarder
from tests.people import People


@pytest.mark.spec("C-05")
def test_a_transfer_that_the_client_was_asked_not_to_make_is_not_awaited_when_it_is_open_again(people: People) -> None:
    ann, staff = Onboarder(people.house), people.staff()
    slots.generate(clock.now())
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    consultations.cancel(ann.project, "helena", "Nobody answers", clock.now())
    assert "Please do not transfer anything for it." in " ".join(_last("consultation_cancelled").text.split())
    set_status(ann.project, Status.INQUIRY, "They called", "helena", clock.now())
    assert Project.get_by_id(ann.project).status == Status.INQUIRY
    assert Payment.awaited_among([ann.project]) == set()
    assert ann.get(f"/api/bookings/confirmation?projectId={ann.project}").get_json()["state"] == "none"
    assert ann.checkout()["method"] is None
    # It has come all the same.
    payment = Payment.get(Payment.provider == "bank").id
    assert staff.post(f"/api/admin/payments/{payment}/receive-transfer").status_code == 200
    assert Project.get_by_id(ann.project).payment_status == "completed"


@pytest.mark.spec("R-01")
@pytest.mark.parametrize("proved", [True, False])
def test_why_staff_cancel_is_told_to_a_client_who_is_proved_and_to_nobody_else(people: People, proved: bool) -> None:
    ann = Onboarder(people.house)
    slots.generate(clock.now())
    assert ann.take(ann.times()[1]["id"]).status_code == 200
    if proved:
        assert people.staff().post(f"/api/admin/projects/{ann.project}/confirm-client").status_code == 200
    consultations.cancel(ann.project, "helena", "They owe us for the last one", clock.now())
    text = " ".join(_last("consultation_cancelled").text.split())
    assert f"Your project HPM-{ann.project} is cancelled." in text
    assert ("They owe us for the last one." in text) is proved


@pytest.mark.spec("B-12")
@pytest.mark.parametrize("by_transfer", [True, False])
def test_staff_who_move_a_held_time_tell_its_client(people: People, by_transfer: bool) -> None:
    ann = Onboarder(people.house)
    slots.generate(clock.now())
    first, other = ann.times()[1], ann.times()[4]
    assert ann.take(first["id"]).status_code == 200
    if by_transfer:
        assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    for _ in range(2):
        consultations.move(ann.project, other["id"], "helena", clock.now())
    [letter] = Letter.select().where(Letter.kind == "held_time_moved")
    text, page = " ".join(letter.text.split()), "success" if by_transfer else "checkout"
    before, start = (clock.sydney_text(Slot.get_by_id(each["id"]).date) for each in (first, other))
    assert f"We now keep {start} for you, in place of {before}. It is held until" in text
    assert ("once your transfer has arrived" in text) is by_transfer
    assert f"/{page}?projectId={ann.project}" in text


def test_what_a_stranger_typed_beside_a_client_brings_that_client_no_letter_about_a_held_time(people: People) -> None:
    people.client("amelia@example.com")
    stranger = Onboarder(people.house, email="amelia@example.com")
    slots.generate(clock.now())
    assert stranger.take(stranger.times()[1]["id"]).status_code == 200
    consultations.move(stranger.project, stranger.times()[4]["id"], "helena", clock.now())
    assert not Letter.select().where(Letter.kind == "held_time_moved").exists()


def _last(kind: str) -> Letter:
    found: Letter = Letter.select().where(Letter.kind == kind).order_by(Letter.id.desc()).get()
    return found
