"""What the sandbox has answered, it still knows after a restart and after being killed."""

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from app.payments.provider import ProviderUnavailable
from app.sandbox import Sandbox
from app.sandbox.client import sandbox_gateway

PAY_WITHOUT_END = """
import itertools, sys
from app.sandbox.client import sandbox_gateway
from app.sandbox import Sandbox
sandbox = Sandbox(sys.argv[1], "whsec_test")
gateway = sandbox_gateway(sandbox)
for number in itertools.count():
    intent = gateway.create_intent(25_000, "aud", {}, f"{sys.argv[2]}-{number}", "Initial consultation")
    sandbox.confirm(intent.id)
    print(intent.id, flush=True)
"""


def test_a_restart_keeps_intents_charges_refunds_events_and_keys(tmp_path: Path) -> None:
    with Sandbox(tmp_path / "provider.db", "whsec_test") as before:
        gateway = sandbox_gateway(before)
        paid = gateway.create_intent(25_000, "aud", {"booking": "7"}, "key-1", "Initial consultation")
        before.confirm(paid.id)
        gateway.refund(paid.id, 1_000, "refund-1", "duplicate")
        asked = gateway.create_intent(25_000, "aud", {}, "key-2", "Initial consultation")
        before.confirm(asked.id, "4000002760003184")
        books = (before.intents(), before.charges(), before.refunds(), before.events())

    with Sandbox(tmp_path / "provider.db", "whsec_test") as after:
        gateway = sandbox_gateway(after)
        assert (after.intents(), after.charges(), after.refunds(), after.events()) == books
        again = gateway.create_intent(25_000, "aud", {"booking": "7"}, "key-1", "Initial consultation")
        assert again == paid
        assert gateway.retrieve_intent(paid.id).refunded_cents == 1_000
        assert after.authenticate(asked.id)["status"] == "succeeded"


def test_an_answer_lost_before_a_restart_is_found_with_the_same_key(tmp_path: Path) -> None:
    with Sandbox(tmp_path / "provider.db", "whsec_test") as before:
        before.faults.set("charge_then_timeout")
        with pytest.raises(ProviderUnavailable):
            sandbox_gateway(before).create_intent(25_000, "aud", {}, "key-1", "Consultation")
    with Sandbox(tmp_path / "provider.db", "whsec_test") as after:
        intent = sandbox_gateway(after).create_intent(25_000, "aud", {}, "key-1", "Consultation")
        after.confirm(intent.id)
        assert [charge["payment_intent"] for charge in after.charges()] == [intent.id]


def test_no_acknowledged_charge_is_lost_when_the_process_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "provider.db"
    acknowledged: list[str] = []
    for cycle in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", PAY_WITHOUT_END, str(path), str(cycle)], stdout=subprocess.PIPE, text=True
        ) as payer:
            assert payer.stdout
            for _ in range(10 + 7 * cycle):
                acknowledged.append(payer.stdout.readline().strip())
            payer.send_signal(signal.SIGKILL)
            acknowledged += payer.stdout.read().split()
    with Sandbox(path, "whsec_test") as sandbox:
        charged = [charge["payment_intent"] for charge in sandbox.charges()]
        assert len(charged) == len(set(charged)), "no intent is charged twice"
        assert set(acknowledged) <= set(charged)
        assert len(acknowledged) >= 51
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    connection.close()


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "provider.db"
    Sandbox(path, "whsec_test").close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(RuntimeError, match="newer version"):
        Sandbox(path, "whsec_test")
