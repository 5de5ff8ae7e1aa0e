"""Amounts in words: integer cents of Australian dollars, as people and as machines read them, and sizes in bytes."""

from decimal import Decimal

# How long a refund takes, by card or transfer; also in ui/src/components/ArrivedText.tsx.
BANKS_SHOW_IT = "Banks usually show it within 10 business days."

MINUS = "\N{MINUS SIGN}"  # also in ui/src/components/Money.tsx


def plain(cents: int) -> str:
    """150050 -> '1500.50'."""
    return f"{Decimal(cents).scaleb(-2):.2f}"


def dollars(cents: int) -> str:
    """150050 -> '$1,500.50'; below zero with a minus sign, which is as wide as a figure and breaks from none."""
    return f"{MINUS if cents < 0 else ''}${Decimal(abs(cents)).scaleb(-2):,.2f}"


def size_text(size: int) -> str:
    """Bytes in the unit that says most: '594 bytes', '48 kB', '1.2 MB', '2 GB'; each is 1,024 of the one before."""
    if size < 1024:
        return f"{size} byte{'s'[: size != 1]}"
    if size < 1000 * 1024:
        return f"{_rounded(size, 1024)} kB"
    unit, name = (1024**2, "MB") if size < 1000 * 1024**2 else (1024**3, "GB")
    tenths = _rounded(10 * size, unit)
    return f"{tenths // 10}.{tenths % 10} {name}".replace(".0 ", " ")


def _rounded(value: int, unit: int) -> int:
    """How many units there are in a value, half a one up: as the browser rounds."""
    return (2 * value + unit) // (2 * unit)


def gst_part(cents: int) -> int:
    """The GST inside a price that includes it: one eleventh, half a cent up (Australian Taxation Office)."""
    return (2 * cents + 11) // 22
