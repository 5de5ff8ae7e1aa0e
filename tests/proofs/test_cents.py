"""A part of a price proves nothing: anybody may send a cent for what they put beside a client."""

from datetime import timedelta

import pytest

from app import clock
from app.alerts.models import Alert
from app.consultations.expired import expire_holds
from app.mail.models import Letter
from app.orders.rules import OrderState, keeps_time
from app.payments import transfers
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.attention.waiting import lines
from tests.onboarders import Onboarder
from tests.payments.banking import payments_of
from tests.people import People, Person
from tests.proofs.strangers import by_transfer, letters, portal, token_of
from tests.watch import Watch

pytestmark = pytest.mark.usefixtures("watch")
AMELIA = "amelia@example.com"


@pytest.fixture
def stranger(people: People, amelia: Person) -> Onboarder:
    """Somebody who has typed her address and chosen a transfer."""
    browser = Onboarder(people.house, email=AMELIA)
    by_transfer(browser)
    return browser


def cent(project: int) -> None:
    """Staff see one cent of the transfer on the account."""
    transfers.receive(payments_of(project).get().id, "helena", 1)


def say(people: People, letter: Letter, answer: str) -> str:
    """Whoever reads the letter answers."""
    told = people.visitor().post("/api/ownership/answer", {"token": token_of(letter), "answer": answer})
    return str(told.get_json()["state"])


@pytest.mark.spec("R-01")
def test_one_cent_puts_nothing_into_the_clients_portal(amelia: Person, stranger: Onboarder) -> None:
    before = portal(amelia)
    cent(stranger.project)
    project = Project.get_by_id(stranger.project)
    assert (project.proved_at, project.proved_by) == (None, None)
    assert portal(amelia) == before


def test_the_letter_about_it_greets_nobody_and_asks(people: People, stranger: Onboarder) -> None:
    cent(stranger.project)
    (letter,) = letters("other_price_received")
    text = " ".join(letter.text.split())
    assert "Hello," in text and "Amelia" not in text and "Ann" not in text
    assert "Somebody has used your email address on our website, and a payment of $0.01 has arrived" in text
    assert "stays yours" not in text
    assert say(people, letter, "no") == "no"


@pytest.mark.spec("R-01")
def test_no_and_staff_go_on_being_heard_and_staff_learn_of_the_money(people: People, stranger: Onboarder) -> None:
    cent(stranger.project)
    assert say(people, letters()[0], "no") == "no"
    assert Project.get_by_id(stranger.project).is_disowned
    (said,) = [alert.message for alert in Alert.select().where(Alert.kind == "not_theirs")]
    assert said.endswith("$0.01 came for it: please ask Ann Lee, 0400 111 222, or give it back.")


def test_a_yes_may_still_become_a_no_when_a_cent_has_come(people: People, stranger: Onboarder) -> None:
    helena = people.staff()
    assert say(people, letters()[0], "yes") == "yes"
    cent(stranger.project)
    assert say(people, letters()[0], "no") == "no"
    assert helena.post(f"/api/admin/projects/{stranger.project}/confirm-client").status_code == 200
    assert helena.post(f"/api/admin/projects/{stranger.project}/take-back-client").status_code == 200


def test_its_time_ends_as_the_letter_says(stranger: Onboarder) -> None:
    cent(stranger.project)
    hold = Hold.of_project(stranger.project)
    assert hold is not None and hold.expires_at is not None
    assert f"{clock.sydney_text(hold.expires_at)}, until it begins." in " ".join(
        letters("other_price_received")[0].text.split()
    )
    [line] = lines("part_paid")
    assert (line.who, line.line.due) == ("Ann Lee", hold.expires_at)
    assert expire_holds(hold.expires_at) == 1
    assert Project.get_by_id(stranger.project).appointment_date is None


def test_another_time_is_not_for_good_either(stranger: Onboarder) -> None:
    cent(stranger.project)
    assert stranger.take(stranger.times()[5]["id"]).status_code == 200
    assert Hold.of_project(stranger.project).expires_at is not None


def test_once_it_is_hers_the_time_stays_hers_meanwhile(people: People, stranger: Onboarder) -> None:
    cent(stranger.project)
    assert say(people, letters("other_price_received")[0], "yes") == "yes"
    hold = Hold.of_project(stranger.project)
    assert hold is not None and hold.expires_at is None


