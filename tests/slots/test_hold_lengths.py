"""No detour keeps an unpaid time for longer than the first choice did."""

from datetime import datetime, timedelta

import pytest

from app.consultations.expired import expire_holds
from app.slots import actions as slots
from app.slots.models import Hold, Slot
from tests.onboarders import Onboarder, moment
from tests.people import People
from tests.watch import Watch

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture
def ann(people: People, watch: Watch) -> Onboarder:
    return Onboarder(people.house)


def last_times(person: Onboarder, count: int) -> list[int]:
    """Times so far ahead that no hold ends because its consultation begins."""
    return [slot["id"] for slot in person.times()[-count:]]


def kept_until(person: Onboarder, slot: int) -> datetime:
    taken = person.take(slot)
    assert taken.status_code == 200
    return moment(taken.get_json()["expiresAt"])


def by_transfer(person: Onboarder) -> datetime:
    chosen = person.post(f"/api/projects/{person.project}/bank-transfer")
    assert chosen.status_code == 200
    return moment(chosen.get_json()["holdExpiresAt"])


def test_another_time_is_kept_no_longer_than_the_one_it_replaces(ann: Onboarder, watch: Watch) -> None:
    first, second, third = last_times(ann, 3)
    until = kept_until(ann, first)
    assert until == watch.now + 30 * MINUTE
    for slot in (second, third, first):
        watch.now += 5 * MINUTE
        assert kept_until(ann, slot) == until
    watch.now = until
    assert expire_holds(watch.now) == 1


def test_a_nearer_time_is_kept_until_it_begins_at_most(ann: Onboarder, watch: Watch) -> None:
    kept_until(ann, last_times(ann, 1)[0])
    near = Slot.create(date=watch.now + DAY + MINUTE)
    assert by_transfer(ann) > near.date
    assert kept_until(ann, near.id) == near.date


@pytest.mark.spec("C-05")
def test_a_transfer_keeps_times_for_four_business_days_in_all(ann: Onboarder, watch: Watch) -> None:
    chosen = last_times(ann, 6)
    kept_until(ann, chosen[0])
    until = by_transfer(ann)
    for slot in chosen[1:3]:
        watch.now += 10 * timedelta(hours=1)
        assert kept_until(ann, slot) == until
        assert by_transfer(ann) == until
    # Over, and chosen again: a transfer that was asked for long ago keeps a new time no longer than a card does.
    for slot in chosen[3:5]:
        watch.now = max(until, watch.now) + DAY
        expire_holds(watch.now)
        short = kept_until(ann, slot)
        assert short == watch.now + 30 * MINUTE
        assert by_transfer(ann) == short


def test_a_time_given_up_early_leaves_the_transfer_its_remaining_days(ann: Onboarder, watch: Watch) -> None:
    first, second = last_times(ann, 2)
    kept_until(ann, first)
    until = by_transfer(ann)
    slots.let_go(Hold.get(), watch.now)
    watch.now += timedelta(hours=10)
    assert kept_until(ann, second) == watch.now + 30 * MINUTE
    assert by_transfer(ann) == until


@pytest.mark.parametrize("same", [True, False])
def test_a_hold_that_is_over_is_chosen_anew_even_before_it_is_released(
    ann: Onboarder, watch: Watch, same: bool
) -> None:
    first, second = last_times(ann, 2)
    watch.now = kept_until(ann, first)
    again = first if same else second
    assert kept_until(ann, again) == watch.now + 30 * MINUTE
    assert [hold.slot_id for hold in Hold.select().where(Hold.released_at.is_null())] == [again]
    assert [slot.id for slot in Slot.select().where(Slot.is_booked)] == [again]
    assert expire_holds(watch.now) == 0
    assert ann.checkout()["status"] == "pending_payment"


def test_a_transfers_hold_that_is_over_is_chosen_anew_as_any_other(ann: Onboarder, watch: Watch) -> None:
    slot = last_times(ann, 1)[0]
    kept_until(ann, slot)
    watch.now = by_transfer(ann)
    assert kept_until(ann, slot) == watch.now + 30 * MINUTE
