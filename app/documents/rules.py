"""Which files are taken, how many, how large and under what name. The browser's rules are made from these."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from app.amounts import size_text

MAX_FILE_BYTES = 10 * 1024 * 1024
# A multipart body may exceed one file by far, so that the answer to a large file can carry its name.
MAX_BODY_BYTES = 32 * 1024 * 1024
MAX_FILES = 50
MAX_TOTAL_BYTES = 200 * 1024 * 1024
LONGEST_NAME_BYTES = 255

# Files stop while less than this is free: what is left is for bookings, payments and letters.
FLOOR_BYTES, FLOOR_SHARE, LOW_SHARE = 1024**3, 0.05, 0.10

TOO_LARGE = "File {name} is too large. Maximum size is 10MB."
INVALID_TYPE = "File {name} has invalid type. Accepted types: {list}"
EMPTY = "File {name} is empty."
MISMATCH = "File {name} is not a real {kind} file. Please save it again as {kind} and try again."
CUT = "File {name} is incomplete: its end is missing. Please send it once more."
PROTECTED = "File {name} is protected with a password. Please remove the password and try again."
MACROS = "File {name} holds macros, which we do not accept. Please save it as PDF and try again."
EMBEDDED = "File {name} holds another file, which we do not accept. Please save it as PDF and try again."
OUTSIDE = "File {name} fetches parts from elsewhere, which we do not accept. Please save it as PDF and try again."
COMMANDS = (
    "File {name} starts another program when it is opened, which we do not accept. "
    "Please print it into a new PDF and try again."
)
UNSAFE = "File {name} unpacks to far more than a document needs. Please save it again and try again."
UNCHECKED = "File {name} is packed in a way that we cannot look into. Please print it into a new PDF and try again."
FLOOD = "File {name} has more pixels than a picture needs. Please save it smaller and try again."
UNUSABLE_NAME = "This file's name cannot be used. Please rename the file and try again."
TOO_MANY = "You can upload at most {count} files."
QUOTA = (
    "File {name} does not fit any more: we keep at most {count} files, {size} together, from one client. "
    "Please call or email us, and we make room."
)
NOT_PROVED = "Nobody has proved yet that this project is its client's. Please confirm the client first."
ANOTHER_FILE = "Another file was sent under this Idempotency-Key."
NO_SIGN_IN = "This client has no sign-in for the client portal yet. Please send them one first."
NO_DOCUMENT = "There is no such document."  # as staff read it
NOT_NEWEST = "Somebody has put a newer version there meanwhile. Please look at that one first."
NOT_REPLACED = "The client put this document there. Please ask them for a newer one."
NOT_STAFFS = "The client put this document there and sees it already."
TOO_MUCH = "Your files can be at most {size}MB together. File {name} does not fit any more."

# A browser unpacks four bytes for each. The largest scans of plans have half as many.
MOST_PIXELS = 200_000_000

DELETED_DAYS = 30  # so long a deleted document can be recovered


TAKE_BACK_WITHIN = timedelta(minutes=30)  # of its arrival
TAKE_BACK_POLICY = (
    "Sent the wrong one? You can take a document back within 30 minutes, as long as we have not opened it. After that, "
    "please write to us."
)
NOT_TAKEN_BACK = "This document cannot be taken back any more. Please write to us, and we see to it."
TAKEN_BACK, TAKEN_BACK_BY = "Taken back by the client", "client"


class DocumentType(StrEnum):
    """What a document is to the project."""

    CONTRACT = "contract"
    PROPOSAL = "proposal"
    INSPECTION_REPORT = "inspection_report"
    REQUIREMENTS = "requirements"
    OTHER = "other"


class Uploader(StrEnum):
    """Who gave us a document."""

    VISITOR = "visitor"
    CLIENT = "client"
    STAFF = "staff"


class Thumbnail(StrEnum):
    """Whether a picture has a thumbnail. NONE: it cannot be read, or is too large."""

    MADE = "made"
    NONE = "none"


# The type that is kept and served belongs to the extension; what a browser claims is ignored.
FILE_TYPES = {
    "pdf": "application/pdf",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "png": "image/png",
}
BOOKING_EXTENSIONS = ("pdf", "doc", "docx", "xls", "xlsx", "jpg", "jpeg", "png")
CLIENT_EXTENSIONS = ("pdf", "doc", "docx", "jpg", "jpeg", "png")  # onboarding and portal


def is_full(free: int, total: int) -> bool:
    """Whether a disk takes no more files: less than 1 GiB or less than 5 % of it is free (in bytes)."""
    return free < max(FLOOR_BYTES, FLOOR_SHARE * total)


def is_low(free: int, total: int) -> bool:
    """Whether staff should make room: less than 10 % of the disk is free, or it takes no more files already (bytes)."""
    return free < LOW_SHARE * total or is_full(free, total)


@dataclass(frozen=True)
class Limits:
    """How much one owner (a booking, a project, a client) may hold; sizes in bytes.

    `is_quota`: it is more than anybody needs by themselves, and whoever reaches it is to talk with us.
    """

    files: int
    total_bytes: int
    file_bytes: int = MAX_FILE_BYTES
    is_quota: bool = False


BOOKING_LIMITS = Limits(MAX_FILES, MAX_TOTAL_BYTES)
STAFF_LIMITS = Limits(500, 2 * 1024 * 1024 * 1024)  # of one project, with what its client put there
CLIENT_LIMITS = Limits(500, 2 * 1024 * 1024 * 1024, is_quota=True)


class UnusableName(ValueError):
    """A file name of which nothing can be kept."""


def extension(name: str) -> str:
    """The part after the last dot, in lower case; '' when there is none."""
    stem, dot, ending = name.rpartition(".")
    return ending.lower() if stem and dot else ""


def split_name(name: str) -> tuple[str, str]:
    """A name without its extension, and that with its dot in lower case; '' for one that is of no type of ours."""
    ending = f".{extension(name)}" if extension(name) in FILE_TYPES else ""
    return name[: len(name) - len(ending)], ending


def type_problem(name: str, accepted: tuple[str, ...]) -> str | None:
    """The specification's refusal when `name`'s extension is not accepted, else None."""
    if extension(name) in accepted:
        return None
    return INVALID_TYPE.format(name=name, list=", ".join(accepted))


def size_problem(name: str, size: int, limits: Limits = BOOKING_LIMITS) -> str | None:
    """The refusal of a file of `size` bytes that is too large or empty, else None."""
    if size > limits.file_bytes:
        return TOO_LARGE.format(name=name)
    return None if size else EMPTY.format(name=name)


def room_problem(name: str, size: int, held: int, held_bytes: int, limits: Limits) -> str | None:
    """The refusal when an owner of `held` files has no room for one more of `size` bytes, else None."""
    if limits.is_quota and (held >= limits.files or held_bytes + size > limits.total_bytes):
        return QUOTA.format(name=name, count=limits.files, size=size_text(limits.total_bytes))
    if held >= limits.files:
        return TOO_MANY.format(count=limits.files)
    if held_bytes + size > limits.total_bytes:
        return TOO_MUCH.format(size=limits.total_bytes // (1024 * 1024), name=name)
    return None


# Joiners shape words of some scripts and families of emoji; every other invisible character only deceives.
_JOINERS = "\u200c\u200d"
_UNSEEN = ("Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp")
_EDGES = re.compile(r"^[\s.]+|[\s.]+$")
_FORBIDDEN_ON_WINDOWS = str.maketrans(dict.fromkeys('<>:"|?*', "_"))
_DEVICES = {"con", "prn", "aux", "nul", "conin$", "conout$"} | {
    f"{device}{digit}" for device in ("com", "lpt") for digit in "0123456789¹²³"
}


def clean_name(raw: str) -> str:
    """The name under which an uploaded file is kept, shown and given back; UnusableName when none is left.

    The last part of a path in composed form (NFC), without control, invisible and direction characters,
    harmless on Windows, at most 255 bytes of UTF-8 with its extension kept. Cleaning again changes nothing.
    """
    base = raw.replace("\\", "/").rpartition("/")[2]
    seen = "".join(char for char in base if char in _JOINERS or unicodedata.category(char) not in _UNSEEN)
    name = _EDGES.sub("", unicodedata.normalize("NFC", seen).translate(_FORBIDDEN_ON_WINDOWS))
    if not name.strip(_JOINERS + "_ ."):
        raise UnusableName(UNUSABLE_NAME)
    if name.partition(".")[0].rstrip().lower() in _DEVICES:
        name = f"_{name}"
    if len(name.encode()) <= LONGEST_NAME_BYTES:
        return name
    stem, ending = split_name(name)
    return _EDGES.sub("", stem.encode()[: LONGEST_NAME_BYTES - len(ending)].decode(errors="ignore")) + ending


def unique_names(names: Sequence[str]) -> list[str]:
    """These clean names in their order, numbered where two would be one file on a disk that ignores case."""
    taken: set[str] = set()
    unique = []
    for name in names:
        stem, ending = split_name(name)
        tries = (f" ({number}){ending}" if number else ending for number in (0, *range(2, len(names) + 2)))
        fitting = (stem.encode()[: LONGEST_NAME_BYTES - len(end)].decode(errors="ignore") + end for end in tries)
        unique.append(next(each for each in fitting if each.casefold() not in taken))
        taken.add(unique[-1].casefold())
    return unique


def is_taken_back(by: Uploader, unopened: bool, uploaded_at: datetime, now: datetime) -> bool:
    """Whether a client may take back a document: they sent it just now, and nobody of the firm has opened it."""
    return by == Uploader.CLIENT and unopened and now - uploaded_at < TAKE_BACK_WITHIN
