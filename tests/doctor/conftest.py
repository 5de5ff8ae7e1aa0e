"""The village's folder, made once, and a copy of it for each test."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from app import db
from app.config import put_in_force
from app.limits import limiter
from tests.doctor.village import Village
from tests.stories import lasting


@pytest.fixture(scope="session")
def village(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Village]:
    """The village, whose program has stopped."""
    with lasting(tmp_path_factory.mktemp("village")) as house:
        limiter.reset()
        made = Village(house)
    put_in_force(None)
    yield made


@pytest.fixture
def village_folder(village: Village, tmp_path: Path) -> Iterator[Path]:
    """A copy of its data folder."""
    copy = tmp_path / "data"
    shutil.copytree(village.house.config.folder, copy)
    yield copy
    db.close()
