"""The rules of documents: types, sizes, counts and names."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from app.documents import rules
from app.documents.serving import disposition

pytestmark = pytest.mark.spec("B-04")
MB = 1024 * 1024


def test_the_specification_s_texts_and_limits_hold() -> None:
    accepted = "pdf, doc, docx, xls, xlsx, jpg, jpeg, png"
    assert rules.size_problem("plan.pdf", 10 * MB + 1) == "File plan.pdf is too large. Maximum size is 10MB."
    wrong = rules.type_problem("plan.exe", rules.BOOKING_EXTENSIONS)
    assert wrong == f"File plan.exe has invalid type. Accepted types: {accepted}"
    wrong = rules.type_problem("sums.xls", rules.CLIENT_EXTENSIONS)
    assert wrong == "File sums.xls has invalid type. Accepted types: pdf, doc, docx, jpg, jpeg, png"
    assert set(rules.BOOKING_EXTENSIONS) == set(rules.FILE_TYPES)
    assert [kind.value for kind in rules.DocumentType] == [
        "contract",
        "proposal",
        "inspection_report",
        "requirements",
        "other",
    ]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("plan.pdf", "pdf"),
        ("plan.PDF", "pdf"),
        ("plan.tar.Png", "png"),
        ("plan", ""),
        (".pdf", ""),
        ("plan.", ""),
        ("", ""),
        ("plan.pdf ", "pdf "),
    ],
)
def test_the_extension_is_what_follows_the_last_dot(name: str, found: str) -> None:
    assert rules.extension(name) == found


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "File a.pdf is empty."),
        (1, None),
        (10 * MB, None),
        (10 * MB + 1, rules.TOO_LARGE.format(name="a.pdf")),
    ],
)
def test_a_file_has_at_least_one_byte_and_at_most_ten_megabytes(size: int, text: str | None) -> None:
    assert rules.size_problem("a.pdf", size) == text


@pytest.mark.parametrize(
    ("held", "held_bytes", "size", "text"),
    [
        (49, 0, 10, None),
        (50, 0, 10, "You can upload at most 50 files."),
        (51, 0, 10, "You can upload at most 50 files."),
        (20, 200 * MB - 10, 10, None),
        (
            20,
            200 * MB - 10,
            11,
            "Your files can be at most 200MB together. File a.pdf does not fit any more.",
        ),
    ],
)
def test_a_booking_holds_fifty_files_and_two_hundred_megabytes(
    held: int, held_bytes: int, size: int, text: str | None
) -> None:
    assert rules.room_problem("a.pdf", size, held, held_bytes, rules.BOOKING_LIMITS) == text


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("plan.pdf", "plan.pdf"),
        ("  Plan 1 (final).PDF ", "Plan 1 (final).PDF"),
        ("C:\\fakepath\\plan.pdf", "plan.pdf"),
        ("../../plan.pdf", "plan.pdf"),
        ("cafe\u0301.pdf", "caf\u00e9.pdf"),
        ("a\x00b\x1f\x7fc.pdf", "abc.pdf"),
        ("a\u202eb\u2066c\u200bd\ufeff\u2028.pdf", "abcd.pdf"),
        ('a<b>c:d"e|f?g*.pdf', "a_b_c_d_e_f_g_.pdf"),
        ("con.pdf", "_con.pdf"),
        ("CON .tar.pdf", "_CON .tar.pdf"),
        ("conference.pdf", "conference.pdf"),
        ("..plan.pdf..", "plan.pdf"),
        ("بيت\u200cها.pdf", "بيت\u200cها.pdf"),
        ("x" * 300 + ".jpeg", "x" * 250 + ".jpeg"),
        ("é" * 300 + ".pdf", "é" * 125 + ".pdf"),
    ],
)
def test_a_name_is_kept_as_far_as_it_is_harmless(raw: str, kept: str) -> None:
    assert rules.clean_name(raw) == kept


@pytest.mark.parametrize("raw", ["", " ", ".", "..", "...", "/", "a/", "\\", "\u202e", "\u200d\u200d", "*.*", "__"])
def test_a_name_of_which_nothing_is_left_is_refused(raw: str) -> None:
    with pytest.raises(rules.UnusableName, match="name cannot be used"):
        rules.clean_name(raw)


@settings(deadline=None)
@given(st.text(max_size=400) | st.text(alphabet="./\\ ._conCON\u0301\u202e\u200d:é\x00pdf", max_size=400))
@example("x" * 251 + " .pdf")
@example("\u0301" * 300 + ".pdf")
def test_whatever_comes_the_kept_name_is_plain_short_and_final(raw: str) -> None:
    try:
        name = rules.clean_name(raw)
    except rules.UnusableName:
        return
    assert rules.clean_name(name) == name
    assert 0 < len(name.encode()) <= 255
    assert not set(name) & set('/\\<>:"|?*') and all(ord(char) >= 32 for char in name)
    header = disposition(name)
    assert header.isascii() and header.isprintable() and header.count('"') == 2
