"""A firm that has set its own facts, as `serve` wants them before it lets anybody book and transfer money."""

from collections.abc import Callable
from typing import Any

from app.config import Config

# The fixture that puts a configuration in force.
Configured = Callable[..., Config]

OURS: dict[str, Any] = {
    "business": {
        "phone": "(02) 9580 1234",
        "email": "office@ours.example",
        "support_email": "help@ours.example",
        "abn": "53 004 085 616",
    },
    "mail": {"host": "127.0.0.1", "sender": "office@ours.example", "staff": "desk@ours.example"},
    "bank": {"account_name": "Our Account", "bsb": "062-001", "account": "12345678"},
}
CARDS = {
    "secret_key": "sk_test_x",
    "publishable_key": "pk_test_x",
    "webhook_secret": "whsec_x",
    "allow_test_keys": True,
}


def without(key: str) -> dict[str, Any]:
    """Our facts but for one, which stands at its fictional default: 'bank.bsb'."""
    section, _, name = key.partition(".")
    return {**OURS, section: {own: value for own, value in OURS[section].items() if own != name}}
