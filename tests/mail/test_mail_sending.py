"""Sending: what the mail server answers, and what becomes of the letter."""

import logging
import ssl
from datetime import timedelta

import pytest
from aiosmtpd.smtp import AuthResult
from mail_helpers import (
    CERTIFICATE,
    START,
    again,
    certificate,
    count_of,
    greeting_to,
    password_to,
    post_by,
    posted,
    serving,
)
from running import free_port

from app import clock, db
from app.alerts import actions as alerts
from app.alerts.models import open_alerts
from app.config import put_in_force
from app.mail import outcomes, sender, transport
from app.mail.models import Letter, LetterStatus
from app.mail.rules import next_wait
from tests.attention.waiting import said


def round_of():
    """One look at the outbox at the present moment."""
    return sender.send_due(clock.now())


def test_a_letter_arrives_whole_and_once(outbox, hands, mailbox, server):
    letter = posted()
    hands.forward(minutes=3)
    post_by(outbox, server)
    assert round_of() == 1
    assert round_of() == 0
    (taken,) = mailbox.taken
    assert taken["From"] == "Helios Project Management <office@heliospm.example>"
    assert taken["To"] == "maria@example.com"
    assert taken["Subject"] == "We have your enquiry"
    assert taken["Message-ID"] == letter.message_id
    assert taken["Date"].datetime == START
    assert taken["Auto-Submitted"] == "auto-generated"
    assert taken["Reply-To"] is None
    assert taken.get_body(("plain",)).get_content().splitlines() == letter.text.splitlines()
    assert taken.get_body(("html",)).get_content().strip() == letter.html.strip()
    row = again(letter)
    assert (row.status, row.sent_at, row.attempts, row.last_error) == (LetterStatus.SENT, hands.now, 1, None)
    assert row.text == letter.text


@pytest.mark.parametrize("address", ["a..b@example.com", ".a@example.com", "o'neill+{x}|y@example.com"])
def test_an_address_that_the_forms_accept_can_be_written_to(outbox, hands, mailbox, server, address):
    posted(greeting_to(address))
    post_by(outbox, server)
    assert round_of() == 1
    assert mailbox.taken[0]["To"].addresses[0].addr_spec.replace('"', "") == address


def test_answers_go_to_the_firm_when_another_mailbox_sends(outbox, hands, mailbox, server):
    posted()
    post_by(outbox, server, sender="post@mailer.example")
    round_of()
    assert mailbox.taken[0]["Reply-To"] == "Helios Project Management <office@heliospm.example>"


def test_a_secret_leaves_the_database_when_it_is_delivered(outbox, hands, mailbox, server):
    letter = posted(password_to())
    post_by(outbox, server)
    round_of()
    assert "vTq7-mK2p-Xw9d" in mailbox.taken[0].get_body(("plain",)).get_content()
    row = again(letter)
    assert row.scrubbed
    assert "vTq7" not in row.text + row.html + row.subject


def test_a_secret_stays_until_it_is_delivered(outbox, hands, mailbox, server):
    mailbox.to_letter = "451 Try again later"
    letter = posted(password_to())
    post_by(outbox, server)
    round_of()
    assert "vTq7-mK2p-Xw9d" in again(letter).text


def test_a_reader_who_does_not_exist_fails_the_letter_and_staff_are_told(outbox, hands, mailbox, server):
    mailbox.to_reader["gone@example.com"] = "550 No such reader"
    gone, fine = posted(greeting_to("gone@example.com"), "gone"), posted(key="fine")
    post_by(outbox, server)
    assert round_of() == 1
    assert (again(gone).status, again(fine).status) == (LetterStatus.FAILED, LetterStatus.SENT)
    (told,) = said("letter")
    assert "gone@example.com could not be delivered" in told
    assert "550 No such reader" in told
    hands.forward(days=10)
    assert round_of() == 0


def test_a_letter_that_the_server_will_not_have_fails(outbox, hands, mailbox, server):
    mailbox.to_letter = "554 Looks like spam"
    letter = posted()
    post_by(outbox, server)
    round_of()
    assert (again(letter).status, count_of(LetterStatus.FAILED)) == (LetterStatus.FAILED, 1)


