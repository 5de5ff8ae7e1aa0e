"""Which ways to pay are offered: decided here, for pages, API, letters and staff alike. Standard library only."""

from collections.abc import Sequence
from dataclasses import dataclass

SET_IT = "Set it in config.toml, then start Helios again."
SET_THEM = "Set them in config.toml, then start Helios again."
NO_TRANSFER = "Bank transfer is not available at the moment."


@dataclass(frozen=True)
class WaysToPay:
    """What visitors can choose between."""

    card: bool
    transfer: bool

    def __bool__(self) -> bool:
        """Whether anything can be paid at all, and so anything booked."""
        return self.card or self.transfer

    @property
    def words(self) -> str:
        """For the pages: 'card bank', 'card', 'bank' or ''."""
        return " ".join(word for word, offered in (("card", self.card), ("bank", self.transfer)) if offered)

    @property
    def phrase(self) -> str:
        """In a sentence: 'by card or bank transfer'."""
        named = [word for word, offered in (("card", self.card), ("bank transfer", self.transfer)) if offered]
        return f"by {' or '.join(named)}" if named else ""


def ways_to_pay(public: bool, card_keys: bool, mail_host: str, standing: Sequence[str]) -> WaysToPay:
    """The ways that a site offers.

    public: real money can move (`serve`), which the demo's cannot; card_keys: the card provider's keys are set;
    mail_host: the server that letters leave by, '' for none: nothing is sold whose confirmation and sign-in reach
    nobody; standing: the settings that still have their fictional defaults. Money sent to an account that nobody has,
    with an address and a number to ask at that nobody answers, is lost: a transfer waits for all of them.
    """
    if not public:
        return WaysToPay(card=True, transfer=True)
    if not mail_host:
        return WaysToPay(card=False, transfer=False)
    return WaysToPay(card=card_keys, transfer=not standing)


def closed_text(phone: str) -> str:
    """What visitors are told where nothing can be paid. phone: the firm's own, '' while it is fictional."""
    call = f" or call us on {phone}" if phone else ""
    return f"Online booking is not open at the moment. Please send us an enquiry{call}, and we answer you in person."


def not_offered(ways: WaysToPay, mail_host: str, standing: Sequence[str]) -> str:
    """What staff are told of a site that offers no transfer, with the settings that it takes; '' when it does.

    mail_host, standing: as in `ways_to_pay`.
    """
    if ways.transfer:
        return ""
    until = f"while these settings still have their fictional defaults: {', '.join(standing)}. {SET_THEM}"
    if not mail_host:
        lacking = "Nobody can book online: no mail server is set (mail.host), so that no confirmation could be sent."
        return f"{lacking} Nor is a bank transfer offered {until}" if standing else f"{lacking} {SET_IT}"
    if not ways.card:
        return f"Nobody can book online: no card provider keys are set, and no bank transfer is offered {until}"
    receipts = " Receipts leave the ABN out until then." if "business.abn" in standing else ""
    return f"No bank transfer is offered {until}{receipts}"
