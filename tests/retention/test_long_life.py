"""Years of ordinary traffic on a fake clock: nothing stays longer than it may, and nothing owed is forgotten."""

import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import months
import pytest
from months import Life

from app import clock, db
from app.doctor.examination import examine
from app.limits import limiter
from app.retention import actions as retention

STEP = timedelta(days=1)
# What may be kept longest of what goes by itself stays for a year: fewer than 420 would leave some of it untried.
DAYS = max(420, int(os.environ.get("HELIOS_TEST_DAYS", "800")))


@pytest.fixture
def life(tmp_path: Path) -> Iterator[Life]:
    """A house that nobody has visited yet."""
    made = months.begin(tmp_path, STEP, share=0.05)
    yield made
    made.house.sandbox.close()
    limiter.reset()
    db.close()


@pytest.mark.spec("G-01")
def test_after_years_only_what_may_be_kept_is_there_and_whoever_paid_has_everything(life: Life) -> None:
    back = {90: timedelta(hours=1), 400: timedelta(days=1)}
    months.with_mail(life, lambda: life.live(DAYS, months.spell(100), set(), back))
    with clock.reading(lambda: life.now):
        assert not any(months.too_old(life).values()), months.too_old(life)
        assert not any(months.forgotten(life).values()), months.forgotten(life)
        assert examine(life.house.config.folder, life.now, thorough=True) == []
    assert months.count("SELECT COUNT(*) FROM payments WHERE status = 'completed'") > 10
    assert life.people > 50


def test_the_same_life_without_the_job_keeps_what_it_must_not(life: Life, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "let_go", lambda *told: 0)
    life.share = 0.2
    months.with_mail(life, lambda: life.live(110, set(), set(), {}))
    with clock.reading(lambda: life.now):
        kept = months.too_old(life)
    assert kept["drafts"] and kept["unpaid onboardings"] and kept["sessions"] and kept["network addresses"]
