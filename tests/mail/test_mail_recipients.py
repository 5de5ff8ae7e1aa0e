"""Nobody can have an address flooded by typing it."""

from datetime import timedelta

import pytest
from mail_helpers import FIRM, START, again, greeting_to, posted, settings

from app import clock
from app.alerts.models import open_alerts
from app.enquiries.actions import receive
from app.mail import actions, letters, sender
from app.mail.models import Letter, LetterStatus
from app.mail.rules import HELD_BACK, MOST_UNPROVED, UNPROVED_KINDS, is_held_back


@pytest.mark.parametrize(
    ("kind", "sent", "held_back"),
    [
        *[(kind, MOST_UNPROVED - 1, False) for kind in UNPROVED_KINDS],
        *[(kind, MOST_UNPROVED, True) for kind in UNPROVED_KINDS],
        ("booking_confirmed", 1_000, False),
        ("credentials", 1_000, False),
        ("enquiry_notice", 1_000, False),
    ],
)
def test_only_what_anybody_can_cause_is_held_back(kind, sent, held_back):
    assert is_held_back(kind, sent) is held_back


def test_every_kind_that_is_counted_is_a_letter():
    assert set(UNPROVED_KINDS) <= set(letters.__all__)


def test_an_address_gets_six_thanks_a_day_and_staff_every_enquiry(outbox, hands, mailbox, server):
    config = settings(outbox, server)
    for _ in range(MOST_UNPROVED + 3):
        receive(config, "Maria Rossi", "victim@example.com", "0400 111 222", "Could you call me?", None)
        hands.forward(minutes=5)
    assert sender.send_due(config, clock.now()) == 2 * MOST_UNPROVED + 3
    readers = [letter["To"] for letter in mailbox.taken]
    assert (readers.count("victim@example.com"), readers.count("staff@heliospm.example")) == (6, 9)
    (alert,) = open_alerts()
    assert "victim@example.com" in alert.message


def test_what_was_held_back_can_be_sent_by_staff(outbox, hands, mailbox, server):
    for number in range(MOST_UNPROVED):
        posted(greeting_to(), str(number))
    held = posted(greeting_to(), "held")
    assert (again(held).status, again(held).last_error) == (LetterStatus.FAILED, HELD_BACK)
    actions.resend(held.id, "helena")
    assert sender.send_due(settings(outbox, server), clock.now()) == MOST_UNPROVED + 1


def test_another_address_another_day_and_a_paid_booking_are_not_held_back(outbox, hands):
    for number in range(MOST_UNPROVED):
        posted(greeting_to(), str(number))
    paid = letters.payment_received(
        FIRM, to="maria@example.com", name="Maria", reference="HPM-1", amount_cents=25_000, received_at=START
    )
    assert posted(paid, "paid").status == LetterStatus.QUEUED
    assert posted(greeting_to("ann@example.com"), "ann").status == LetterStatus.QUEUED
    hands.forward(days=1)
    assert posted(greeting_to(), "tomorrow").status == LetterStatus.QUEUED
    assert Letter.select().where(Letter.status == LetterStatus.FAILED).count() == 0
    assert clock.now() == START + timedelta(days=1)