def test_greylisting_delays_one_letter_and_not_the_next(outbox, hands, mailbox, server):
    mailbox.to_reader["grey@example.com"] = "450 Come back in five minutes"
    grey, fine = posted(greeting_to("grey@example.com"), "grey"), posted(key="fine")
    post_by(outbox, server)
    assert round_of() == 1
    assert (again(grey).status, again(fine).status) == (LetterStatus.QUEUED, LetterStatus.SENT)
    assert again(grey).next_attempt_at == START + timedelta(minutes=1)
    mailbox.to_reader.clear()
    hands.forward(minutes=1)
    assert round_of() == 1


@pytest.mark.parametrize(
    ("tries", "wait"),
    [(1, 1), (2, 5), (3, 15), (4, 60), (5, 180), (6, 360), (16, 360), (17, None)],
)
def test_the_waits_grow_and_end_after_three_days(tries, wait):
    assert next_wait(tries) == (None if wait is None else timedelta(minutes=wait))


def test_a_letter_is_given_up_after_three_days(outbox, hands):
    letter = posted()
    post_by(outbox, free_port())
    while again(letter).status == LetterStatus.QUEUED:
        hands.now = again(letter).next_attempt_at
        round_of()
    assert timedelta(days=2, hours=18) < hands.now - START <= timedelta(days=3)
    assert again(letter).last_error.startswith("given up after 17 tries")
    assert (len(said("letter")), open_alerts()) == (1, [])


def test_an_outage_of_a_day_delays_every_letter_and_loses_or_doubles_none(outbox, hands, mailbox):
    """20 letters written over a day without a mail server; it comes back, and each arrives once."""
    port = free_port()
    post_by(outbox, port)
    written = []
    for minute in range(0, 24 * 60, 10):
        if minute % 70 == 0 and len(written) < 20:
            written.append(posted(greeting_to(f"reader{len(written)}@example.com"), f"occasion {minute}"))
        assert round_of() == 0
        hands.forward(minutes=10)
    assert count_of(LetterStatus.QUEUED) == 20
    (alert,) = open_alerts()
    assert alert.kind == "mail.delayed"
    alerts.resolve(alert.id, "owner", hands.now)
    tries = Letter.select().where(Letter.attempts > 0).count()
    assert tries == 20
    with serving(mailbox, port):
        back = hands.now
        while count_of(LetterStatus.QUEUED):
            round_of()
            hands.forward(minutes=1)
    assert mailbox.copies() == dict.fromkeys([letter.message_id for letter in written], 1)
    assert hands.now - back <= timedelta(hours=6, minutes=1)
    assert open_alerts() == []


def test_what_waited_for_the_server_goes_out_as_soon_as_it_is_back(outbox, hands, mailbox):
    port = free_port()
    post_by(outbox, port)
    letters = [posted(greeting_to(f"reader{number}@example.com"), str(number)) for number in range(3)]
    for _ in range(40):
        round_of()
        hands.forward(minutes=20)
    assert max(again(letter).next_attempt_at for letter in letters) > hands.now
    posted(key="new")
    with serving(mailbox, port):
        assert round_of() == 4


def test_staff_are_told_once_per_outage(outbox, hands, mailbox, server):
    for outage in range(2):
        letters = [
            posted(greeting_to(f"reader{outage}{number}@example.com"), f"{outage} {number}") for number in range(3)
        ]
        post_by(outbox, free_port())
        for _ in range(30):
            round_of()
            hands.forward(minutes=10)
        assert [alert.kind for alert in open_alerts()] == ["mail.delayed"]
        hands.forward(hours=6)
        post_by(outbox, server)
        assert round_of() == len(letters)
        assert open_alerts() == []


def test_a_wrong_password_delays_every_letter_and_stays_out_of_the_log(outbox, hands, mailbox, caplog):
    refuse = {"authenticator": lambda *_: AuthResult(success=False, handled=False), "auth_require_tls": False}
    letter, other = posted(), posted(key="other")
    caplog.set_level(logging.DEBUG)
    with serving(mailbox, **refuse) as port:
        post_with_password(outbox, port)
        assert round_of() == 0
    assert again(letter).status == LetterStatus.QUEUED
    assert "mail.username and mail.password: 535" in again(letter).last_error
    assert again(other).attempts == 0
    assert "maria@example.com" not in caplog.text
    assert "s3cret" not in caplog.text + again(letter).last_error


