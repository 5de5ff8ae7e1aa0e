"""One program for many stories: one more must not disturb those before it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app import config as configuration
from app import db, schema
from app.factory import House, create_app


@contextmanager
def lasting(folder: Path, tables: Mapping[str, Any] | None = None) -> Iterator[House]:
    """A program in an empty folder, for all the tests of a file or of a whole run; it stops at the end.

    tables: what its config.toml says.
    """
    db.connect(folder)
    schema.migrate(folder)
    config = configuration.build(folder, "demo", tables or {}, {"HELIOS_ADDRESS_LIMITS": "off"})
    house = create_app(config, bundle=False)
    yield house
    house.sandbox.close()
    db.close()
