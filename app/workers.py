"""The threads that answer requests."""

from typing import Any

from waitress.task import ThreadedTaskDispatcher

# More would only take each other's processor: an upload is read, hashed and written to the disk in one go.
UPLOADS_AT_ONCE = 2


class Workers(ThreadedTaskDispatcher):
    """waitress's workers, and two more for requests whose body fills a file: nobody else waits behind those."""

    def __init__(self, count: int) -> None:
        super().__init__()
        self._of_uploads = ThreadedTaskDispatcher()
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
