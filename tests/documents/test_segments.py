"""A JPEG is looked at segment by segment: however many somebody makes, the work stays small."""

import io
import time
import tracemalloc

import pytest
from document_archive import Archive
from document_samples import jpg, picture

from app.documents import images, rules
from app.errors import AppError

pytestmark = pytest.mark.spec("B-04")
START, EMPTY = b"\xff\xd8", b"\xff\xfe\x00\x02"  # the mark of the beginning; a comment without a text


def with_more(more: bytes, data: bytes | None = None) -> bytes:
    """A JPEG with `more` before its first segment."""
    return START + more + (jpg() if data is None else data)[2:]


class Counted(io.BytesIO):
    """A file that counts how often it is read."""

    reads = 0

    def read(self, size: int | None = -1, /) -> bytes:
        self.reads += 1
        return super().read(size)


@pytest.mark.parametrize("more", [EMPTY * 1_000_000, b"\xff" * 10_000_000, EMPTY * 500_000 + b"\xff" * 5_000_000])
def test_a_million_segments_are_looked_at_no_further_than_the_bound(more: bytes) -> None:
    file = Counted(with_more(more))
    tracemalloc.start()
    began = time.process_time()
    assert images.jpeg(file) == rules.MISMATCH
    assert time.process_time() - began < 0.5
    assert tracemalloc.get_traced_memory()[1] < 1024 * 1024
    tracemalloc.stop()
    assert file.reads <= 3 * images.MOST_SEGMENTS


def test_without_the_bound_all_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    monkeypatch.setattr(images, "MOST_SEGMENTS", 10_000_000)
    file = Counted(START + EMPTY * 100_000)
    assert images.jpeg(file) == rules.MISMATCH
    assert file.reads > 200_000


@pytest.mark.parametrize(
    ("more", "taken"),
    [
        (EMPTY * 255, True),
        (EMPTY * (images.MOST_SEGMENTS - 5), True),
        (EMPTY * images.MOST_SEGMENTS, False),
        (b"\xff" * 100, True),
        (b"\xff" * images.MOST_SEGMENTS, False),
        (b"\xff\xfe\xff\xff" + bytes(65_533), True),
    ],
    ids=["profile", "most", "more", "fill", "endless fill", "long"],
)
def test_where_the_bound_lies(archive: Archive, more: bytes, taken: bool) -> None:
    if taken:
        assert archive.store(with_more(more), "site.jpg").file_type == "image/jpeg"
        return
    with pytest.raises(AppError, match="is not a real JPEG file"):
        archive.store(with_more(more), "site.jpg")


def test_a_photograph_with_a_large_profile_is_taken(archive: Archive) -> None:
    assert archive.store(picture("JPEG", icc_profile=bytes(5_000_000), quality=90), "site.jpg").file_size > 5_000_000
