"""Files go from the disk to the connection inside the system: the program never reads what it sends."""

import os
from typing import Any, NamedTuple

from waitress.buffers import ReadOnlyFileBasedBuffer
from waitress.channel import HTTPChannel


class Part(NamedTuple):
    """The bytes of an open file (by its descriptor) that go next."""

    file: int
    at: int
    length: int


class OnDisk(ReadOnlyFileBasedBuffer):
    """A file of the disk, on its way from where it stands."""

    def get(self, numbytes: int = -1, skip: bool = False) -> Part:
        """The next part, `numbytes` long at most; it stays the next one until waitress skips what was sent of it."""
        return Part(self.file.fileno(), self.file.tell(), min(numbytes, self.remain))


def file_wrapper(file: Any, block_size: int = 32_768) -> ReadOnlyFileBasedBuffer:
    """PEP 3333's wsgi.file_wrapper: what goes out of `file`, which may lie on the disk or only be read like one."""
    try:
        file.fileno()
    except (AttributeError, OSError):
        return ReadOnlyFileBasedBuffer(file, block_size)
    return OnDisk(file, block_size)


class Sender(HTTPChannel):
    """A connection over which parts of files go as well as bytes."""

    def send(self, data: Any, do_close: bool = True) -> int:
        """Send what the system takes of `data`; how much that was. OSError when a file is shorter than announced."""
        if not isinstance(data, Part):
            return int(super().send(data, do_close))
        try:
            count = os.sendfile(self.socket.fileno(), data.file, data.at, data.length)
        except BlockingIOError:
            return 0
        except ConnectionError:
            if do_close:
                self.handle_close()
            return 0
        if not count:
            raise OSError("A file that is being sent has become shorter.")
        return count
