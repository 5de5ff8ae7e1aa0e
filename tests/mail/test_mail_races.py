"""Several senders, and senders that die."""

import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from mail_helpers import START, again, count_of, greeting_to, post_by, posted
from running import ROOT

from app import clock, db
from app.mail import claims, nudge, outcomes, sender
from app.mail.models import Letter, LetterStatus, next_due

SENDERS = 2


def race(outbox, port, monkeypatch):
    """Two senders that both read each due letter before either claims it."""
    meet = threading.Barrier(SENDERS)

    def both_read(now):
        letter = next_due(now)
        meet.wait(60)
        return letter

    monkeypatch.setattr(sender, "next_due", both_read)
    faults = []

    def work():
        try:
            post_by(outbox, port)
            sender.send_due(START)
        except Exception as fault:
            faults.append(fault)
        finally:
            db.close()

    threads = [threading.Thread(target=work) for _ in range(SENDERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert faults == []


def test_two_senders_send_each_letter_once(outbox, hands, mailbox, server, monkeypatch):
    letters = [posted(greeting_to(f"reader{number}@example.com"), str(number)) for number in range(10)]
    race(outbox, server, monkeypatch)
    assert mailbox.copies() == dict.fromkeys([letter.message_id for letter in letters], 1)
    assert count_of(LetterStatus.SENT) == 10


def test_without_the_guard_the_same_race_sends_letters_twice(outbox, hands, mailbox, server, monkeypatch):
    """The negative control: were the guard missing, the test above would notice."""
    monkeypatch.setattr(Letter, "as_read", lambda letter: Letter.id == letter.id)
    monkeypatch.setattr(sender, "_taken", NeverRemembers())
    letters = [posted(greeting_to(f"reader{number}@example.com"), str(number)) for number in range(10)]
    race(outbox, server, monkeypatch)
    assert set(mailbox.copies()) == {letter.message_id for letter in letters}
    assert max(mailbox.copies().values()) == 2


class NeverRemembers(set):
    """A set that forgets at once."""

    def add(self, item):
        """Keep nothing."""


KILLED = """
import os, signal, sys
from pathlib import Path
sys.path[:0] = sys.argv[2:4]
from mail_helpers import greeting_to, post_by
from app import clock, db
from app.mail import actions, outcomes, sender, transport
db.connect(Path(sys.argv[1]))
actions.post(greeting_to(), "occasion", clock.now())
{when}
post_by(Path(sys.argv[1]), int(sys.argv[4]))
sender.send_due(clock.now())
"""
DIE = "os.kill(os.getpid(), signal.SIGKILL)"
BETWEEN_CLAIM_AND_SENDING = f"transport.deliver = lambda *_: {DIE}"
BETWEEN_SENDING_AND_WRITING_IT_DOWN = f"outcomes.went = lambda *_: {DIE}"


@pytest.mark.parametrize(("when", "copies"), [(BETWEEN_CLAIM_AND_SENDING, 1), (BETWEEN_SENDING_AND_WRITING_IT_DOWN, 2)])
def test_a_sender_that_is_killed_loses_no_letter(outbox, mailbox, server, when, copies):
    """SMTP has no way to ask whether a letter arrived: killed after that, it goes again under the same id."""
    here = Path(__file__).parent
    program = [
        sys.executable,
        "-c",
        KILLED.format(when=when),
        str(outbox),
        str(here),
        str(ROOT / "build_scripts"),
        str(server),
    ]
    ended = subprocess.run(program, cwd=ROOT, timeout=120)
    assert ended.returncode == -signal.SIGKILL
    (letter,) = Letter.select()
    assert letter.status == LetterStatus.SENDING
    post_by(outbox, server)
    assert sender.send_due(clock.now()) == 0  # it could still be somebody's
    assert claims.recover(clock.now(), everything=True) == 1
    assert sender.send_due(clock.now()) == 1
    assert mailbox.copies() == {letter.message_id: copies}
    assert claims.recover(clock.now(), everything=True) == 0


def test_a_letter_left_by_a_dead_sender_is_taken_up_after_ten_minutes(outbox, hands, mailbox, server):
    letter = posted()
    assert claims.claim(Letter.get_by_id(letter.id), clock.now())
    hands.forward(minutes=9, seconds=59)
    post_by(outbox, server)
    assert sender.send_due(clock.now()) == 0
    hands.forward(seconds=1)
    assert sender.send_due(clock.now()) == 1
    assert again(letter).attempts == 2


def test_a_sender_that_slept_past_its_lease_still_records_what_it_sent(outbox, hands):
    letter = Letter.get_by_id(posted().id)
    claims.claim(letter, clock.now())
    hands.forward(minutes=11)
    claims.recover(clock.now())
    outcomes.went(letter, LetterStatus.SENT, clock.now())
    assert again(letter).status == LetterStatus.SENT


def test_a_late_failure_does_not_undo_what_another_sender_did(outbox, hands, mailbox, server):
    slow = Letter.get_by_id(posted().id)
    claims.claim(slow, clock.now())
    hands.forward(minutes=11)
    post_by(outbox, server)
    assert sender.send_due(clock.now()) == 1
    outcomes.postpone(slow, "late", clock.now())
    assert again(slow).status == LetterStatus.SENT


def test_the_senders_thread_sends_soon_after_a_post_and_outlives_a_fault(outbox, hands, mailbox, server, monkeypatch):
    monkeypatch.setattr(sender, "LOOK_EVERY_SECONDS", 600)
    stop, sent, faults = threading.Event(), threading.Event(), [OSError("disk")]
    honest = outcomes.went

    def work():
        post_by(outbox, server)
        sender.keep_sending(stop)
        db.close()

    def told(*args):
        honest(*args)
        sent.set()

    def once_faulty(now, everything=False):
        if not everything and faults:
            raise faults.pop()
        return 0

    monkeypatch.setattr(outcomes, "went", told)
    monkeypatch.setattr(sender, "recover", once_faulty)
    thread = threading.Thread(target=work)
    thread.start()
    try:
        with db.write():
            letter = posted()
        assert sent.wait(60)
    finally:
        stop.set()
        nudge.wake()
        thread.join(60)
    assert not thread.is_alive()
    assert again(letter).status == LetterStatus.SENT
    assert faults == []
