"""Letters that wait while the clock is set back: none waits longer for it, and none goes out twice."""

from datetime import UTC, datetime, timedelta

import pytest

from app import clock
from app.config import Config
from app.mail import actions, letters, sender
from app.mail.content import Firm
from app.mail.models import Letter
from app.mail.rules import LEASE, longest_wait
from tests.watch import Watch

NOW = datetime(2027, 4, 4, 12, tzinfo=UTC)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


def posted(now: datetime) -> Letter:
    return actions.post(letters.enquiry_received(Firm.present(), to="ann@example.com", answered="soon"), "one", now)


@pytest.mark.parametrize(
    ("is_being_sent", "attempts", "wait"),
    [
        (False, 0, timedelta(0)),
        (False, 1, MINUTE),
        (False, 3, 15 * MINUTE),
        (False, 5, 3 * HOUR),
        (False, 9, 6 * HOUR),
        (True, 1, LEASE),
    ],
)
def test_how_far_ahead_a_letters_next_moment_can_be(is_being_sent: bool, attempts: int, wait: timedelta) -> None:
    assert longest_wait(is_being_sent, attempts) == wait


@pytest.mark.parametrize("back", [HOUR, timedelta(days=1)])
def test_a_letter_goes_out_at_once_although_the_clock_was_set_back(config: Config, back: timedelta) -> None:
    posted(NOW)
    watch = Watch(NOW - back)
    with clock.reading(watch):
        assert sender.send_due(watch.now) == 1


def test_a_letter_that_is_tried_again_waits_its_minute_and_not_the_hour(config: Config) -> None:
    posted(NOW)
    watch, in_the_way = Watch(NOW), config.folder / "letters"
    in_the_way.write_text("Not a folder: no letter can be filed here.", encoding="utf-8")
    with clock.reading(watch):
        assert sender.send_due(watch.now) == 0
        in_the_way.unlink()
        watch.now -= HOUR
        assert sender.send_due(watch.now) == 0
        watch.now += MINUTE
        assert sender.send_due(watch.now) == 1


def test_a_letter_that_is_being_sent_is_not_taken_by_a_second_sender_before_its_lease_is_over(config: Config) -> None:
    letter = posted(NOW)
    Letter.update(status="sending", attempts=1, next_attempt_at=NOW + LEASE).where(Letter.id == letter.id).execute()
    watch = Watch(NOW - HOUR)
    with clock.reading(watch):
        assert sender.send_due(watch.now) == 0
        watch.now += LEASE
        assert sender.send_due(watch.now) == 1
