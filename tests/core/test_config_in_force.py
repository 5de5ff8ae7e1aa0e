"""One configuration is in force in a process: that of the house built last."""

from pathlib import Path

import pytest

from app.config import Config, build, in_force
from app.factory import House, create_app


def test_nothing_is_in_force_before_a_house_is_built(folder: Path) -> None:
    with pytest.raises(RuntimeError, match=r"^No configuration is in force: create_app\(\) or put_in_force\(\)"):
        in_force()


def test_a_house_puts_its_configuration_in_force(config: Config, house: House) -> None:
    assert in_force() is config


def test_another_house_puts_its_own_in_force(house: House) -> None:
    other = build(house.config.folder, "serve", {"business": {"name": "Ours"}})
    create_app(other, bundle=False)
    assert in_force() is other


def test_a_house_that_cannot_be_built_changes_nothing(config: Config, house: House) -> None:
    wrong = build(house.config.folder, "demo", {"catalogue": {"services": {"no_such_service": {}}}})
    with pytest.raises(Exception, match="no_such_service"):
        create_app(wrong, bundle=False)
    assert in_force() is config
