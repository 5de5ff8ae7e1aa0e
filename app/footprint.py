"""What the process takes of the machine: memory that goes back to the system, no search for garbage in what stays."""

import ctypes
import gc
from collections.abc import Iterator
from contextlib import contextmanager, suppress

LARGE_BYTES = 1024 * 1024
M_MMAP_THRESHOLD = -3  # mallopt(3)


def give_back_large_blocks() -> None:
    """Have glibc give each block above LARGE_BYTES back to the system once it is freed; nothing happens elsewhere.

    Left to itself it keeps blocks as large as the largest that was freed, for every thread: a password's hash takes
    19 MB.
    """
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_BYTES)


@contextmanager
def for_good() -> Iterator[None]:
    """What is made in here stays as long as the process does: nobody looks for garbage in it, now or later.

    A look at all of it takes a fifth of a second, for which every answer waits.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
