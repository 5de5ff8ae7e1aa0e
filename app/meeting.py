"""How a consultation happens, in the same words on pages, in letters and in calendars. Standard library only."""

from dataclasses import dataclass
from typing import Literal

Way = Literal["phone", "video", "place"]

LABELS: dict[Way, str] = {
    "phone": "By phone",
    "video": "By video",
    "place": "In person",
}


@dataclass(frozen=True)
class Meeting:
    """One way: its name, what is said of it in a sentence, and the location that a calendar shows.

    `for_staff`: its name with the number that they call, as their pages and letters have it.
    """

    way: Way
    label: str
    said: str
    location: str
    for_staff: str


def meeting(way: Way, phone: str = "", place: str = "", link: str = "", typed: bool = False) -> Meeting:
    """What is said of a way. phone: the number that we call; place: where we meet; link: of the video call.

    Each is '' where the reader is not to see it, or there is none. typed: the number may be another one than we keep
    for the address it was typed with, and then that one is called; in the same words whether or not we keep one.
    """
    if way == "phone":
        if typed and phone:
            said = f"We call you on {phone}. If you have a profile with us already, we call the number there."
            return Meeting(way, LABELS[way], said, "Phone call", f"{LABELS[way]} on {phone}")
        location = f"Phone call{f' to {phone}' if phone else ''}"
        said = f"We call you on {phone or 'the number you gave us'}."
        return Meeting(way, LABELS[way], said, location, f"{LABELS[way]}{f' on {phone}' if phone else ''}")
    if way == "video":
        said = f"We meet by video: {link}" if link else "We meet by video. We email you the link before we meet."
        return Meeting(way, LABELS[way], said, link or "Video call", LABELS[way])
    said = f"We meet at {place}." if place else "We meet in person. We tell you where before we meet."
    return Meeting(way, LABELS[way], said, place or "In person", LABELS[way])
