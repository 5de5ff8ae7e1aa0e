"""What a failed conversation with the mail server means for the letter, and for those behind it."""

import smtplib

import pytest

from app.mail.failures import Postponed, Refused, meaning

READER = "maria@example.com"


@pytest.mark.parametrize(
    ("error", "final", "reason"),
    [
        (smtplib.SMTPRecipientsRefused({READER: (550, b"no such user")}), True, "the reader's address: 550 no such"),
        (smtplib.SMTPDataError(554, b"too long"), True, "the letter: 554 too long"),
        (smtplib.SMTPRecipientsRefused({READER: (450, b"greylisted")}), False, "the reader's address: 450 greylisted"),
        (smtplib.SMTPDataError(452, b"mailbox full"), False, "the letter: 452 mailbox full"),
    ],
)
def test_an_answer_about_one_letter_concerns_that_letter_only(
    error: smtplib.SMTPException, final: bool, reason: str
) -> None:
    found = meaning(error)
    assert isinstance(found, Refused) is final
    assert str(found).startswith(f"the mail server refused {reason}")
    assert not (isinstance(found, Postponed) and found.everyone)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (smtplib.SMTPDataError(421, b"closing"), "the mail server refused the letter: 421 closing"),
        (
            smtplib.SMTPAuthenticationError(535, b"no"),
            "the mail server refused mail.username and mail.password: 535 no",
        ),
        (smtplib.SMTPSenderRefused(550, b"no", "post@x"), "the mail server refused mail.sender: 550 no"),
        (smtplib.SMTPConnectError(554, "not\r\ntoday"), "the mail server refused the connection: 554 not today"),
        (ConnectionResetError("gone"), "gone"),
        (TimeoutError(), "TimeoutError"),
    ],
)
def test_an_answer_about_anything_else_lets_all_letters_wait(
    error: smtplib.SMTPException | OSError, reason: str
) -> None:
    found = meaning(error)
    assert isinstance(found, Postponed) and found.everyone
    assert str(found) == f"no letter can go out at present: {reason}"


def test_a_long_answer_is_cut_to_what_an_alert_can_show() -> None:
    assert len(str(meaning(smtplib.SMTPDataError(554, b"x" * 5_000)))) == 300
