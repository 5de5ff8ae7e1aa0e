"""Rules for what people type. One table serves the server's checks and the browser's (through rules.gen.ts)."""

import re
import unicodedata
from dataclasses import dataclass, replace
from urllib.parse import quote

REQUIRED = "Required"
INVALID = "Invalid input"
ID_DIGITS = 18  # no table will ever hold a number of more

# Both regular-expression dialects read this pattern alike. It is the HTML standard's, with a dot required, and without
# "=?", which begins an encoded word (RFC 2047): mail programs would read another address than the one that was typed.
# Nor does a dot begin or end the part before the "@", or follow another (RFC 5321, 4.1.2, dot-string).
# No mail server takes more than 64 characters before the "@" (RFC 5321, 4.5.3.1), or a bare number for a domain.
EMAIL_PATTERN = (
    r"^(?!.*=\?)(?=[^@]{1,64}@)[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    r"(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*\.[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$"
)
EMAIL_LONGEST = 254
_EMAIL = re.compile(EMAIL_PATTERN)
# Digits with what people set between them, some of it before, and an extension behind: "+61 (2) 5550-0134 ext. 12".
PHONE_PATTERN = r"^[+(]{0,2}[0-9][0-9 ().+-]*(?: ?(?:[Ee][Xx][Tt]|[Xx])\.? ?[0-9]{1,6})?$"
_PHONE = re.compile(PHONE_PATTERN)
# Marks that reorder what follows them: 'fdp.exe' must not read as 'exe.pdf', in a letter as little as in a list.
REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters by their category that nobody sees: the fillers of Hangul.
FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
_BREAKS = re.compile("\r\n?|[\u2028\u2029]")


@dataclass(frozen=True)
class TextRule:
    """A text field. Lengths are in characters after trimming; `message` answers a text that is too short."""

    least: int
    most: int
    message: str
    too_long: str
    lines: bool = False
    email: bool = False
    phone: str = ""  # answers a text that is no telephone number; "" where it need not be one
    no_letter: str = ""  # answers a text without a letter that can be seen; "" where it needs none
    no_control: str = ""  # answers one with a break or a control character within; "" where `tidy` takes these away


def text(least: int, most: int, message: str, label: str, lines: bool = False) -> TextRule:
    """A rule whose longest form has a message of its own, named after `label`."""
    return TextRule(least, most, message, f"{label} must be at most {most:,} characters", lines=lines)


def phone(least: int, message: str) -> TextRule:
    """A rule for a telephone number of at least so many characters."""
    return replace(text(least, 40, message, "Phone number"), phone="Please enter a valid phone number")


def name(message: str, label: str) -> TextRule:
    """A rule for somebody's name, 2 to 120 characters: letters greet with it."""
    return replace(text(2, 120, message, label), no_letter=f"{label} must contain a letter")


def email(message: str) -> TextRule:
    """A rule for one e-mail address."""
    return TextRule(3, EMAIL_LONGEST, message, message, email=True)


def problem(value: str, rule: TextRule) -> str | None:
    """What is wrong with `value` (already tidied) under `rule`, in the rule's words; None when nothing is."""
    if len(value) < rule.least:
        return rule.message
    if len(value) > rule.most:
        return rule.too_long
    if rule.email and not _EMAIL.match(value):
        return rule.message
    if rule.phone and not _PHONE.match(value):
        return rule.phone
    if rule.no_letter and not any(unicodedata.category(char)[0] == "L" and char not in FILLERS for char in value):
        return rule.no_letter
    return None


def control_problem(value: str, rule: TextRule) -> str | None:
    """What is wrong with what `tidy` would take away from `value`; None where that is nothing, or is not minded."""
    within = value.strip()
    has_any = any(unicodedata.category(char) in ("Cc", "Zl", "Zp") for char in within)
    return rule.no_control or None if has_any else None


def tidy(value: str, lines: bool = False) -> str:
    """`value` as it is kept: trimmed, composed (NFC), without control characters and reordering marks.

    A single-line field loses line breaks too, Unicode's own among them, so that no value can add a header to a letter.
    """
    kept = unicodedata.normalize("NFC", _BREAKS.sub("\n", value))
    if not lines:
        kept = kept.replace("\n", " ").replace("\t", " ")
    return "".join(
        char
        for char in kept
        if char in "\n\t" or (unicodedata.category(char) not in ("Cc", "Cs", "Cn") and char not in REORDERING)
    ).strip()


def seen(value: str) -> str:
    """`value` without control and format characters, which nobody sees."""
    return "".join(char for char in value if unicodedata.category(char) not in ("Cc", "Cf"))


def mailto(address: str) -> str:
    """The address as a link (RFC 6068): "?", "&" and "%", which an address may hold, would begin a subject or body."""
    return f"mailto:{quote(address, safe='@')}"


def tel(phone: str) -> str:
    """The number as a link (RFC 3966), in its international form where it has one."""
    digits = "".join(character for character in phone if character.isdigit())
    if digits.startswith("0"):
        return f"tel:+61{digits[1:]}"
    # 13 and 1300 numbers are dialled as they stand.
    return f"tel:+{digits}" if phone.startswith("+") else f"tel:{digits}"


def row_id(text: str) -> int | None:
    """The id that a text of digits is; None for anything else, and for what no table will ever hold."""
    is_id = text.isascii() and text.isdecimal() and len(text) <= ID_DIGITS
    return (int(text) or None) if is_id else None
