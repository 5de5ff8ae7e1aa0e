"""Sums in words: integer cents of Australian dollars, as people and as machines read them."""

from decimal import Decimal


def plain(cents: int) -> str:
    """150050 -> '1500.50'."""
    return f"{Decimal(cents).scaleb(-2):.2f}"


def dollars(cents: int) -> str:
    """150050 -> '$1,500.50'."""
    return f"{'-' if cents < 0 else ''}${Decimal(abs(cents)).scaleb(-2):,.2f}"


def aud(cents: int) -> str:
    """150050 -> '1,500.50 AUD', as receipts write it."""
    return f"{Decimal(cents).scaleb(-2):,.2f} AUD"
