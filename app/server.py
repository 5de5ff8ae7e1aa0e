"""Starting and stopping the server: one process, one data folder."""

import errno
import logging
import signal
import socket
import threading
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING, Any

from app import clock, db, folder, footprint, holding, schema, welcome
from app.bundle import BundleMissing
from app.config import Config
from app.documents import shelves
from app.documents import sweeping as documents
from app.durable import FolderError

if TYPE_CHECKING:
    from app.factory import House
    from app.incoming import MostBytes
    from app.site import Site

log = logging.getLogger("helios")

HEADER_BYTES = 32 * 1024
# The main loop's turn costs the same for every piece of an upload, and all others wait for it.
RECEIVE_BYTES = 64 * 1024
# Connections that wait for us cannot give way to newcomers: so many more may come before waitress accepts no more.
MORE_CONNECTIONS = 50


class CannotStart(FolderError):
    """The server cannot start; the message says what to do."""


def open_folder(config: Config, accept_database: bool = False) -> None:
    """Take the data folder, open its database, bring it up to date and clean up after an earlier process.

    accept_database: go on although the database is missing, empty or older than the documents. Raises FolderError.
    """
    config.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    holding.lock_folder(config.folder)
    found = shelves.lying(config.documents_folder)
    if not accept_database:
        folder.refuse_missing(config.folder, len(found.whole))
    db.connect(config.folder)
    folder.refuse_damaged(config.folder)
    if (opened := db.opened()) and opened.generation.wal_bytes:
        db.switch()
    if not accept_database:
        folder.refuse_empty(config.folder, len(found.whole))
        documents.refuse_older_database(config.documents_folder, found)
    schema.migrate(config.folder)
    documents.sweep_at_start(config.documents_folder, clock.now(), found)
    folder.move_in(config.folder)


def build(config: Config, front: "Site") -> "House":
    """The program for an opened folder, behind its site."""
    # Loading the whole program takes a while: pages are answered before that.
    from app.factory import create_app

    return create_app(config, front=front)


def keep_log() -> None:
    """Log to standard error, without personal data."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    # flask-limiter would write down whom it refuses.
    for noisy in ("stripe", "flask-limiter", "fontTools"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
    # A migration that fails ends the start with a sentence; the library would put a traceback before it.
    logging.getLogger("peewee_migrate").setLevel(logging.CRITICAL)
    # A warning for each request that waits for a thread would make a busy moment busier.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)


def run(config: Config, say: Callable[[str], None], accept_database: bool = False, at_work: bool = False) -> None:
    """Serve until the process is told to stop (SIGTERM, SIGINT). at_work: the demo shows two years of clients."""
    footprint.give_back_large_blocks()
    keep_log()
    open_folder(config, accept_database)
    with footprint.for_good():
        from waitress import wasyncore

        from app.front import open_front
        from app.loading import Loading
    told: list[str] = []

    def load() -> "House":
        house, lines = _load(config, site, at_work)
        told.extend(lines)
        return house

    def begin(house: "House") -> None:
        house.jobs.start()
        if house.sandbox is not None:
            house.sandbox.resume()
        for line in (f"Helios answers at {config.server.address}", *told):
            say(line)

    loading = Loading(load, begin)
    try:
        site = open_front(config, loading)
    except BundleMissing as error:
        raise CannotStart(str(error)) from None
    sockets: dict[int, Any] = {}
    listening = _listen(config, site, loading.most_bytes, sockets)
    stop = _on_signal()
    try:
        loading.start()
        listening.run()
    except OSError:
        # Closing the listening socket from the signal's thread ends its loop this way.
        if not stop.is_set():
            raise
    finally:
        loading.end()
        # Nobody serves these any more; whoever waits on one, the sandbox's webhook first of all, hears so at once.
        wasyncore.close_all(sockets, ignore_all=True)
        if (house := loading.house) is not None:
            house.jobs.stop()
            if house.sandbox is not None:
                house.sandbox.close()
        db.close()
        loading.raise_failure()


def _load(config: Config, site: "Site", at_work: bool) -> "tuple[House, list[str]]":
    """The program behind the site, with the lines that are said when all is there."""
    from app.mail import files as letter_files

    letter_files.tell_of_older_database(config.letters_folder, clock.now())
    with footprint.for_good():
        house = build(config, site)
    if config.mode == "demo":
        from app.demo.furniture import furnish

        return house, furnish(house, at_work)
    from app.accounts.models import Admin

    return house, welcome.lines(config, bool(Admin.present()))


def _listen(config: Config, site: "Site", most_bytes: "MostBytes", sockets: dict[int, Any]) -> Any:
    """waitress's server, its port open. Raises CannotStart where that cannot be had."""
    from app.connections import listen
    from app.headers import security_headers
    from app.incoming import Bounds

    bounds = Bounds(most_bytes)
    if config.server.behind_proxy:
        bounds = replace(bounds, of_one_network=None)
    try:
        return listen(
            site,
            sockets,
            bounds,
            security_headers() | {"Cache-Control": "no-store"},
            host=config.server.host,
            port=config.server.port,
            threads=config.server.threads,
            connection_limit=bounds.connections + MORE_CONNECTIONS,
            max_request_header_size=HEADER_BYTES,
            recv_bytes=RECEIVE_BYTES,
            ident=None,
            # Behind a proxy its word about the visitor's address is what the limits count by. Without one nobody takes
            # it, but that it is there tells of a proxy that the configuration does not know of (see `app.metrics`).
            clear_untrusted_proxy_headers=False,
        )
    except (OSError, ValueError) as error:
        raise CannotStart(unreachable(config, error)) from None


def unreachable(config: Config, error: Exception) -> str:
    """Why the server cannot listen where the configuration says, and what to change."""
    host, port = config.server.host, config.server.port
    number = getattr(error, "errno", None)
    if number == errno.EADDRINUSE:
        return f"Port {port} cannot be used: another program has it. Stop that, or choose another server.port."
    if number in (errno.EACCES, errno.EPERM):
        return (
            f"Port {port} cannot be used: ports below 1024 are root's. "
            "Choose a higher server.port and let a proxy pass requests on to it."
        )
    if number in (None, errno.EADDRNOTAVAIL) or isinstance(error, socket.gaierror):
        return (
            f"server.host: {host} is no address of this machine. Set 127.0.0.1 behind a proxy on this machine, "
            "0.0.0.0 to be reached from others."
        )
    reason = getattr(error, "strerror", None) or error
    return f"Port {port} of {host} cannot be used: {reason}. Check server.host and server.port."


def _on_signal() -> threading.Event:
    stopping = threading.Event()

    def stop(number: int, frame: FrameType | None) -> None:
        stopping.set()
        raise SystemExit(0)

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
    return stopping
