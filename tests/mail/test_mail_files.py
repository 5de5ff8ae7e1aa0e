"""Without a mail server: letters as files."""

import errno
import os
import stat
from datetime import timedelta
from email import message_from_bytes
from email.policy import default

import pytest
from mail_helpers import again, greeting_to, password_to, post_by, posted, serving

from app import clock
from app.alerts.models import open_alerts
from app.errors import AppError
from app.mail import actions, files, secrets, sender
from app.mail.models import Letter, LetterStatus
from tests.attention.waiting import said


def test_a_letter_becomes_a_file_that_only_the_owner_reads(outbox, hands):
    letter = posted()
    config = post_by(outbox)
    assert sender.send_due(clock.now()) == 1
    path = config.letters_folder / f"{letter.id:06d}-enquiry_received.eml"
    assert [p.name for p in config.letters_folder.iterdir()] == [path.name]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(config.letters_folder.stat().st_mode) == 0o700
    read = message_from_bytes(path.read_bytes(), policy=default)
    assert (read["To"], read["Message-ID"]) == ("maria@example.com", letter.message_id)
    assert read.get_body(("plain",)).get_content().split() == letter.text.split()
    assert again(letter).status == LetterStatus.FILED


def test_staff_are_told_once_that_letters_are_only_filed(outbox, hands):
    for number in range(3):
        posted(greeting_to(f"reader{number}@example.com"), str(number))
    post_by(outbox)
    sender.send_due(clock.now())
    assert len([text for text in said("setting") if text.startswith("mail.host is not set")]) == 1


def test_a_filed_letter_can_be_sent_once_there_is_a_mail_server(outbox, hands, mailbox):
    letters = [posted(), posted(password_to(), "password")]
    post_by(outbox)
    sender.send_due(clock.now())
    assert all(again(letter).status == LetterStatus.FILED for letter in letters)
    assert "vTq7-mK2p-Xw9d" in again(letters[1]).text  # nobody has had it yet
    for letter in letters:
        actions.resend(letter.id, "helena")
    with serving(mailbox) as port:
        post_by(outbox, port)
        assert sender.send_due(clock.now()) == 2
    assert "vTq7-mK2p-Xw9d" not in again(letters[1]).text
    assert open_alerts() == []


def test_a_full_disk_leaves_no_half_file_and_the_letter_comes_later(outbox, hands, monkeypatch):
    letter = posted()
    config = post_by(outbox)

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        assert sender.send_due(clock.now()) == 0
    assert list(config.letters_folder.iterdir()) == []
    assert (again(letter).status, again(letter).attempts) == (LetterStatus.QUEUED, 1)
    assert "No space left on device" in again(letter).last_error
    hands.forward(minutes=1)
    assert sender.send_due(clock.now()) == 1


def test_a_database_that_does_not_know_the_newest_letters_filed_is_told_to_staff(outbox, hands):
    config = post_by(outbox)
    for number in range(3):
        posted(greeting_to(f"reader{number}@example.com"), str(number))
    sender.send_due(clock.now())
    files.tell_of_older_database(config.letters_folder, clock.now())
    assert open_alerts() == []
    newest = max(files.filed(config.letters_folder))
    Letter.delete().where(Letter.id > newest - 2).execute()  # as an earlier copy of the database has it
    files.tell_of_older_database(config.letters_folder, clock.now())
    (told,) = open_alerts()
    assert f"up to number {newest}, the database ends at {newest - 2}" in told.message


def test_filing_twice_replaces_the_file(outbox, hands):
    letter = posted(greeting_to())
    config = post_by(outbox)
    sender.send_due(clock.now())
    actions.resend(letter.id, "helena")
    sender.send_due(clock.now())
    (path,) = config.letters_folder.iterdir()
    assert again(letter).message_id in path.read_text()


SECRET = "vTq7-mK2p-Xw9d"


def readable(letter):
    """Where the temporary password of a letter can still be read: its row, its file."""
    path = files.path_of(letter.id, letter.kind)
    row = again(letter)
    return [SECRET in row.text + row.html, path.exists() and SECRET in path.read_text()]


def filed_password(outbox, client=1):
    post_by(outbox)
    letter = posted(password_to())
    Letter.update(client_id=client).where(Letter.id == letter.id).execute()
    sender.send_due(clock.now())
    assert readable(letter) == [True, True]
    return letter


def test_a_filed_password_goes_when_it_is_used_or_replaced(outbox, hands, a_client):
    letter = filed_password(outbox)
    secrets.forget_of_client(2)
    assert readable(letter) == [True, True]
    assert secrets.forget_of_client(1) == 1
    assert secrets.sweep_files() == 1
    assert readable(letter) == [False, False]
    with pytest.raises(AppError, match="no longer kept"):
        actions.resend(letter.id, "helena")


def test_a_password_is_readable_for_as_long_as_it_may_be_and_no_longer(outbox, hands, a_client):
    letter = filed_password(outbox)
    assert secrets.forget_before(letter.created_at - timedelta(seconds=1)) == 0
    assert readable(letter) == [True, True]
    assert secrets.forget_before(letter.created_at) == 1
    assert secrets.sweep_files() == 1
    assert readable(letter) == [False, False]


def test_the_file_goes_when_a_filed_password_is_sent_after_all(outbox, hands, a_client, mailbox):
    letter = filed_password(outbox)
    actions.resend(letter.id, "helena")
    with serving(mailbox) as port:
        post_by(outbox, port)
        assert sender.send_due(clock.now()) == 1
    assert readable(letter) == [False, False]


def test_a_password_that_is_worthless_is_never_sent_empty(outbox, hands, a_client, mailbox, server):
    letter = posted(password_to())
    Letter.update(client_id=1).where(Letter.id == letter.id).execute()
    assert secrets.forget_of_client(1) == 1
    post_by(outbox, server)
    assert sender.send_due(clock.now()) == 0
    assert (mailbox.taken, again(letter).status) == ([], LetterStatus.FAILED)


def test_a_letter_that_is_on_its_way_is_left_to_its_sender(outbox, hands, a_client):
    letter = posted(password_to())
    Letter.update(client_id=1, status=LetterStatus.SENDING).where(Letter.id == letter.id).execute()
    assert secrets.forget_of_client(1) == 0
    assert SECRET in again(letter).text
