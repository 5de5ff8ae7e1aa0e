"""Posting: the letter exists exactly if its cause does, once."""

import threading

import peewee
import pytest
from mail_helpers import FIRM, START, again, count_of, greeting_to, password_to, post_by, posted, serving

from app import clock, db
from app.errors import AppError
from app.mail import actions, letters, nudge, sender
from app.mail.content import Action, Draft, Paragraph
from app.mail.models import Letter, LetterStatus


def test_the_same_occasion_is_the_same_letter(outbox, hands):
    first = actions.post(greeting_to(), "booking:1:confirmed", clock.now())
    hands.forward(hours=1)
    second = actions.post(greeting_to("other@example.com"), "booking:1:confirmed", clock.now())
    assert (second.id, second.recipient, second.message_id) == (first.id, "maria@example.com", first.message_id)
    assert count_of(LetterStatus.QUEUED) == 1


def test_a_letter_goes_with_its_cause(outbox, hands):
    def cause_that_fails():
        with db.write():
            posted()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        cause_that_fails()
    assert Letter.select().count() == 0


def test_a_letter_belongs_to_what_caused_it_and_that_must_exist(outbox, hands):
    with pytest.raises(peewee.IntegrityError):
        actions.post(greeting_to(), "occasion", clock.now(), booking_id=404)
    assert Letter.select().count() == 0


def test_message_ids_differ_and_stand_in_the_firms_domain(outbox, hands):
    ids = {posted(greeting_to(f"reader{number}@example.com"), str(number)).message_id for number in range(20)}
    assert len(ids) == 20
    assert all(made.startswith("<") and made.endswith("@heliospm.example>") for made in ids)


def test_whoever_is_woken_by_a_post_finds_the_letter(outbox, hands):
    nudge.wait(0)
    found: list[int] = []

    def sleeper() -> None:
        assert nudge.wait(60)
        found.append(Letter.select().count())
        db.close()

    thread = threading.Thread(target=sleeper)
    thread.start()
    with db.write():
        posted()
        thread.join(0.2)  # woken already, but the letter is not committed: it has to wait
        assert found == []
    thread.join(60)
    assert found == [1]
    assert nudge.wait(0) is False


@pytest.mark.parametrize("broken", ["\r\n", "\n", "\r", "\0", "\x0b", "\x85", "\u2028", "\u2029", "\ud800"])
def test_no_value_can_end_a_header_line(broken):
    with pytest.raises(ValueError, match="one line"):
        Draft("note", FIRM, "a@example.com", f"Hello{broken}Bcc: all@example.com", "Hello", ())
    with pytest.raises(ValueError, match="plain e-mail address"):
        Draft("note", FIRM, f"a@example.com{broken}Bcc: all@example.com", "Hello", "Hello", ())


@pytest.mark.parametrize(
    "address", ["", "nobody", "a@b.example, c@d.example", "A <a@b.example>", "a b@c.example", "a@@b", "ü@b.example"]
)
def test_a_letter_goes_to_one_plain_address(address):
    with pytest.raises(ValueError, match="plain e-mail address"):
        Draft("note", FIRM, address, "Hello", "Hello", ())


def test_a_kind_is_fit_for_a_file_name_and_a_button_for_a_link():
    with pytest.raises(ValueError, match="lower-case word"):
        Draft("../note", FIRM, "a@example.com", "Hello", "Hello", (Paragraph("Hello"),))
    with pytest.raises(ValueError, match="whole http"):
        Action("Open", "javascript:alert(1)")


def test_a_name_over_several_lines_does_not_stop_the_notice_to_staff():
    draft = letters.enquiry_notice(
        FIRM,
        to="staff@heliospm.example",
        name="Maria\r\nBcc: all@example.com\u2028Rossi",
        email="m@example.com",
        phone="0400 000 000",
        message="Hello",
        received_at=START,
    )
    assert draft.subject == "Enquiry from a visitor"


def test_a_failed_letter_can_be_sent_again_under_its_own_id(outbox, hands, mailbox):
    mailbox.to_reader["maria@example.com"] = "550 No such reader"
    letter = posted()
    with serving(mailbox) as port:
        post_by(outbox, port)
        sender.send_due(clock.now())
        assert again(letter).status == LetterStatus.FAILED
        mailbox.to_reader.clear()
        actions.resend(letter.id, "helena")
        assert sender.send_due(clock.now()) == 1
    assert mailbox.copies() == {letter.message_id: 1}


def test_a_letter_that_went_out_is_sent_again_under_another_id(outbox, hands, mailbox, server):
    letter = posted()
    for _ in range(2):
        post_by(outbox, server)
        sender.send_due(clock.now())
        actions.resend(letter.id, "helena")
    assert len(mailbox.copies()) == 2
    assert again(letter).attempts == 0


def test_a_scrubbed_letter_cannot_be_sent_again(outbox, hands, server):
    letter = posted(password_to())
    post_by(outbox, server)
    sender.send_due(clock.now())
    with pytest.raises(AppError, match="new sign-in instead") as refusal:
        actions.resend(letter.id, "helena")
    assert refusal.value.status == 409


def test_neither_an_unknown_letter_nor_one_on_its_way_is_sent_again(outbox, hands):
    with pytest.raises(AppError) as unknown:
        actions.resend(404, "helena")
    letter = posted()
    Letter.update(status=LetterStatus.SENDING).execute()
    with pytest.raises(AppError) as busy:
        actions.resend(letter.id, "helena")
    assert (unknown.value.status, busy.value.status) == (404, 409)
