"""What a browser needs for the card form: whose script it loads, and the key that it shows there."""

from app.config import Config

SCRIPT_URL = "https://js.stripe.com/endive/stripe.js"  # the release that matches the library's API version
# Of the stand-in.
SANDBOX_SCRIPT_URL, SANDBOX_KEY = "/sandbox/stripe.js", "pk_test_sandbox"


def card_form(config: Config) -> dict[str, str]:
    """The pages' facts of it: `mode` is "none" where no cards are taken, "sandbox" or "stripe"."""
    if config.mode == "demo":
        return {"mode": "sandbox", "scriptUrl": SANDBOX_SCRIPT_URL, "publishableKey": SANDBOX_KEY}
    if config.payments.secret_key:
        return {"mode": "stripe", "scriptUrl": SCRIPT_URL, "publishableKey": config.payments.publishable_key}
    return {"mode": "none", "scriptUrl": "", "publishableKey": ""}
