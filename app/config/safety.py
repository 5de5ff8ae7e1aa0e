"""What a public site's configuration must not be, however well each of its values is formed."""

import re

from app.config.section import ConfigError
from app.config.values import Config


def refuse_unsafe(config: Config) -> None:
    """Raise ConfigError naming the key for card keys that do not belong together, and for what would go unprotected."""
    keys = config.payments
    given = {
        "secret_key": keys.secret_key,
        "publishable_key": keys.publishable_key,
        "webhook_secret": keys.webhook_secret,
    }
    if any(given.values()):
        for name, start in (
            ("secret_key", ("sk_", "rk_")),
            ("publishable_key", ("pk_",)),
            ("webhook_secret", ("whsec_",)),
        ):
            if not given[name]:
                raise ConfigError(f"payments.{name}: missing; card payment needs all three keys, or none of them")
            if not given[name].startswith(start):
                raise ConfigError(f"payments.{name}: does not start with {' or '.join(start)}")
            if not re.fullmatch(r"[A-Za-z0-9_+/=-]+", given[name]):
                raise ConfigError(
                    f"payments.{name}: is no whole key, as if a placeholder were left standing; "
                    "copy the key from the card provider's dashboard, without dots and spaces"
                )
        live = ["_live_" in keys.secret_key, "_live_" in keys.publishable_key]
        if live[0] != live[1]:
            raise ConfigError("payments.publishable_key: one key is live and the other is a test key")
        if not live[0] and not keys.allow_test_keys:
            raise ConfigError("payments.secret_key: this is a test key; set payments.allow_test_keys = true to try it")
        if live[0] and not config.server.secure:
            raise ConfigError("server.address: must start with https:// while live payment keys are set")
    local = re.match(r"https?://(127\.0\.0\.1|localhost|\[::1\])(:|$)", config.server.address)
    if not local and not config.server.secure:
        raise ConfigError("server.address: must start with https:// (only a local address may do without)")
    if config.mail.host and config.mail.security == "none" and config.mail.password:
        raise ConfigError("mail.security: a password would be sent unprotected; use starttls or tls")
