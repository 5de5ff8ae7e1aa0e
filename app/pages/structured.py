"""Facts for machines: the address, hours and telephone in the forms that schema.org asks for."""

import re

from app.config import in_force

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
ADDRESS = re.compile(r"^(?:(?P<street>.+),\s*)?(?P<locality>[^,]+),?\s+(?P<region>[A-Z]{2,3})\s+(?P<postcode>\d{4})$")
CLOCK = r"(\d{1,2})(?:[:.](\d\d))?\s*(am|pm)"
HOURS = re.compile(rf"^(\w+)(?:\s*(?:to|-|–)\s*(\w+))?,?\s+{CLOCK}\s*(?:to|-|–)\s*{CLOCK}$", re.IGNORECASE)


def structured_facts(facts: dict[str, str]) -> dict[str, str]:
    """What structured data needs beyond the pages' own `facts`; '' where the owner's wording cannot be taken apart.

    An address that does not end in state and postcode is given whole as the street; hours that are not "day to day,
    time to time" are left out. A fictional default is told to no machine as the firm's own.
    """
    config = in_force()
    found = ADDRESS.match(config.business.address)
    parts = found.groupdict(default="") if found else {"street": config.business.address}
    return {
        "data.telephone": facts["business.phoneHref"].removeprefix("tel:"),
        "data.email": facts["business.email"],
        "data.abn": config.real("business.abn", config.business.abn),
        "data.street": parts["street"],
        "data.locality": parts.get("locality", ""),
        "data.region": parts.get("region", ""),
        "data.postcode": parts.get("postcode", ""),
        "data.openingHours": opening_hours(config.business.hours),
    }


def opening_hours(text: str) -> str:
    """'Monday to Friday, 9am to 5pm' as 'Mo-Fr 09:00-17:00'; '' when the text says it another way."""
    found = HOURS.match(text.strip())
    if found is None:
        return ""
    first, last, *clock = found.groups()
    days = [name.lower() for name in (first, last) if name]
    if any(day not in DAYS for day in days):
        return ""
    opens, closes = _time(*clock[:3]), _time(*clock[3:])
    if not opens or not closes:
        return ""
    return f"{'-'.join(day[:2].title() for day in days)} {opens}-{closes}"


def _time(hour: str, minute: str | None, half: str) -> str:
    if not 1 <= int(hour) <= 12 or int(minute or 0) > 59:
        return ""
    return f"{int(hour) % 12 + (12 if half.lower() == 'pm' else 0):02}:{minute or '00'}"
