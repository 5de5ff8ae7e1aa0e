"""What people type as their name, where it may stand as one: in a greeting, a sentence, a subject, an appointment.

Pure. Anybody can type anything there and have it sent to anybody: what could be read as a link, a telephone number, a
sum or a sentence of ours stands in a labelled row at most.
"""

import re
import unicodedata

from app.mail.content import one_line

LONGEST, MOST_WORDS, MOST_MARKS = 40, 4, 2
# Letters by which languages that people are named in are written; the others serve to imitate signs, or show nothing.
SCRIPTS = (
    "LATIN",
    "GREEK",
    "CYRILLIC",
    "ARMENIAN",
    "GEORGIAN",
    "HEBREW",
    "ARABIC",
    "ETHIOPIC",
    "DEVANAGARI",
    "BENGALI",
    "GURMUKHI",
    "GUJARATI",
    "ORIYA",
    "TAMIL",
    "TELUGU",
    "KANNADA",
    "MALAYALAM",
    "SINHALA",
    "THAI",
    "LAO",
    "KHMER",
    "MYANMAR",
    "TIBETAN",
    "MONGOLIAN",
    "HIRAGANA",
    "KATAKANA",
    "HANGUL SYLLABLE",
    "CJK UNIFIED",
)
# Scripts that set no spaces between words, so that a word may be a sentence: the most signs of a word, and of a text.
# A Chinese name has two to four signs, a Japanese one seldom more than six; kana spell foreign names at greater length.
# A Thai surname has at most ten consonants (Person Name Act B.E. 2505, section 8), with the vowels some sixteen signs.
UNSPACED = (
    (("CJK UNIFIED", "IDEOGRAPHIC"), 6, 6),
    (("CJK UNIFIED", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA"), 8, 14),
    (("THAI", "LAO", "KHMER", "MYANMAR", "TIBETAN"), 16, 28),
)
BICAMERAL = ("LATIN", "GREEK", "CYRILLIC")  # whose letters without a case are signs
_LINK = re.compile(r"://|@|\w\.[^\W\d]")
BETWEEN = "'’-‐ʻʼー々"


def looks_like_a_name(text: str) -> bool:
    """Whether it is at most four words of letters, in scripts that names are written in, and none is a sentence."""
    words = [word.removesuffix(".") for word in text.split()]  # "J.", "Dr."
    if len(text) > LONGEST or not 0 < len(words) <= MOST_WORDS or not all(map(_is_spelled, words)):
        return False
    return all(
        max(signs := [_signs_in(scripts, word) for word in words]) <= of_a_word and sum(signs) <= of_all
        for scripts, of_a_word, of_all in UNSPACED
    )


def named(name: str, otherwise: str) -> str:
    """A name in one line, or what stands in its place where it does not look like one."""
    plain = one_line(name, 200)
    return plain if looks_like_a_name(plain) else otherwise


def greeting(name: str) -> str:
    """'Dear Maria Rossi,' or, where it does not look like a name, 'Hello,'."""
    known = named(name, "")
    return f"Dear {known}," if known else "Hello,"


def reads_as_a_link(text: str) -> bool:
    """Whether a mail program may make a link of a part of it: 'evil.com', 'http://evil.com', 'ann@evil.com'."""
    return bool(_LINK.search(text))


def _is_spelled(word: str) -> bool:
    marks = 0
    for sign in word:
        kind = unicodedata.category(sign)
        marks = marks + 1 if kind in ("Mn", "Mc") else 0
        if marks > MOST_MARKS or not (marks or sign in BETWEEN or _is_letter(sign, kind)):
            return False
        if marks and not _in_a_script(sign) and not unicodedata.combining(sign):
            return False
    return any(_is_letter(sign, unicodedata.category(sign)) for sign in word)


def _signs_in(scripts: tuple[str, ...], word: str) -> int:
    return sum(unicodedata.name(sign, "").startswith(scripts) for sign in word)


def _is_letter(sign: str, kind: str) -> bool:
    if kind in ("Lu", "Ll", "Lt"):
        return _in_a_script(sign)
    return kind == "Lo" and _in_a_script(sign) and not unicodedata.name(sign).startswith(BICAMERAL)


def _in_a_script(sign: str) -> bool:
    return unicodedata.name(sign, "").startswith(SCRIPTS)