@pytest.mark.spec("R-01")
def test_a_time_kept_for_a_cent_and_a_yes_ends_as_it_would_have_once_the_answer_is_no(
    people: People, stranger: Onboarder
) -> None:
    cent(stranger.project)
    before = Hold.of_project(stranger.project)
    letter = letters("other_price_received")[0]
    assert say(people, letter, "yes") == "yes"
    for _ in range(2):
        assert say(people, letter, "no") == "no"
        hold = Hold.of_project(stranger.project)
        assert (hold.id, hold.kind, hold.expires_at) == (before.id, "transfer", before.expires_at)
    assert expire_holds(before.expires_at) == 1
    project = Project.get_by_id(stranger.project)
    assert (project.appointment_date, project.status) == (None, "inquiry")


def test_it_is_free_at_once_where_its_end_has_passed(people: People, stranger: Onboarder, watch: Watch) -> None:
    cent(stranger.project)
    hold = Hold.of_project(stranger.project)
    assert people.staff().post(f"/api/admin/projects/{stranger.project}/confirm-client").status_code == 200
    watch.now = hold.expires_at + timedelta(minutes=1)
    assert expire_holds(watch.now) == 0
    assert people.staff().post(f"/api/admin/projects/{stranger.project}/take-back-client").status_code == 200
    project = Project.get_by_id(stranger.project)
    assert (Hold.of_project(project.id), project.appointment_date, project.status) == (None, None, "inquiry")
    assert not Slot.get_by_id(hold.slot_id).is_booked


def test_so_does_one_that_was_chosen_for_it_or_moved_since(people: People, amelia: Person, stranger: Onboarder) -> None:
    cent(stranger.project)
    ends = Hold.of_project(stranger.project).expires_at
    letter = letters("other_price_received")[0]
    assert say(people, letter, "yes") == "yes"
    start = Project.get_by_id(stranger.project).appointment_date.isoformat()
    to = {"slotId": stranger.times()[9]["id"], "date": start}
    assert amelia.post(f"/api/client/appointments/{stranger.project}/move", to).status_code == 200
    assert say(people, letter, "no") == "no"
    moved = Hold.of_project(stranger.project)
    assert (moved.slot_id, moved.expires_at) == (to["slotId"], ends)


def test_a_no_that_comes_back_to_a_yes_keeps_it_again(people: People, stranger: Onboarder) -> None:
    cent(stranger.project)
    helena = people.staff()
    for word in ("confirm-client", "take-back-client", "confirm-client"):
        assert helena.post(f"/api/admin/projects/{stranger.project}/{word}").status_code == 200
    assert Hold.of_project(stranger.project).expires_at is None


def test_a_time_that_staff_set_or_that_is_paid_in_full_ends_by_no_word(people: People, stranger: Onboarder) -> None:
    cent(stranger.project)
    helena, project = people.staff(), stranger.project
    assert helena.post(f"/api/admin/projects/{project}/confirm-client").status_code == 200
    slot, seen = stranger.times()[8]["id"], Project.get_by_id(project).appointment_date.isoformat()
    set_ = helena.post(f"/api/admin/projects/{project}/consultation", {"slotId": slot, "seen": seen})
    assert set_.status_code == 200
    assert helena.post(f"/api/admin/projects/{project}/take-back-client").status_code == 200
    assert Hold.of_project(project).expires_at is None
    assert helena.post(f"/api/admin/projects/{project}/confirm-client").status_code == 200
    transfers.record(project, 149_999, "the rest", "helena")
    assert slots.ends_again(project, clock.now()) is False
    assert Hold.of_project(project).expires_at is None


def test_the_rest_of_the_price_takes_the_end_away(people: People, stranger: Onboarder) -> None:
    cent(stranger.project)
    assert people.staff().post(f"/api/admin/projects/{stranger.project}/confirm-client").status_code == 200
    assert Hold.of_project(stranger.project).ends_unproved_at is not None
    transfers.record(stranger.project, 149_999, "the rest", "helena")
    assert Hold.of_project(stranger.project).ends_unproved_at is None


def test_the_rest_of_the_price_proves_it(amelia: Person, stranger: Onboarder) -> None:
    cent(stranger.project)
    transfers.record(stranger.project, 149_999, "the rest", "helena")
    assert Project.get_by_id(stranger.project).proved_by == "payment"


@pytest.mark.parametrize(
    ("state", "proved", "keeps"),
    [
        (OrderState.UNPAID, True, False),
        (OrderState.PART_PAID, True, True),
        (OrderState.PART_PAID, False, False),
        (OrderState.PAID, False, True),
        (OrderState.PART_REFUNDED, False, True),
        (OrderState.REFUNDED, True, False),
    ],
)
def test_which_time_is_for_good(state: OrderState, proved: bool, keeps: bool) -> None:
    assert keeps_time(state, proved) is keeps
