"""The numbers of invoices have no gap and no double, whoever writes at once and whoever dies meanwhile."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app import clock, db
from app.accounts.models import Client
from app.config import Config
from app.db import write
from app.doctor import invoices as doctor
from app.invoices import actions
from app.invoices.files import content
from app.invoices.models import Invoice, InvoiceFile, InvoiceLine
from app.orders.models import Line, Order
from app.projects.models import Project

WRITERS = Path(__file__).with_name("number_writers.py")
ROOT = WRITERS.parents[2]
ORDERS = 800


def ordered(count: int) -> None:
    """That many orders, paid for with a credit alone: what they say besides is nobody's matter here."""
    now = clock.now()
    who = {"name": "Ann Lee", "email": "ann@example.com", "phone": "0400 111 222"}
    with write():
        client = Client.create(**who, created_at=now, updated_at=now)
        for _ in range(count):
            project = Project.create(client=client, service_type="consultation", created_at=now, updated_at=now)
            order = Order.create(project=project, paid_at=now, created_at=now, updated_at=now)
            Line.create(order=order, description="Consultation", cents=0)


def run(folder: Path, act: str) -> int:
    """What the writers come to; they have the folder for themselves."""
    db.close()
    path = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run([sys.executable, str(WRITERS), str(folder), act], env=path, check=False)
    db.connect(folder)
    return ended.returncode


def numbers() -> list[int]:
    return [number for (number,) in Invoice.select(Invoice.number).order_by(Invoice.number).tuples()]


def faults() -> list[str]:
    return [str(each) for each in doctor.examine(clock.now(), thorough=True)]


@pytest.mark.spec("D-09")
def test_twenty_writers_of_whom_half_are_killed_leave_no_gap_and_no_double(config: Config) -> None:
    ordered(ORDERS)
    assert run(config.folder, "race") == 0
    issued = numbers()
    assert issued == list(range(1, len(issued) + 1))
    assert InvoiceLine.select().count() == len(issued)
    for order in Order.select():
        actions.issue(order.id, clock.now())
    assert numbers() == list(range(1, ORDERS + 1))
    assert faults() == []


@pytest.mark.spec("D-09")
def test_who_dies_between_a_number_and_its_document_has_taken_none(config: Config) -> None:
    ordered(1)
    assert run(config.folder, "die") == -signal.SIGKILL
    assert actions.issue(Order.get().id, clock.now()).name == "INV-000001"
    assert faults() == []


def test_without_the_transaction_the_number_is_lost_and_the_doctor_says_so(config: Config) -> None:
    """The negative control."""
    ordered(1)
    assert run(config.folder, "die-unguarded") == -signal.SIGKILL
    assert actions.issue(Order.get().id, clock.now()).name == "INV-000002"
    assert faults() == ["invoice: The sequence INV has 1 documents, but 2 numbers were given."]


def test_of_several_who_make_a_file_at_once_one_is_kept(config: Config) -> None:
    ordered(1)
    made = actions.issue(Order.get().id, clock.now())
    barrier, given = threading.Barrier(4), []

    def ask() -> None:
        barrier.wait()
        given.append(content(Invoice.get_by_id(made.id), clock.now()))
        db.close()

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(given) == 4 and set(given) == {bytes(InvoiceFile.get().content)}


@pytest.mark.parametrize("kind", ["invoice", "adjustment_note"])
def test_a_number_that_was_given_is_given_to_nobody_else(config: Config, kind: str) -> None:
    ordered(2)
    first, second = Order.select()
    actions.issue(first.id, clock.now())
    row = {"total_cents": 0, "gst_cents": 0, "facts": Invoice.get().facts, "issued_at": clock.now()}
    Invoice.create(kind=kind, number=7, order=second, **row)
    with pytest.raises(Exception, match="UNIQUE"):
        Invoice.create(kind=kind, number=7, order=second, **row)
