"""How long a time is kept for a transfer: said with its day, its hour and its reason, alike on pages and in letters."""

from datetime import datetime, timedelta

import pytest

from app.clock import sydney_text
from app.consultations.expired import expire_holds
from app.consultations.keeping import kept, next_time
from app.mail.models import Letter
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from app.slots.rules import TransferLimit, TransferTerm
from app.slots.transfers import transfer_days
from tests.onboarders import Onboarder, moment
from tests.people import People
from tests.watch import Watch

UNTIL, DAYS_END = datetime.fromisoformat("2026-11-24T22:00Z"), datetime.fromisoformat("2026-11-26T06:00Z")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def bea(people: People, watch: Watch) -> Onboarder:
    return Onboarder(people.house, email="bea@example.com")


@pytest.mark.spec("C-05")
@pytest.mark.parametrize(
    ("limit", "said"),
    [
        (
            TransferLimit.DAYS,
            "We keep your time until Wednesday 25 November 2026, 9:00 am (Sydney time): "
            "three business days for your transfer, and one more for it to arrive.",
        ),
        (
            TransferLimit.FIRST_CHOICE,
            "We keep your time until Wednesday 25 November 2026, 9:00 am (Sydney time): "
            "the days for a transfer count from when you first chose it.",
        ),
        (
            TransferLimit.START,
            "We keep your time until the consultation itself, Wednesday 25 November 2026, 9:00 am (Sydney time): "
            "please send your transfer at once, so that it arrives before. "
            "If it arrives later, you choose another time with it.",
        ),
        (
            TransferLimit.SHARE,
            "We keep this time only until Wednesday 25 November 2026, 9:00 am (Sydney time), because many times are "
            "being kept for transfers just now. If your transfer arrives later, the time is yours if it is still free.",
        ),
        (
            TransferLimit.USED_UP,
            "We keep this time only until Wednesday 25 November 2026, 9:00 am (Sydney time), because the days for "
            "your transfer, until Thursday 26 November 2026, 5:00 pm (Sydney time), are used up. "
            "If your transfer arrives later, the time is yours if it is still free.",
        ),
    ],
)
def test_each_limit_has_its_sentence(limit: TransferLimit, said: str) -> None:
    assert kept(TransferTerm(UNTIL, limit, DAYS_END)) == said


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (
            DAYS_END - timedelta(seconds=1),
            "Another time is kept until Thursday 26 November 2026, 5:00 pm (Sydney time) at most: "
            "the days for a transfer count from when you first chose it.",
        ),
        (
            DAYS_END,
            "Another time is kept for 30 minutes only, because the days for your transfer, until Thursday 26 November "
            "2026, 5:00 pm (Sydney time), are used up. "
            "If your transfer arrives later, the time is yours if it is still free.",
        ),
    ],
)
def test_a_time_that_is_yet_to_be_chosen_has_its_sentence(now: datetime, said: str) -> None:
    assert next_time(DAYS_END, now) == said


def letters() -> list[str]:
    """The letters with the bank's details, as running text."""
    found = Letter.select().where(Letter.kind == "transfer_details").order_by(Letter.id)
    return [" ".join(letter.text.split()) for letter in found]


def choose_transfer(person: Onboarder) -> str:
    """What the checkout says beside the transfer, which is what it and the letter say afterwards."""
    offered = str(person.checkout()["transferNote"])
    answer = person.post(f"/api/projects/{person.project}/bank-transfer")
    assert answer.status_code == 200
    told = answer.get_json()
    shown = person.get(f"/api/bookings/confirmation?projectId={person.project}").get_json()["booking"]
    assert (told["transferNote"], shown["transferNote"], told["keptForTransfer"]) == (offered, offered, True)
    assert offered in letters()[-1]
    assert ("until " + sydney_text(moment(told["holdExpiresAt"])) in offered) or ("itself, " in offered)
    return offered


def last_times(person: Onboarder, count: int) -> list[int]:
    """Times so far ahead that no hold ends because its consultation begins."""
    return [slot["id"] for slot in person.times()[-count:]]


@pytest.mark.spec("C-05", "U-01")
def test_page_and_letter_say_the_same_from_the_first_choice_until_the_days_are_over(
    bea: Onboarder, watch: Watch
) -> None:
    first, second, third = last_times(bea, 3)
    bea.take(first)
    days_end = sydney_text(transfer_days(bea.project, watch.now))
    assert choose_transfer(bea).startswith(f"We keep your time until {days_end}: three business days")
    watch.now += HOUR
    bea.take(second)
    assert choose_transfer(bea).startswith(f"We keep your time until {days_end}: the days for a transfer count")
    watch.now = Hold.of_project(bea.project).expires_at
    assert expire_holds(watch.now) == 1
    gone = (
        f"Another time is kept for 30 minutes only, because the days for your transfer, until {days_end}, are used up."
    )
    shown = bea.get(f"/api/bookings/confirmation?projectId={bea.project}").get_json()["booking"]
    assert shown["transferNote"].startswith(gone)
    assert bea.checkout()["transferNote"].startswith(gone)
    bea.take(third)
    half = sydney_text(watch.now + HOUR / 2)
    assert choose_transfer(bea).startswith(
        f"We keep this time only until {half}, because the days for your transfer, until {days_end}, are used up."
    )
    assert len(letters()) == 3
    assert bea.post(f"/api/projects/{bea.project}/bank-transfer").status_code == 200
    assert len(letters()) == 3
    # Over once more: the client is told about the transfer, not that nothing was to be paid.
    assert expire_holds(watch.now + HOUR) == 1
    over = Letter.select().where(Letter.kind == "hold_expired").order_by(Letter.id.desc()).first()
    assert "If your transfer is already on its way" in over.text


@pytest.mark.spec("C-05", "U-01")
def test_a_consultation_that_is_sooner_than_the_days_ends_them(bea: Onboarder, watch: Watch) -> None:
    near = Slot.create(date=watch.now + DAY + HOUR)
    bea.take(near.id)
    said = choose_transfer(bea)
    assert said.startswith(f"We keep your time until the consultation itself, {sydney_text(near.date)}")
    assert "3 business days" not in letters()[-1] and "three business days" not in said
    assert f"Time held for you: {sydney_text(near.date)}" in letters()[-1]


@pytest.mark.spec("C-05")
@pytest.mark.parametrize("paid", [True, False])
def test_a_time_that_is_paid_or_kept_for_a_card_promises_no_days(bea: Onboarder, watch: Watch, paid: bool) -> None:
    bea.take(last_times(bea, 1)[0])
    bea.post(f"/api/projects/{bea.project}/bank-transfer")
    hold = Hold.of_project(bea.project)
    assert hold is not None
    slots.let_go(hold, watch.now)
    bea.take(last_times(bea, 1)[0])
    expected = f"We keep your time until {sydney_text(watch.now + HOUR / 2)}."
    if paid:
        slots.keep_for_good(bea.project, watch.now)
        expected = ""
    shown = bea.get(f"/api/bookings/confirmation?projectId={bea.project}").get_json()["booking"]
    assert (shown["transferNote"] or "") == expected
