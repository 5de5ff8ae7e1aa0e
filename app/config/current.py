"""The configuration in force: one per process, as the open database is, and of the same data folder."""

from app.config.values import Config

_current: Config | None = None


def put_in_force(config: Config | None) -> None:
    """Make `config` the process's own, in place of any before it; None when its data folder is let go."""
    global _current
    _current = config


def in_force() -> Config:
    """The configuration that `create_app` or a command of the program has put in force. RuntimeError before that."""
    if _current is None:
        raise RuntimeError("No configuration is in force: create_app() or put_in_force() comes first.")
    return _current
