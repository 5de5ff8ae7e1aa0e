"""A transfer for what a stranger typed a client's address for arrives: the money proves it, and nobody is told less."""

from datetime import timedelta

import pytest

from app.alerts.models import Alert
from app.payments import transfers
from app.projects.models import HistoryLine, Project
from app.proofs.rules import QuestionState, state
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.payments.banking import payments_of
from tests.people import People, Person
from tests.proofs.strangers import by_transfer, letters, token_of
from tests.watch import Watch

AMELIA = "amelia@example.com"
SORRY = "If it was not you, please reply to this email: we find out whose it is."


@pytest.fixture
def stranger(people: People, watch: Watch) -> Onboarder:
    """Somebody has typed a client's address, and chosen to pay by transfer."""
    people.client(AMELIA)
    watch.now += timedelta(minutes=1)
    slots.generate(watch.now)
    typed = Onboarder(people.house, email=AMELIA)
    by_transfer(typed)
    return typed


def tell(person: Person, token: str, answer: str) -> tuple[int, str]:
    told = person.post("/api/ownership/answer", {"token": token, "answer": answer})
    return told.status_code, told.get_json()["state"]


@pytest.mark.spec("R-01")
def test_the_question_and_the_transfers_letter_say_that_it_is_kept_apart_only_until_it_is_paid(
    stranger: Onboarder,
) -> None:
    (asked,), (details,) = letters(), letters("transfer_details")
    for letter in (asked, details):
        said = " ".join(letter.text.split())
        assert (
            "If all of it is paid, we take it for yours and put it with your projects, unless you have told us" in said
        )
    said = " ".join(asked.text.split())
    assert "If you do nothing, it stays apart unless it is paid." in said
    assert "once it is paid, a no there goes to our team" in said


@pytest.mark.spec("R-01")
def test_a_no_after_the_money_has_proved_it_reaches_staff_once_and_says_that_it_stays(
    people: People, stranger: Onboarder
) -> None:
    transfers.receive(payments_of(stranger.project).get().id, "helena")
    token, reader = token_of(letters()[0]), people.visitor()
    looked = reader.post("/api/ownership/question", {"token": token}).get_json()
    assert (looked["state"], looked["mayBeTakenBack"]) == ("paid", False)
    assert [tell(reader, token, "no") for _ in range(2)] == [(200, "objected")] * 2
    assert Project.get_by_id(stranger.project).proved_by == "payment"
    (alert,) = Alert.select().where(Alert.kind == "not_theirs")
    assert alert.message == (
        f"HPM-{stranger.project} is paid and in the portal of the client whose address it names, who says that it is "
        f"not theirs: please ask Ann Lee, 0400 111 222, whose it is, and tell {AMELIA}."
    )
    notes = [line.note for line in HistoryLine.select().where(HistoryLine.project == stranger.project)]
    assert notes.count("Said that it is not theirs, although it is paid") == 1


@pytest.mark.spec("R-01")
def test_the_confirmation_says_what_to_do_where_only_the_money_shows_whose_it_is(
    people: People, stranger: Onboarder
) -> None:
    transfers.receive(payments_of(stranger.project).get().id, "helena")
    assert SORRY in " ".join(letters("consultation_confirmed")[-1].text.split())
    people.visitor().book(files=0, email=AMELIA)
    assert SORRY in " ".join(letters("booking_confirmed")[-1].text.split())
    # What is proved in another way, and whoever is new, are told nothing of it.
    own = Onboarder(people.house, email=AMELIA)
    own.sign_in(AMELIA)
    by_transfer(own, time=3)
    transfers.receive(payments_of(own.project).get().id, "helena")
    assert SORRY not in " ".join(letters("consultation_confirmed")[-1].text.split())
    people.visitor().book(files=0, email="new@example.com")
    assert SORRY not in " ".join(letters("booking_confirmed")[-1].text.split())


@pytest.mark.parametrize(
    ("answer", "proved_by", "disowned", "shown"),
    [
        (None, None, False, QuestionState.OPEN),
        ("yes", "link", False, QuestionState.YES),
        ("yes", None, True, QuestionState.NO),
        ("no", None, True, QuestionState.NO),
        (None, None, True, QuestionState.NO),
        (None, "link", False, QuestionState.SETTLED),
        ("no", "staff", True, QuestionState.SETTLED),
        (None, "payment", False, QuestionState.PAID),
        ("no", "payment", False, QuestionState.OBJECTED),
        ("yes", "payment", False, QuestionState.YES),
    ],
)
def test_the_page_shows_what_holds_now(
    answer: str | None, proved_by: str | None, disowned: bool, shown: QuestionState
) -> None:
    assert state(answer, proved_by, disowned) is shown
