"""What another status makes of money and of other prices is said before, and written to the client."""

import pytest

from app import clock
from app.alerts.models import Alert
from app.consultations import actions as consultations
from app.consultations.statuses import set_status
from app.db import write
from app.mail.models import Letter
from app.orders.following import Taken, completing_said, taken_said
from app.orders.models import Order
from app.projects.rules import ProjectStatus
from app.slots.models import Hold
from tests.invoices.test_bills import bill
from tests.onboarders import Onboarder
from tests.orders.test_used_fees import pay
from tests.payments.banking import record
from tests.payments.test_credit import second_project
from tests.payments.test_second_payments import choose_transfer
from tests.people import People
from tests.watch import Watch


@pytest.fixture
def ann(people: People, watch: Watch) -> Onboarder:
    """Ann has paid the fee, and keeps a time for a service."""
    return Onboarder.who_booked(people.house)


def goes_on() -> str:
    letters = Letter.select().where(Letter.kind == "project_goes_on").order_by(Letter.id.desc())
    return " ".join(letters.first().text.split())


def warned(people: People, project: int, status: ProjectStatus) -> str:
    """What staff read before they set that status."""
    shown = people.staff().get(f"/api/admin/projects/{project}").get_json()["statuses"]
    [told] = [each["warning"] for each in shown if each["status"] == status]
    return str(told)


def test_opening_again_says_from_which_service_it_takes_the_fee_back(people: People, ann: Onboarder) -> None:
    pay(ann)
    first = ann.project
    consultations.cancel(first, "helena", "asked to", clock.now())
    again = second_project(ann)
    name = Order.of_project(again).reference
    told = warned(people, first, ProjectStatus.IN_PROGRESS)
    assert f"takes the booking fee's credit of $250.00 back from {name} (" in told
    set_status(first, ProjectStatus.IN_PROGRESS, "They go on", "helena", clock.now())
    assert f"$250.00 of the booking fee counts for it again, and is not deducted from {name} (" in goes_on()


def test_completing_says_that_an_awaited_transfer_is_given_up(people: People, watch: Watch) -> None:
    people.client("amelia@example.com")
    ann = Onboarder.signed_in(people.house)
    choose_transfer(ann)
    number = ann.project
    # Of a time that is kept nobody says that the project is completed.
    with write():
        Hold.update(released_at=clock.now()).where(Hold.project_id == number).execute()
    told = warned(people, number, ProjectStatus.COMPLETED)
    assert f"$1,750.00 for HPM-{number} is still awaited: completing gives it up" in told
    set_status(number, ProjectStatus.COMPLETED, "Nothing more to do", "helena", clock.now())
    assert f"The $1,750.00 for HPM-{number} that was still open is not asked for any more" in goes_on()


def test_completing_a_cancelled_project_says_which_bills_stay_to_be_paid(people: People, ann: Onboarder) -> None:
    pay(ann)
    number = ann.project
    assert bill(people.staff()).status_code == 201
    consultations.cancel(number, "helena", "asked to", clock.now())
    said = f"HPM-{number}-2 stays to be paid: $400.01."
    assert said in warned(people, number, ProjectStatus.COMPLETED)
    set_status(number, ProjectStatus.COMPLETED, "It was done after all", "helena", clock.now())
    assert said in goes_on()


def test_a_third_payment_is_not_called_the_second(people: People, ann: Onboarder) -> None:
    pay(ann)
    for key in ("second", "third"):
        assert record(people.staff(), ann.project, 125_000, key).status_code in (200, 201)
    subjects = [
        row.subject.removeprefix("[TEST] ")
        for row in Letter.select().where(Letter.kind == "paid_twice").order_by(Letter.id)
    ]
    assert [each.split(" payment")[0] for each in subjects] == ["A second", "Another"]
    alert = Alert.select().where(Alert.kind == "paid_twice").order_by(Alert.id.desc()).first()
    assert "paid once more" in alert.message


@pytest.mark.parametrize(
    ("given_up", "bills", "staff", "client"),
    [
        ([], [], "", ""),
        (
            [("HPM-7", 150_000)],
            [],
            "$1,500.00 for HPM-7 is still awaited: completing gives it up, and its client is asked not to pay it. If "
            "it comes all the same, mark it as received under Money.",
            "The $1,500.00 for HPM-7 that was still open is not asked for any more: please do not pay it.",
        ),
        ([], [("HPM-7-2", 5_000)], "HPM-7-2 stays to be paid: $50.00.", "HPM-7-2 stays to be paid: $50.00."),
    ],
)
def test_what_completing_does_to_what_is_owed_is_told_to_both_sides(
    given_up: list[tuple[str, int]], bills: list[tuple[str, int]], staff: str, client: str
) -> None:
    assert completing_said(given_up, bills, for_staff=True) == staff
    assert completing_said(given_up, bills) == client


def test_a_fee_that_two_services_are_settled_with_is_for_people_to_agree_on() -> None:
    taken = [Taken("HPM-9 (Inspection Services)", 25_000, True)]
    assert taken_said(taken, for_staff=True).endswith("please agree with the client on the $250.00.")
    assert taken_said(taken).endswith("our team agrees with you on it.")
