"""Each night's backup: made by a process of its own, which takes its time; staff are told of what went wrong."""

import logging
import os
import subprocess
import threading
from contextlib import suppress
from datetime import timedelta

from app import clock
from app.alerts.actions import tell_staff, withdraw
from app.alerts.models import Alert
from app.backups.rules import is_due
from app.backups.shelf import newest
from app.config import Config
from app.itself import PROGRAM, ROOT

log = logging.getLogger("helios.backups")

LOOKS_EVERY_SECONDS = 60.0
TRIES_AGAIN_AFTER = timedelta(hours=1)
FAILED, DISAGREES = "backup-failed", "backup-disagrees"
TOLD = 5  # of what disagrees; the log has the others


def keep(config: Config, stop: threading.Event) -> None:
    """Make a backup whenever one is due, until `stop` is set."""
    tried = None
    while not stop.wait(LOOKS_EVERY_SECONDS):
        now, made = clock.now(), newest(config.backups_folder)
        if not is_due(made.made_at if made else None, clock.last_night(now)) or (
            tried and now - tried < TRIES_AGAIN_AFTER
        ):
            continue
        tried = now
        attempt(config, stop)


def attempt(config: Config, stop: threading.Event) -> bool:
    """Make one now and tell staff how it went; whether there is another. One that `stop` ends is nobody's failure."""
    before = newest(config.backups_folder)
    making = subprocess.Popen(
        [*PROGRAM, "backup", "--nightly"],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"HELIOS_DATA_DIR": str(config.folder)},
    )
    said = None
    while said is None:
        if stop.is_set():
            making.terminate()
            making.communicate()
            return False
        with suppress(subprocess.TimeoutExpired):
            _, said = making.communicate(timeout=0.5)
    made = newest(config.backups_folder)
    if made is None or made == before:
        _tell(FAILED, f"A backup could not be made: {_sentence(said)} It is tried again every hour.")
        log.error("no backup was made (status %s): %s", making.returncode, said)
        return False
    log.info("backed up to %s: %d files, %d bytes", made.path, made.files, made.bytes)
    _over(FAILED)
    if made.disagreeing:
        log.warning("in the backup disagree: %s", "; ".join(made.disagreeing))
        more = len(made.disagreeing) - TOLD
        _tell(
            DISAGREES,
            "The last backup is whole, and the look through it found what disagrees, here and there: "
            f"{'; '.join(made.disagreeing[:TOLD])}{f'; and {more} more' if more > 0 else ''}.",
        )
    else:
        _over(DISAGREES)
    return True


def _tell(key: str, message: str) -> None:
    known = Alert.get_or_none(Alert.dedupe_key == key)
    if known is None or known.message != message:
        tell_staff(key.replace("-", "_"), key, message, now=clock.now())


def _over(key: str) -> None:
    # Asked first: nearly always there is none, and nothing is to be written for that.
    if Alert.select().where(Alert.dedupe_key == key).exists():
        withdraw(key)


def _sentence(said: str) -> str:
    """What the command ended with, as a sentence."""
    last = said.strip().rpartition("\n")[2].removeprefix("Error: ")
    return last if last.endswith(".") else f"{last or 'the log of the server says why'}."
