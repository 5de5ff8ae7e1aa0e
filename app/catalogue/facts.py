"""Titles, texts and prices as the pages show them: display strings by key."""

from app.amounts import dollars, plain
from app.catalogue.actions import packages, services
from app.catalogue.rules import BOOKING_FEE_CENTS


def offer_facts() -> dict[str, str]:
    """The fee, every service and package with title, text and price as the owner sets them, and what the fee leaves."""
    facts = {
        "fee.booking": dollars(BOOKING_FEE_CENTS),
        "fee.button": f"Pay {dollars(BOOKING_FEE_CENTS)} AUD",
        "fee.plain": str(BOOKING_FEE_CENTS // 100),
    }
    for service in services().values():
        facts[f"services.{service.id}.title"] = service.title
        facts[f"services.{service.id}.text"] = service.text
        facts[f"services.{service.id}.price"] = dollars(service.cents)
        facts[f"services.{service.id}.left"] = dollars(max(0, service.cents - BOOKING_FEE_CENTS))
    for package in packages().values():
        facts[f"packages.{package.id}.title"] = package.title
        facts[f"packages.{package.id}.price"] = dollars(package.cents)
        facts[f"packages.{package.id}.left"] = dollars(max(0, package.cents - BOOKING_FEE_CENTS))
    return facts


def offer_amounts() -> dict[str, str]:
    """Prices in dollars as machines read them ('1500.00'), for structured data."""
    cents = {f"services.{entry.id}.amount": entry.cents for entry in services().values()}
    cents |= {f"packages.{entry.id}.amount": entry.cents for entry in packages().values()}
    span = f"{dollars(min(cents.values()))} to {dollars(max(cents.values()))}"
    return {key: plain(price) for key, price in cents.items()} | {"data.priceRange": span}
