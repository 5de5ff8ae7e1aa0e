"""Whatever somebody types, a letter says what was meant: its headers, its readers, its parts and its calendar entry."""

import inspect
import re
from base64 import b64encode
from collections.abc import Sequence
from datetime import datetime
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as example_settings
from hypothesis import strategies as st
from mail_helpers import FIRM, START, again, post_by, posted

from app import clock, fields
from app.attention.rules import Matter
from app.config import put_in_force
from app.consultations.invitation import Method, invitation
from app.enquiries.rules import TEXT_RULES
from app.mail import actions, headers, letters, sender
from app.mail import message as messages
from app.mail.content import Draft, OpensIn
from app.mail.message import Unwritable, message
from app.mail.models import Letter, LetterStatus
from app.meeting import Meeting, meeting
from tests.attention.waiting import said

FORGED = "x\r\nBcc: victim@evil.example\r\n\r\nPay to another account"
QUOTED = "=?utf-8?q?x=0d=0aBcc:_victim=40evil.example=0d=0a=0d=0aPay?="
ENCODED = f"=?utf-8?b?{b64encode(FORGED.encode()).decode()}?="
PIECES = (
    *(QUOTED, ENCODED, "=?", "?=", "=?utf-8?q?", FORGED, "\r\nTo: a@b", "\u2028Bcc: a@b", "\x85", "\x0b", "\0"),
    *('"', "'", "\\", "<", ">", "<a@b>", ",", ";", ":", "(", ")", "@", "\nATTENDEE:mailto:a@b", "\r\nEND:VEVENT"),
    *('";X=1', "^n", "é", "🏠", "李", "e\u0301", "\u202e", "\ufeff", " ", "\t", "a", "Maria", ".", "--", "x" * 70),
)
TYPED = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), min_size=1, max_size=8).map("".join)
LOCAL = st.lists(st.sampled_from([*"ab.!#$%&'*+/=?^_`{|}~-", "=?utf-8?q?=0a?=", "subject=x"]), min_size=1, max_size=9)
ADDRESSES = LOCAL.map(lambda parts: "".join(parts) + "@example.com").filter(
    lambda typed: fields.problem(typed, TEXT_RULES["email"]) is None
)
HEADERS = ["Message-ID", "Date", "From", "To", "Subject", "Auto-Submitted"]


def calendar(name: str, address: str) -> str:
    return invitation(
        method=Method.REQUEST,
        reference="HPM-12",
        start=START,
        minutes=45,
        sequence=1,
        made_at=START,
        service="Scope & Tender Management",
        meeting=meeting("phone", name),
        firm_name=FIRM.name,
        firm_email=FIRM.email,
        organiser=FIRM.email,
        firm_phone=FIRM.phone,
        site_host="heliospm.example",
        client_name=name,
        client_email=address,
    )


def written(kind: str, words: list[str], address: str) -> Draft:
    """A letter with typed words wherever a text can stand; each as its form keeps it."""
    turn = iter(words * 20)

    def value(name: str, wanted: Any) -> Any:
        if name in ("to", "email"):
            return address
        if name in ("link", "admin_link", "is_this_yours", "address", "choose_at"):
            return "https://heliospm.example/admin/dashboard"
        if name == "number":
            return "INV-000012"  # drawn by us, never typed
        if name == "calendar":
            return calendar(fields.tidy(next(turn)), address)
        if wanted is datetime or datetime in get_args(wanted):
            return START
        if wanted is Meeting:
            return meeting("phone", fields.tidy(next(turn)))
        if wanted is OpensIn:
            return OpensIn(browser=True, portal=True)
        if wanted is bool:
            return True
        if wanted is int or int in get_args(wanted):
            return 25_000
        typed = fields.tidy(next(turn), lines=name == "message")
        if wanted == tuple[tuple[str, str], ...]:
            return ((typed, typed),)
        if wanted == Sequence[tuple[str, str]]:
            return [(typed, typed)]
        if wanted == Sequence[tuple[str, int]]:
            return [(typed, 440_123)]
        if wanted == Sequence[str]:
            return [typed]
        assert wanted is str or str in get_args(wanted), (kind, name, wanted)
        return typed

    asked = inspect.signature(getattr(letters, kind)).parameters.values()
    wanted = inspect.get_annotations(getattr(letters, kind), eval_str=True)
    told = {each.name: value(each.name, wanted[each.name]) for each in asked if each.name != "firm"}
    return getattr(letters, kind)(FIRM, **told)


