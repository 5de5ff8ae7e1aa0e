"""What follows once a client has said that a submission with their address is not theirs."""

import pytest

from app.alerts.models import Alert
from app.consultations import actions as consultations
from app.mail.models import Letter
from app.payments.models import Payment
from app.projects.models import Project
from tests.onboarders import Onboarder
from tests.people import People
from tests.proofs.strangers import by_transfer, letters, token_of

pytestmark = pytest.mark.usefixtures("watch")
AMELIA = "amelia@example.com"


def disowned(people: People) -> Onboarder:
    """A stranger's submission with Amelia's address, to which she has answered no."""
    people.client(AMELIA)
    stranger = Onboarder(people.house, email=AMELIA)
    token = token_of(letters()[-1])
    assert people.visitor().post("/api/ownership/answer", {"token": token, "answer": "no"}).status_code == 200
    return stranger


def to_amelia() -> int:
    return int(Letter.select().where(Letter.recipient == AMELIA).count())


def test_no_letter_goes_to_an_address_whose_reader_said_no(people: People) -> None:
    stranger = disowned(people)
    before = to_amelia()
    by_transfer(stranger)
    shown = stranger.get(f"/api/bookings/confirmation?projectId={stranger.project}").get_json()
    assert (shown["state"], shown["booking"]["bank"]["reference"]) == ("awaiting", f"HPM-{stranger.project}")
    over = Project.get_by_id(stranger.project).appointment_date
    assert consultations.expire_holds(people.house.config, over) == 1
    assert to_amelia() == before


def test_staff_learn_that_a_disowned_submission_is_to_be_paid_by_transfer(people: People) -> None:
    stranger = disowned(people)
    by_transfer(stranger)
    told = [alert.message for alert in Alert.select().where(Alert.kind == "not_theirs").order_by(Alert.id)]
    assert told[1] == (
        f"HPM-{stranger.project} is to be paid by bank transfer, although whoever reads its address said that it is "
        "not theirs. Nothing about it is sent to that address."
    )
    people.staff().post(f"/api/admin/projects/{stranger.project}/confirm-client")
    assert not Alert.select().where(Alert.kind == "not_theirs").exists()


def test_money_does_not_outweigh_the_clients_own_no(people: People) -> None:
    stranger = disowned(people)
    by_transfer(stranger)
    before = to_amelia()
    transfer = Payment.get(Payment.project == stranger.project)
    staff = people.staff()
    assert staff.post(f"/api/admin/payments/{transfer.id}/receive-transfer").status_code == 200
    project = Project.get_by_id(stranger.project)
    assert (project.payment_status, project.proved_at) == ("completed", None)
    assert project.appointment_date is not None
    assert to_amelia() == before
    paid = Alert.get(Alert.dedupe_key == f"not-theirs-paid-{project.id}").message
    assert paid.startswith(f"HPM-{project.id} is paid, although whoever reads its address said that it is not theirs")
    # Staff have found out that it is hers after all.
    staff.post(f"/api/admin/projects/{project.id}/confirm-client")
    assert Project.get_by_id(project.id).proved_by == "staff"
    assert not Alert.select().where(Alert.kind == "not_theirs").exists()
