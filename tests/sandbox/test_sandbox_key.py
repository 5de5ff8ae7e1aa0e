"""The key that signs the sandbox's webhooks: every folder's own, and its user's alone."""

import stat
from pathlib import Path

import pytest

from app.config import ConfigError
from app.sandbox.key import key_of


def test_each_folder_draws_a_key_of_its_own_once(tmp_path: Path) -> None:
    here, there = tmp_path / "a", tmp_path / "b"
    here.mkdir()
    there.mkdir()
    (here / "sandbox.drawn").touch()  # a start was cut off
    assert key_of(here) == key_of(here) != key_of(there)
    assert len(key_of(here)) == 64
    assert stat.S_IMODE((here / "sandbox.key").stat().st_mode) == 0o600


def test_a_key_that_is_none_or_everybodys_is_refused(tmp_path: Path) -> None:
    key_of(tmp_path)
    (tmp_path / "sandbox.key").chmod(0o644)
    with pytest.raises(ConfigError, match=r"sandbox\.key: other users of this machine can read it; run chmod 600 "):
        key_of(tmp_path)
    (tmp_path / "sandbox.key").chmod(0o600)
    (tmp_path / "sandbox.key").write_text("", encoding="ascii")
    with pytest.raises(ConfigError, match="does not hold the demonstration's key"):
        key_of(tmp_path)
