"""The threads that answer requests."""

import os
import sys
import threading
from contextlib import suppress
from typing import Any

from waitress.task import ThreadedTaskDispatcher

# More would only take each other's processor: an upload is read, hashed and written to the disk in one go.
UPLOADS_AT_ONCE = 2
# So much do those give way to everybody who waits for an answer (see `nice(1)`).
UPLOADS_NICE = 15


class _GivingWay(ThreadedTaskDispatcher):
    """Threads that have the processor when nobody else wants it."""

    def handler_thread(self, thread_no: int) -> None:
        """What one of them does until it is told to end."""
        if sys.platform == "linux":  # elsewhere this is the whole program's
            with suppress(OSError):
                this = threading.get_native_id()
                os.setpriority(os.PRIO_PROCESS, this, os.getpriority(os.PRIO_PROCESS, this) + UPLOADS_NICE)
        super().handler_thread(thread_no)


class Workers(ThreadedTaskDispatcher):
    """waitress's workers, and two more for requests whose body fills a file: nobody else waits behind those."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._of_uploads = _GivingWay()
        self._of_uploads.set_thread_count(UPLOADS_AT_ONCE)
        self.set_thread_count(count)

    def add_task(self, task: Any) -> None:
        """Have the next request of a connection answered."""
        body = task.requests[0].body_rcv
        if body is not None and body.getbuf().overflowed:
            self._of_uploads.add_task(task)
        else:
            super().add_task(task)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """End the threads once they have answered; what still waits is dropped. Whether it was."""
        uploads = self._of_uploads.shutdown(cancel_pending, timeout)
        return bool(super().shutdown(cancel_pending, timeout) or uploads)