def test_starttls_signs_in_over_a_checked_connection(outbox, hands, mailbox, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    seen = []

    def authenticate(*told):
        seen.append((told[-1].login, told[-1].password))
        return AuthResult(success=True)

    posted()
    with serving(mailbox, tls_context=certificate(), authenticator=authenticate, auth_required=True) as port:
        post_by(outbox, port, security="starttls", username="helios", password="s3cret")
        assert round_of() == 1
    assert (mailbox.tls, seen) == ([True], [(b"helios", b"s3cret")])


def test_tls_from_the_first_byte(outbox, hands, mailbox, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    posted()
    with serving(mailbox, ssl_context=certificate(), server_hostname="localhost") as port:
        monkeypatch.setattr(ssl, "create_default_context", trusting(ssl.create_default_context))
        post_by(outbox, port, security="tls")
        assert round_of() == 1
    assert len(mailbox.taken) == 1


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_server_that_cannot_prove_its_name_gets_no_letter(outbox, hands, mailbox, security, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    letter = posted()
    with serving(mailbox, tls_context=certificate()) as port:
        post_by(outbox, port, security=security)
        round_of()
    assert mailbox.taken == []
    assert (again(letter).status, again(letter).attempts) == (LetterStatus.QUEUED, 1)


def test_a_server_without_tls_gets_no_letter(outbox, hands, mailbox, server):
    letter = posted()
    post_by(outbox, server, security="starttls")
    round_of()
    assert mailbox.taken == []
    assert "STARTTLS" in again(letter).last_error


def test_a_letter_that_cannot_be_built_does_not_hold_up_the_others(outbox, hands, mailbox, server, caplog):
    broken, fine = posted(), posted(key="fine")
    Letter.update(subject="Hello\r\nBcc: all@example.com").where(Letter.id == broken.id).execute()
    post_by(outbox, server)
    assert round_of() == 1
    assert (again(broken).status, again(fine).status) == (LetterStatus.FAILED, LetterStatus.SENT)
    assert [str(m["Bcc"]) for m in mailbox.taken] == ["None"]
    assert "Bcc" not in caplog.text


def test_a_full_disk_after_delivery_does_not_send_the_letter_again(outbox, hands, mailbox, server, monkeypatch):
    letter = posted()
    post_by(outbox, server)

    def full(*_, **__):
        raise db.peewee.OperationalError("database or disk is full")

    with monkeypatch.context() as disk:
        disk.setattr(outcomes, "went", full)
        with pytest.raises(db.peewee.OperationalError):
            round_of()
    assert again(letter).status == LetterStatus.SENDING
    hands.forward(minutes=10)
    assert round_of() == 1
    assert again(letter).status == LetterStatus.SENT
    assert mailbox.copies() == {letter.message_id: 1}


def test_the_program_introduces_itself_without_asking_the_name_service(outbox, monkeypatch):
    monkeypatch.setattr("socket.getfqdn", lambda *_: pytest.fail("asked the name service"))
    config = post_by(outbox, 1)
    names = {"https://heliospm.example": "heliospm.example", "http://127.0.0.1:8000": "[127.0.0.1]"}
    names["http://[::1]:8000"] = "[IPv6:::1]"
    for address, name in names.items():
        server = config.server.model_copy(update={"address": address})
        put_in_force(config.model_copy(update={"server": server}))
        assert transport.own_name() == name


def post_with_password(outbox, port):
    """Signing in without TLS, which only a test may."""
    config = post_by(outbox, port)
    signing_in = config.mail.model_copy(update={"username": "helios", "password": "s3cret"})
    put_in_force(config.model_copy(update={"mail": signing_in}))


def trusting(create):
    """Default contexts that trust the test certificate."""

    def made(*args, **options):
        context = create(*args, **options)
        context.load_verify_locations(CERTIFICATE)
        return context

    return made
