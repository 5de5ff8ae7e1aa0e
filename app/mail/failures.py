"""How a letter can fail to go out, and which of these a mail server's answer is."""

import smtplib

UNUSABLE = "no letter can go out at present"
_LONGEST_REASON = 300


class Refused(Exception):
    """This letter will never be taken; the message is the server's answer."""


class Postponed(Exception):
    """Not now. `everyone`: the server itself is the trouble, so that other letters need not be tried."""

    def __init__(self, reason: str, everyone: bool) -> None:
        super().__init__(f"{UNUSABLE}: {reason}" if everyone else reason)
        self.everyone = everyone


def meaning(error: smtplib.SMTPException | OSError) -> Refused | Postponed:
    """What a failure means for the letter. RFC 5321 calls 5yz final; about a letter it is."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, answer = next(iter(error.recipients.values()))
        return _answer(code, answer, "the reader's address", about_letter=True)
    if isinstance(error, smtplib.SMTPDataError):
        return _answer(error.smtp_code, error.smtp_error, "the letter", about_letter=True)
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return _answer(error.smtp_code, error.smtp_error, "mail.username and mail.password", about_letter=False)
    if isinstance(error, smtplib.SMTPSenderRefused):
        return _answer(error.smtp_code, error.smtp_error, "mail.sender", about_letter=False)
    if isinstance(error, smtplib.SMTPResponseException):
        return _answer(error.smtp_code, error.smtp_error, "the connection", about_letter=False)
    return Postponed(_short(str(error) or type(error).__name__), everyone=True)


def _answer(code: int, answer: bytes | str, subject: str, about_letter: bool) -> Refused | Postponed:
    words = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else answer
    reason = _short(f"the mail server refused {subject}: {code} {words}")
    if about_letter and code >= 500:
        return Refused(reason)
    # 421 is the server leaving; any other 4xx here (greylisting, a full mailbox) concerns one letter only.
    return Postponed(reason, everyone=not about_letter or code == 421)


def _short(reason: str) -> str:
    return " ".join(reason.split())[:_LONGEST_REASON]
