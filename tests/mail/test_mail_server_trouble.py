"""Servers that hang, drip, hang up or talk nonsense: the letter waits, nobody is blocked."""

import socket
import threading
import time

import pytest
from mail_helpers import again, post_by, posted, talking
from running import free_port

from app import clock
from app.mail import sender, transport
from app.mail.models import LetterStatus

HANG_SECONDS = 120  # how long the servers below go on; a sender that waits for half of it waits for them


def send(outbox, port):
    """One round against the server on `port`; returns the seconds it took."""
    began = time.monotonic()
    post_by(outbox, port)
    assert sender.send_due(clock.now()) == 0
    return time.monotonic() - began


def test_a_server_that_is_down_postpones_and_spares_the_rest(outbox, hands):
    first, second = posted(), posted(key="second")
    send(outbox, free_port())
    assert (again(first).status, again(first).attempts) == (LetterStatus.QUEUED, 1)
    assert again(first).last_error.startswith("no letter can go out at present: ")
    assert again(second).attempts == 0


def test_a_server_that_never_answers_is_left_after_the_reply_limit(outbox, hands, monkeypatch):
    monkeypatch.setattr(transport, "REPLY_SECONDS", 0.2)
    letter = posted()
    released = threading.Event()
    with talking(lambda caller: released.wait(HANG_SECONDS)) as port:
        assert send(outbox, port) < HANG_SECONDS / 2
        released.set()
    assert again(letter).status == LetterStatus.QUEUED


@pytest.mark.parametrize("connects_in", [0, 0.6])
@pytest.mark.parametrize("security", ["none", "tls"])
def test_a_server_that_drips_is_left_after_the_whole_limit(outbox, hands, monkeypatch, security, connects_in):
    """Each byte comes within the reply limit; only the limit of the whole conversation ends it, connecting included."""
    monkeypatch.setattr(transport, "WHOLE_SECONDS", 0.3)
    letter = posted()
    connect = socket.create_connection

    def connect_slowly(*where):
        time.sleep(connects_in)
        return connect(*where)

    monkeypatch.setattr(socket, "create_connection", connect_slowly)

    def drip(caller: socket.socket) -> None:
        for _ in range(int(HANG_SECONDS / 0.05)):
            # With TLS: the start of a handshake record that never ends.
            caller.sendall(b"2" if security == "none" else b"\x16\x03\x03\x3f\xff" if _ == 0 else b"\0")
            time.sleep(0.05)

    with talking(drip) as port:
        began = time.monotonic()
        post_by(outbox, port, security=security)
        sender.send_due(clock.now())
        assert time.monotonic() - began < HANG_SECONDS / 2
    assert "longer than 0.3 seconds" in again(letter).last_error


@pytest.mark.parametrize(
    "said", [b"", b"\x00\xff\xfe nonsense\r\n", b"554 Go away\r\n", b"421 Closing\r\n", b"2" * 100_000]
)
def test_whatever_a_server_says_first_the_letter_waits(outbox, hands, said):
    letter = posted()
    with talking(lambda caller: caller.sendall(said)) as port:
        send(outbox, port)
    assert (again(letter).status, again(letter).attempts) == (LetterStatus.QUEUED, 1)
    assert len(again(letter).last_error) < 400


def test_a_server_that_hangs_up_after_the_letter_gets_it_again_under_the_same_id(outbox, hands, mailbox, server):
    letter = posted()
    mailbox.hang_up_after_letter = True
    send(outbox, server)
    assert (again(letter).status, again(letter).attempts) == (LetterStatus.QUEUED, 1)
    mailbox.hang_up_after_letter = False
    hands.forward(minutes=1)
    post_by(outbox, server)
    assert sender.send_due(clock.now()) == 1
    assert mailbox.copies() == {letter.message_id: 1}


def test_a_server_that_hangs_up_instead_of_saying_goodbye_has_still_taken_the_letter(outbox, hands):
    letter = posted()

    def conversation(caller: socket.socket) -> None:
        lines = caller.makefile("rb")
        caller.sendall(b"220 ready\r\n")
        for line in lines:
            if line.upper().startswith(b"QUIT"):
                return
            if line.upper().startswith(b"DATA"):
                caller.sendall(b"354 go on\r\n")
                while lines.readline() != b".\r\n":
                    pass
            caller.sendall(b"250 OK\r\n")

    with talking(conversation) as port:
        post_by(outbox, port)
        assert sender.send_due(clock.now()) == 1
    assert again(letter).status == LetterStatus.SENT


def test_a_fault_of_the_program_itself_postpones_one_letter(outbox, hands, mailbox, server, monkeypatch):
    first, second = posted(), posted(key="second")
    deliver = transport.deliver

    def faulty(letter):
        if letter.id == first.id:
            raise KeyError("unexpected")
        deliver(letter)

    monkeypatch.setattr(transport, "deliver", faulty)
    post_by(outbox, server)
    assert sender.send_due(clock.now()) == 1
    assert (again(first).status, again(second).status) == (LetterStatus.QUEUED, LetterStatus.SENT)
