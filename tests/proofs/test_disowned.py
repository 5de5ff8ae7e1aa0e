"""What follows once a client has said that a submission with their address is not theirs."""

from datetime import timedelta

import pytest

from app.alerts.actions import resolve
from app.alerts.models import Alert
from app.clock import now
from app.consultations import actions as consultations
from app.consultations.expired import expire_holds
from app.mail.models import Letter
from app.payments.settle import settle
from app.projects.models import Project
from app.projects.rules import Proof
from app.proofs.ownership import disown, prove
from tests.attention.waiting import lines
from tests.onboarders import Onboarder
from tests.payments.banking import payments_of
from tests.people import VISA, People
from tests.proofs.strangers import by_transfer, letters, token_of

pytestmark = pytest.mark.usefixtures("watch")
AMELIA = "amelia@example.com"
HOUR = timedelta(hours=1)


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
    assert (shown["isDisowned"], shown["mayChange"], shown["booking"]["bank"]["byEmail"]) == (True, True, False)
    assert (stranger.checkout()["isDisowned"], stranger.checkout()["bank"]["byEmail"]) == (True, False)
    over = Project.get_by_id(stranger.project).appointment_date
    assert expire_holds(over) == 1
    assert to_amelia() == before


def test_staff_learn_that_a_disowned_submission_is_to_be_paid_by_transfer(people: People) -> None:
    stranger = disowned(people)
    by_transfer(stranger)
    listed = people.staff().get("/api/admin/consultations").get_json()["items"]
    (line,) = [item for item in listed if item["projectId"] == stranger.project]
    assert (line["name"], line["ownership"]["disownedAt"] is not None) == ("Ann Lee", True)
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
    transfer = payments_of(stranger.project).get()
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


def pay(stranger: Onboarder) -> None:
    """Hold a time and pay by card."""
    assert stranger.take(stranger.times()[1]["id"]).status_code == 200
    stranger.pay()


def test_staff_read_what_was_typed_and_the_no_and_answer_nobody_uninvolved(people: People) -> None:
    stranger = disowned(people)
    pay(stranger)
    notice = letters("staff_consultation_notice")[-1]
    told = notice.text + notice.subject
    assert ("Ann Lee" in told, "0400 111 222" in told, notice.reply_to) == (True, True, None)
    assert ("Amelia Hart" in told, "0400 123 456" in told) == (False, False)
    assert f"Whoever reads {AMELIA} said that this is not theirs." in told


def test_staff_read_the_clients_own_record_where_it_is_theirs(people: People) -> None:
    people.client(AMELIA)
    pay(Onboarder(people.house, email=AMELIA))
    notice = letters("staff_consultation_notice")[-1]
    assert ("Amelia Hart" in notice.text, "Ann Lee" in notice.text, notice.reply_to) == (True, False, AMELIA)
    assert "not theirs" not in notice.text


def test_staff_are_told_to_agree_on_a_time_with_whoever_typed_it(people: People) -> None:
    stranger = disowned(people)
    by_transfer(stranger)
    expire_holds(Project.get_by_id(stranger.project).appointment_date)
    transfer = payments_of(stranger.project).get()
    taker = Onboarder(people.house, email="ben@example.com")
    assert taker.take(taker.times()[1]["id"]).status_code == 200
    assert people.staff().post(f"/api/admin/payments/{transfer.id}/receive-transfer").status_code == 200
    assert "Ann Lee" in [line.who for line in lines("contact")]
    assert "please call the number below" in letters("staff_consultation_notice")[-1].text


def test_a_no_after_a_yes_takes_back_what_staff_were_told_of_other_details(people: People) -> None:
    people.client(AMELIA)
    Onboarder(people.house, email=AMELIA)
    for answer, told in (("yes", ["client_differs"]), ("no", ["not_theirs"])):
        people.visitor().post("/api/ownership/answer", {"token": token_of(letters()[-1]), "answer": answer})
        assert [alert.kind for alert in Alert.select()] == told


def test_other_details_are_one_line_for_each_client_that_names_the_projects(people: People) -> None:
    people.client(AMELIA)
    first, second = (Onboarder(people.house, email=AMELIA) for _ in range(2))
    at, other = now(), "(name: Ann Lee; phone: 0400 111 222; address: 1 High Street, Hurstville, NSW 2220)"
    for each in (first, second):
        prove(each.project, Proof.STAFF, "helena", at)
    (alert,) = Alert.select()
    one, two = f"HPM-{first.project}", f"HPM-{second.project}"
    assert alert.message == f"{one} {other} and {two} {other} were sent with other details than we keep."
    disown(Project.get_by_id(second.project), "helena", "It is not hers", at)
    told = Alert.get(Alert.kind == "client_differs").message
    assert told == f"{one}: it was sent with other details than we keep {other}."
    resolve(alert.id, "helena", at + HOUR)
    third = Onboarder(people.house, email=AMELIA)
    prove(third.project, Proof.STAFF, "helena", at + 2 * HOUR)
    told = Alert.get(Alert.kind == "client_differs").message
    assert told == f"HPM-{third.project}: it was sent with other details than we keep {other}."


def test_every_alert_about_its_money_sends_staff_to_whoever_typed_it(people: People) -> None:
    stranger = disowned(people)
    assert stranger.take(stranger.times()[1]["id"]).status_code == 200
    stranger.house.sandbox.confirm(intent := stranger.begin_card(terms=False), card=VISA)
    assert stranger.settle(intent) == "paid"
    gateway = people.house.gateway
    assert gateway is not None
    gateway.refund(intent, None, "one", "requested_by_customer")
    settle(gateway, intent)
    closed = Onboarder(people.house, email="ben@example.com")
    by_transfer(closed, time=3)
    consultations.cancel(closed.project, "helena", "Withdrawn", now())
    Project.update(disowned_at=now()).where(Project.id == closed.project).execute()
    transfer = payments_of(closed.project).get()
    people.staff().post(f"/api/admin/payments/{transfer.id}/receive-transfer")
    told = {alert.kind: alert.message for alert in Alert.select()}
    for kind in ("terms_not_accepted", "refunded", "paid_cancelled"):
        assert "Ann Lee, 0400 111 222," in told[kind] and "the client" not in told[kind]