def split(raw: bytes) -> tuple[list[tuple[str, str]], bytes]:
    """A message taken apart as RFC 5322 says, and no more: (name, unfolded value) in order, and the body."""
    head, _, body = raw.partition(b"\r\n\r\n")
    assert b"\n" not in head.replace(b"\r\n", b"")
    assert b"\r" not in head.replace(b"\r\n", b"")
    found: list[tuple[str, str]] = []
    for line in head.decode("ascii").split("\r\n"):
        if line[0] in " \t":
            found[-1] = (found[-1][0], found[-1][1] + line)
        else:
            name, _, value = line.partition(": ")
            found.append((name, value))
    return found, body


@pytest.mark.spec("G-04")
@example_settings(
    max_examples=300, deadline=None, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(kind=st.sampled_from(sorted(letters.__all__)), words=st.lists(TYPED, min_size=1, max_size=6), address=ADDRESSES)
def test_a_letter_says_what_was_meant_whatever_was_typed(outbox, hands, kind, words, address):
    """Read back by two readers that the program does not use: one here, and the library's modern parser."""
    draft = written(kind, words, address)
    letter = actions.post(draft, f"forgery-{Letter.select().count()}", clock.now())
    post_by(outbox)
    raw = message(letter)
    headers, _ = split(raw)
    names = [name for name, _ in headers if not re.match(r"(?i)mime-version|content-", name)]
    assert names == (HEADERS if draft.reply_to is None else [*HEADERS[:4], "Reply-To", *HEADERS[4:]])
    read = message_from_bytes(raw, policy=default)
    assert [each.addr_spec.replace('"', "") for each in read["To"].addresses] == [address]
    if draft.reply_to is not None:
        assert [each.addr_spec.replace('"', "") for each in read["Reply-To"].addresses] == [address]
    assert read["Subject"] == letter.subject.strip()
    kinds = [part.get_content_type() for part in read.walk() if not part.is_multipart()]
    assert kinds == ["text/plain", "text/html", *(["text/calendar"] if draft.calendar else [])]
    assert read.get_body(("plain",)).get_content().splitlines() == letter.text.splitlines()


@pytest.mark.parametrize("word", ["x" * 66, "x" * 67, "x" * 68, "x" * 70, "x" * 200, "é" * 200])
@pytest.mark.parametrize("around", ["{} goes on", "It is {}", "{}", "{0} {0}"])
def test_a_subject_with_a_word_that_fits_no_line_is_read_as_it_was_meant(outbox, hands, word, around):
    post_by(outbox)
    letter = posted(letters.enquiry_received(FIRM, to="m@example.com", answered="soon"))
    letter.subject = around.format(word)
    raw = message(letter)
    assert message_from_bytes(raw, policy=default)["Subject"] == letter.subject
    assert max(map(len, raw.partition(b"\r\n\r\n")[0].split(b"\r\n"))) <= 78


@pytest.mark.parametrize("length", [20, 60, 70, 200])
def test_a_message_id_of_a_long_host_holds_no_letter_back(outbox, hands, length):
    post_by(outbox)
    letter = posted(letters.enquiry_received(FIRM, to="m@example.com", answered="soon"))
    letter.message_id = f"<1.2@{'x' * length}.example>"
    assert message_from_bytes(message(letter), policy=default)["Message-ID"].strip() == letter.message_id


def lines(entry: str) -> list[str]:
    """A calendar entry's content lines, unfolded (RFC 5545, 3.1)."""
    assert entry.endswith("\r\n")
    return entry.replace("\r\n ", "").replace("\r\n\t", "").removesuffix("\r\n").split("\r\n")


def names(entry: str) -> list[str]:
    return [re.split("[;:]", line)[0] for line in lines(entry)]


@pytest.mark.spec("G-04")
@example_settings(max_examples=300, deadline=None, database=None)
@given(name=TYPED.map(fields.tidy), address=ADDRESSES)
def test_a_calendar_entry_has_the_same_lines_whatever_was_typed(name, address):
    entry = calendar(name, address)
    assert names(entry) == names(calendar("Maria Rossi", "maria@example.com"))
    assert not re.search("[\x00-\x08\x0b-\x1f\x85\u2028\u2029]", entry.replace("\r\n", ""))
    (guest,) = [line for line in lines(entry) if line.startswith("ATTENDEE")]
    # Outside its quoted name, the guest's line is the same for every name.
    assert re.fullmatch(r'ATTENDEE;CN=("[^"]*"|[^";:,]*);PARTSTAT=ACCEPTED:mailto:[^\s?&"]+', guest), guest


@pytest.mark.parametrize("words", [QUOTED, ENCODED, FORGED])
def test_an_encoded_word_in_a_name_stays_text_and_the_notice_reaches_staff(outbox, hands, mailbox, server, words):
    kept = fields.tidy(words)
    posted(
        letters.enquiry_notice(
            FIRM,
            to="staff@heliospm.example",
            name=kept,
            email="m@example.com",
            phone=kept,
            message=words,
            received_at=START,
        )
    )
    post_by(outbox, server)
    assert sender.send_due(clock.now()) == 1
    (taken,) = mailbox.taken
    assert taken["Bcc"] is None
    assert taken["Subject"] == again(Letter.get()).subject
    assert "victim@evil.example" not in taken.as_string().partition("\n\n")[0].replace(taken["Subject"], "")


@pytest.mark.parametrize("address", [f"{QUOTED.replace(':', '=3A')}@example.com", f"{ENCODED}@example.com"])
def test_an_address_with_an_encoded_word_that_was_kept_earlier_holds_no_notice_back(
    outbox, hands, mailbox, server, address
):
    posted(
        letters.enquiry_notice(
            FIRM,
            to="staff@heliospm.example",
            name="Maria",
            email=address,
            phone="0400",
            message="Hello",
            received_at=START,
        )
    )
    post_by(outbox, server)
    assert sender.send_due(clock.now()) == 1
    (taken,) = mailbox.taken
    assert (taken["Bcc"], taken["Reply-To"]) == (None, None)
    assert address in taken.get_body(("plain",)).get_content()


@pytest.mark.parametrize("port", [None, 1])
def test_nothing_is_sent_or_filed_to_such_an_address_and_staff_are_told(outbox, hands, port):
    letter = posted(letters.enquiry_received(FIRM, to=f"{ENCODED}@example.com", answered="soon"))
    post_by(outbox, port)
    assert sender.send_due(clock.now()) == 0
    assert again(letter).status == LetterStatus.FAILED
    assert "cannot be written as a message" in said(Matter.LETTER)[0]


def test_a_message_that_would_be_read_differently_does_not_leave(outbox, hands, monkeypatch):
    """The last check is a guard of its own: with headers written as the library would, it refuses the letter."""
    letter = posted(letters.from_us(FIRM, to="m@example.com", name="Maria", title=QUOTED, message="x"))

    def carelessly(name: str, value: str) -> bytes:
        return f"{name}: {value.replace(QUOTED, FORGED)}\r\n".encode()

    monkeypatch.setattr(headers, "line", carelessly)
    with pytest.raises(Unwritable):
        post_by(outbox)
        message(letter)
    monkeypatch.setattr(messages, "compare", lambda *_: None)
    assert b"\r\nBcc: victim@evil.example\r\n" in message(letter)


@pytest.mark.spec("G-04")
@pytest.mark.parametrize(
    ("address", "link"),
    [
        ("maria@example.com", "mailto:maria@example.com"),
        ("o'neill+site@example.com", "mailto:o%27neill%2Bsite@example.com"),
        ("a?subject=x&body=y@example.com", "mailto:a%3Fsubject%3Dx%26body%3Dy@example.com"),
        ("a%0abcc:b@example.com", "mailto:a%250abcc%3Ab@example.com"),
    ],
)
def test_a_link_to_an_address_is_that_address_only(address, link):
    assert fields.mailto(address) == link


def test_the_firms_own_name_may_hold_anything(outbox, hands, mailbox, server):
    letter = posted()
    config = post_by(outbox, server, sender="post@mailer.example")
    for name in ("=?utf-8?q?x=0d=0aBcc?=", 'Müller "& Söhne", Pty', "A, B: C"):
        put_in_force(config.model_copy(update={"business": config.business.model_copy(update={"name": name})}))
        read = message_from_bytes(message(letter), policy=default)
        assert [each.addr_spec for each in read["From"].addresses] == ["post@mailer.example"]
        assert read["From"].addresses[0].display_name == name
        assert read["Bcc"] is None


def test_every_letter_is_tried_above() -> None:
    assert set(letters.__all__) == {name for name, each in vars(letters).items() if inspect.isfunction(each)}
    assert Path(letters.__file__).parent.is_dir()
