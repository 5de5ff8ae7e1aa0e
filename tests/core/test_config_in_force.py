"""One configuration is in force in a process: that of the house built last."""

from pathlib import Path

import pytest

from app.config import Config, build, in_force, put_in_force
from app.factory import House, create_app


def test_nothing_is_in_force_once_a_data_folder_is_let_go() -> None:
    put_in_force(None)
    with pytest.raises(RuntimeError, match=r"^No configuration is in force: create_app\(\) or put_in_force\(\)"):
        in_force()


def test_a_house_puts_its_configuration_in_force(folder: Path, config: Config) -> None:
    own = build(folder, "serve", {"business": {"name": "Ours"}})
    create_app(own, bundle=False)
    assert in_force() is own


def test_a_house_that_cannot_be_built_changes_nothing(config: Config, house: House) -> None:
    wrong = build(house.config.folder, "demo", {"catalogue": {"services": {"no_such_service": {}}}})
    with pytest.raises(Exception, match="no_such_service"):
        create_app(wrong, bundle=False)
    assert in_force() is config
