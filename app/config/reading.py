"""Reading the configuration: `config.toml` in the data folder, overridden by HELIOS_* variables, checked as a whole."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_origin

from pydantic import ValidationError

from app.config.safety import refuse_unsafe
from app.config.section import FORMS, ConfigError
from app.config.values import Config, Mode
from app.sample_config import SAMPLE

FILE_NAME = "config.toml"

# Variables that steer the program rather than set a key of the file.
STEERING = {"HELIOS_DATA_DIR", "HELIOS_DEMO_PASSWORD", "HELIOS_ADDRESS_LIMITS"}


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The data folder: HELIOS_DATA_DIR, else `data` under the working folder."""
    return Path(environ.get("HELIOS_DATA_DIR") or "data").resolve()


def load(folder: Path, mode: Mode, environ: Mapping[str, str] = os.environ) -> Config:
    """Read and check the configuration, writing the documented sample when there is none.

    Raises ConfigError naming the key, and OSError as the disk says.
    """
    path = folder / FILE_NAME
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not path.exists():
        with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(SAMPLE)
    try:
        # Some editors begin a file with a byte-order mark.
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigError(f"{FILE_NAME}: line {line} is not UTF-8; save the file in that encoding") from None
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at (line \d+), column \d+", str(error))
        raise ConfigError(
            f"{FILE_NAME}: {place[1] if place else 'the last line'} cannot be read; a setting is written "
            'name = "text", name = 5 or name = true, once, below its [table]'
        ) from None
    for name in ("folder", "mode", "address_limits"):
        if name in values:
            raise ConfigError(f"{name}: there is no such setting")
    return build(folder, mode, with_variables(values, environ), environ)


def build(folder: Path, mode: Mode, values: Mapping[str, Any], environ: Mapping[str, str] | None = None) -> Config:
    """Check `values` (the file's tables) and freeze them. Raises ConfigError naming the key."""
    lifted = (environ or {}).get("HELIOS_ADDRESS_LIMITS", "on") == "off"
    if lifted and mode != "demo":
        raise ConfigError("HELIOS_ADDRESS_LIMITS: limits can be lifted in the demo only")
    try:
        config = Config(folder=folder, mode=mode, address_limits=not lifted, **values)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise ConfigError(f"{key}: {said(first['type'], first.get('ctx', {}))}") from None
    if config.backups_folder.resolve().is_relative_to(folder.resolve()):
        raise ConfigError("backups.folder: must lie outside of the data folder, each backup would hold the others")
    if mode == "serve":
        refuse_unsafe(config)
    return config


def said(kind: str, limits: Mapping[str, Any]) -> str:
    """What is wrong with a value, in the owner's words rather than in the checking library's."""
    if kind == "string_pattern_mismatch":
        return FORMS[limits["pattern"]]
    words = {
        "extra_forbidden": "there is no such setting",
        "string_too_short": "must not be empty",
        "string_too_long": "must have at most {max_length} characters",
        "string_type": 'must be a text in quotes, such as "text"',
        "literal_error": "must be {expected}",
        "too_short": "must name at least one",
        "twice": "must name each once",
        "no_place": 'must say where you meet clients, since "place" is among the ways',
        "greater_than": "must be more than {gt}",
        "greater_than_equal": "must be at least {ge}",
        "less_than_equal": "must be at most {le}",
        "tuple_type": 'must be a list, such as ["a.example", "b.example"]',
        "model_type": "must be a table: its name in square brackets on a line, its settings below",
        "model_attributes_type": "must be a table: its name in square brackets on a line, its settings below",
        "dict_type": "must be a table: its name in square brackets on a line, its settings below",
    }
    groups = {"int_": "must be a whole number", "bool_": "must be true or false"}
    grouped = next((phrase for start, phrase in groups.items() if kind.startswith(start)), None)
    if kind.startswith(("decimal_", "finite_")):
        return "must be dollars and cents, such as 550 or 550.50"
    return words.get(kind, grouped or "this value cannot be used").format(**limits)


def with_variables(values: Mapping[str, Any], environ: Mapping[str, str]) -> dict[str, Any]:
    """The file's tables with what HELIOS_* and PORT say instead; ConfigError for one that sets nothing."""
    tables = {name: dict(table) if isinstance(table, dict) else table for name, table in values.items()}
    for name, text in sorted(environ.items()):
        if not name.startswith("HELIOS_") or name in STEERING:
            continue
        section, _, key = name.removeprefix("HELIOS_").lower().partition("_")
        kind = Config.model_fields.get(section)
        fields = getattr(kind.annotation, "model_fields", {}) if kind else {}
        if key not in fields or section == "catalogue":
            raise ConfigError(f"{name}: there is no such setting")
        value: Any = tuple(text.split(",")) if get_origin(fields[key].annotation) is tuple else text
        tables.setdefault(section, {})[key] = value
    if environ.get("PORT"):
        tables.setdefault("server", {})["port"] = environ["PORT"]
        address = tables["server"].get("address", "http://127.0.0.1:8000")
        if re.fullmatch(r"http://(127\.0\.0\.1|localhost):\d+", address):
            tables["server"]["address"] = f"{address.rsplit(':', 1)[0]}:{environ['PORT']}"
    return tables
