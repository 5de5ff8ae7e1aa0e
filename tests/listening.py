"""What is asked of the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from app.db import database


@contextmanager
def listening() -> Iterator[list[tuple[str, Any]]]:
    """Every statement that is sent to the database meanwhile."""
    heard: list[tuple[str, Any]] = []
    real = database.execute_sql

    def hear(sql: str, params: Any = None, *more: Any) -> Any:
        heard.append((sql, params))
        return real(sql, params, *more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "execute_sql", hear)
        yield heard
