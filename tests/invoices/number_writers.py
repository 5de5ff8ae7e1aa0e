"""Writers of invoices, each a process of its own; some are killed while they write.

number_writers.py <data folder> race     20 at once, half of them killed
number_writers.py <data folder> die      one, which dies between its number and its document
number_writers.py <data folder> die-unguarded   the same, without the transaction
"""

import os
import random
import signal
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from peewee import OperationalError

from app import clock, db
from app import config as configuration
from app.booking.models import Booking  # noqa: F401 - what projects came from
from app.config import put_in_force
from app.invoices import actions
from app.orders.models import Order

WRITERS, KILLED = 20, 10
LONGEST_BEFORE_KILL = 0.1  # seconds


def begin(folder: Path) -> None:
    """Open the folder in this process."""
    put_in_force(configuration.build(folder, "demo", {}, {}))
    db.connect(folder)


def issue_every(folder: Path, which: int) -> None:
    """Issue the invoices of every twentieth order."""
    begin(folder)
    for order in Order.select().where(Order.id % WRITERS == which):
        actions.issue(order.id, clock.now())
    db.close()


def keep_issuing(folder: Path, which: int) -> None:
    """Issue them, beginning anew where the others leave no turn: that is an answer, too."""
    while True:
        try:
            return issue_every(folder, which)
        except OperationalError:
            db.close()


def race(folder: Path) -> None:
    """Twenty at once; half of them are killed, wherever they are."""
    dice, running = random.Random(), []
    gate, opener = os.pipe()
    for which in range(WRITERS):
        number = os.fork()
        if number == 0:
            code = 1
            os.close(opener)
            try:
                os.read(gate, 1)  # all of them are there
                keep_issuing(folder, which)
                code = 0
            finally:
                os._exit(code)
        running.append(number)
    os.close(opener)
    for number in dice.sample(running, KILLED):
        time.sleep(dice.uniform(0, LONGEST_BEFORE_KILL / KILLED))
        os.kill(number, signal.SIGKILL)
    ended = [os.waitstatus_to_exitcode(os.waitpid(number, 0)[1]) for number in running]
    assert set(ended) <= {0, -signal.SIGKILL}, ended


def die(*_: Any) -> None:
    """As if the power had gone."""
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    place, act = Path(sys.argv[1]), sys.argv[2]
    if act == "race":
        race(place)
    else:
        if act == "die-unguarded":
            actions.write = nullcontext
        actions._facts = die
        begin(place)
        actions.issue(Order.select().first().id, clock.now())
