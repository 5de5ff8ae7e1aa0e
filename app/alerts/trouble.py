"""Jobs in trouble: what fails is told to staff and holds up nothing else; what was told goes once it works again."""

import logging
from collections.abc import Callable, Iterable
from typing import TypeVar

import peewee

from app import clock
from app.alerts.actions import raise_alert, withdraw
from app.alerts.models import Alert
from app.db import write

log = logging.getLogger("helios.jobs")

Row = TypeVar("Row")

FAILING_AFTER = 3  # runs in a row
FAILING = "job-failing-"  # before a job's name
TOLD_PER_RUN = 10  # rows: a fault that strikes them all needs no line for each


def watch_job(name: str, failures: int) -> None:
    """A job has failed that many times in a row (0: it works): staff learn of the third, until it works again."""
    key = f"{FAILING}{name}"
    if failures >= FAILING_AFTER:
        text = (
            f"The background job “{name}” has failed {FAILING_AFTER} times in a row; the log says why. "
            "It is tried again at every turn, and this line goes by itself when it works."
        )
        raise_alert("job_failing", key, text, now=clock.now())
    # Asked first: a job that works, which is every job nearly always, must not take the write lock for nothing.
    elif not failures and Alert.select().where(Alert.dedupe_key == key).exists():
        withdraw(key)


def failing_jobs() -> list[str]:
    """The names of the jobs that staff were told of, whether or not somebody has seen to that."""
    told = Alert.select(Alert.dedupe_key).where(Alert.kind == "job_failing").order_by(Alert.id)
    return [alert.dedupe_key.removeprefix(FAILING) for alert in told]


def each(job: str, doing: str, rows: Iterable[Row], act: Callable[[Row], object], named: Callable[[Row], str]) -> int:
    """Do `act` with every row and return for how many it said that there was something to do.

    A row that fails is logged, told to staff ("HPM-12: {doing} did not work ...") and left for the next run; the others
    are done all the same. What was told is withdrawn once the row works or is not due any more. Raises what concerns
    every row alike: peewee.OperationalError (the disk is full, the database cannot be written).
    """
    done, failing = 0, set[str]()
    for row in rows:
        try:
            done += bool(act(row))
        except peewee.OperationalError:
            raise
        except Exception:
            name = named(row)
            log.exception("%s: %s did not work", name, doing)
            failing.add(f"{job}-{name}")
            if len(failing) <= TOLD_PER_RUN:
                text = f"{name}: {doing} did not work; the log says why. It is tried again and again."
                raise_alert(f"row_{job}", f"{job}-{name}", text, now=clock.now())
    told = Alert.select(Alert.dedupe_key).where(Alert.kind == f"row_{job}")
    works = [alert.dedupe_key for alert in told if alert.dedupe_key not in failing]
    if works:
        with write():
            for key in works:
                withdraw(key)
    return done
