"""Unpaid times whose turn to be freed comes while something is wrong: a row that fails, a clock that was set back."""

from datetime import timedelta

import pytest

from app.alerts.models import Alert
from app.consultations.expired import expire_holds
from app.consultations.notices import Notices
from app.slots.models import Hold, Slot
from app.slots.rules import CARD_HOLD
from tests.onboarders import Onboarder
from tests.people import People
from tests.watch import Watch


def test_a_time_that_cannot_be_freed_holds_up_no_other(
    people: People, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = Onboarder(people.house), Onboarder(people.house, email="ben@example.com")
    ann.take(ann.times()[2]["id"])
    ben.take(ben.times()[3]["id"])
    write = Notices.expired

    def failing(self: Notices, *told: object) -> None:
        if self.project.id == ann.project:
            raise ValueError("a letter that cannot be written")
        write(self, *told)

    monkeypatch.setattr(Notices, "expired", failing)
    watch.now += CARD_HOLD
    assert expire_holds(watch.now) == 1
    assert [slot.project_id for slot in Slot.select().where(Slot.is_booked == True)] == [ann.project]
    assert Alert.get().message.startswith(f"HPM-{ann.project}: freeing the unpaid time")
    monkeypatch.undo()
    assert expire_holds(watch.now) == 1
    assert not Alert.select().exists()


@pytest.mark.parametrize("back", [timedelta(hours=1), timedelta(days=1)])
def test_a_clock_set_back_keeps_no_unpaid_time_longer_than_half_an_hour(
    people: People, watch: Watch, back: timedelta
) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[-1]["id"])
    watch.now -= back
    expire_holds(watch.now)
    assert Hold.get().expires_at == watch.now + CARD_HOLD
    watch.now += CARD_HOLD
    assert expire_holds(watch.now) == 1


def test_a_time_kept_for_a_transfer_stays_as_long_as_it_was_promised(people: People, watch: Watch) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[-1]["id"])
    assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    before = Hold.get().expires_at
    expire_holds(watch.now)
    assert Hold.get().expires_at == before
