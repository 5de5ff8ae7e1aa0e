"""Nobody can have an address flooded by typing it."""

from datetime import timedelta

import pytest
from all_letters import PAGE, TRANSFER
from mail_helpers import FIRM, START, again, greeting_to, post_by, posted

from app import clock
from app.alerts.models import open_alerts
from app.enquiries.actions import receive
from app.mail import actions, letters, sender
from app.mail.content import OpensIn
from app.mail.models import Letter, LetterStatus
from app.mail.rules import HELD_BACK, SHARES, is_held_back, mailbox


@pytest.mark.parametrize(
    ("kind", "proved", "sent", "held_back"),
    [
        *[(kind, False, share - 1, False) for kind, share in SHARES.items()],
        *[(kind, False, share, True) for kind, share in SHARES.items()],
        *[(kind, True, 1_000, False) for kind in SHARES],
        ("booking_confirmed", False, 1_000, False),
        ("credentials", False, 1_000, False),
        ("enquiry_notice", False, 1_000, False),
    ],
)
def test_only_what_anybody_can_cause_is_held_back(kind, proved, sent, held_back):
    assert is_held_back(kind, proved, False, sent) is held_back


def test_every_kind_that_is_counted_is_a_letter():
    assert set(SHARES) <= set(letters.__all__)


def enquire():
    receive("Maria Rossi", "victim@example.com", "0400 111 222", "Could you call me?", None)


def transfer(address="victim@example.com"):
    return letters.transfer_details(
        FIRM,
        to=address,
        name="",
        **TRANSFER,
        address=PAGE,
        opens_in=OpensIn(browser=True, portal=False),
    )


def test_an_address_gets_two_thanks_a_day_and_staff_every_enquiry(outbox, hands, mailbox, server):
    post_by(outbox, server)
    for _ in range(5):
        enquire()
        hands.forward(minutes=5)
    assert sender.send_due(clock.now()) == 2 + 5
    readers = [letter["To"] for letter in mailbox.taken]
    assert (readers.count("victim@example.com"), readers.count("staff@heliospm.example")) == (2, 5)
    (alert,) = open_alerts()
    assert "victim@example.com" in alert.message


SPELLINGS = [
    "Victim@Example.com",
    "VICTIM@example.com",
    "victim+1@example.com",
    "vIctim+a+b@example.COM",
    "victim@example.com",
]
GMAIL_SPELLINGS = [
    "maria.rossi@gmail.com",
    "M.a.r.i.a.Rossi@Gmail.com",
    "mariarossi@googlemail.com",
    "maria.rossi+a.b@GoogleMail.com",
    "mariarossi@gmail.com",
]
OTHER_SPELLINGS = ["+1@example.com", "Another@example.com", "maria.rossi@notgmail.com", "+.1@gmail.com"]


@pytest.mark.parametrize(
    ("address", "key"),
    [
        *[(spelling, "victim@example.com") for spelling in SPELLINGS],
        *[(spelling, "mariarossi@gmail.com") for spelling in GMAIL_SPELLINGS],
        ("+1@example.com", "+1@example.com"),
        ("maria.rossi@notgmail.com", "maria.rossi@notgmail.com"),
    ],
)
def test_whose_letters_are_counted_together(address, key):
    assert mailbox(address) == key


@pytest.mark.parametrize("spellings", [SPELLINGS, GMAIL_SPELLINGS])
def test_another_spelling_gets_no_further_letters(outbox, hands, spellings):
    for number in range(SHARES["transfer_details"]):
        spelled = spellings[number % len(spellings)]
        assert posted(transfer(spelled), str(number)).status == LetterStatus.QUEUED
    for spelled in spellings:
        held_back = posted(transfer(spelled), spelled)
        assert (held_back.status, held_back.recipient) == (LetterStatus.FAILED, spelled)
    assert posted(transfer("another@example.com"), "another").status == LetterStatus.QUEUED
    assert len(open_alerts()) == 1


def test_thanks_that_nobody_asked_for_hold_no_bank_details_back(outbox, hands):
    post_by(outbox)
    for _ in range(10):
        enquire()
    assert posted(transfer(), "transfer").status == LetterStatus.QUEUED


def test_what_is_proved_is_never_held_back(outbox, hands):
    for number in range(SHARES["transfer_details"]):
        posted(transfer(), str(number))
    assert posted(transfer(), "stranger").status == LetterStatus.FAILED
    assert actions.post(transfer(), "client", clock.now(), proved=True).status == LetterStatus.QUEUED


def test_what_was_held_back_can_be_sent_by_staff(outbox, hands, mailbox, server):
    for number in range(SHARES["enquiry_received"]):
        posted(greeting_to(), str(number))
    held = posted(greeting_to(), "held")
    assert (again(held).status, again(held).last_error) == (LetterStatus.FAILED, HELD_BACK)
    actions.resend(held.id, "helena")
    post_by(outbox, server)
    assert sender.send_due(clock.now()) == SHARES["enquiry_received"] + 1


def test_another_address_another_day_and_a_paid_booking_are_not_held_back(outbox, hands):
    for number in range(SHARES["enquiry_received"]):
        posted(greeting_to(), str(number))
    paid = letters.payment_received(
        FIRM,
        to="maria@example.com",
        name="Maria",
        reference="HPM-1",
        came_cents=25_000,
        paid_cents=25_000,
        received_at=START,
        address=PAGE,
    )
    assert posted(paid, "paid").status == LetterStatus.QUEUED
    assert posted(greeting_to("ann@example.com"), "ann").status == LetterStatus.QUEUED
    hands.forward(days=1)
    assert posted(greeting_to(), "tomorrow").status == LetterStatus.QUEUED
    assert Letter.select().where(Letter.status == LetterStatus.FAILED).count() == 0
    assert clock.now() == START + timedelta(days=1)
