"""What the booking of a review package promises, and when (first document, section 9). Pure."""

from app.catalogue.rules import Package
from app.catalogue.works import ProjectValue

PRICED_UP_TO_1M = (ProjectValue.UNDER_500K, ProjectValue.FROM_500K)
REVIEW_HOURS = {Package.ESSENTIAL: 48, Package.PROFESSIONAL: 24}  # Premium: the same business day
FIXED_FIRST = "The packages are priced for projects up to $1M. For yours you receive a fixed price before we begin."


def is_ordered(package: Package | None, value: ProjectValue | None) -> bool:
    """Whether a booking orders the review itself, beside the consultation: its price stands, and so does its time."""
    return package is not None and value in PRICED_UP_TO_1M


def promised_within(package: Package) -> str:
    """How soon a review is with its client."""
    hours = REVIEW_HOURS.get(package)
    return "on the same business day" if hours is None else f"within {hours} hours"


def promise(package: Package | None, value: ProjectValue | None) -> str:
    """What a client is told who booked a package; '' for one who chose none."""
    if package is None:
        return ""
    if not is_ordered(package, value):
        return FIXED_FIRST
    begins = "once your payment and your documents have reached us"
    return f"Your review is with you {promised_within(package)}, {begins}."
