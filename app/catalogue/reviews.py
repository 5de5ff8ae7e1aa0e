"""What the booking of a review package promises, and when (first document, section 9). Pure."""

from app.catalogue.rules import Package, ServiceType
from app.catalogue.works import ProjectValue

PRICED_UP_TO_1M = (ProjectValue.UNDER_500K, ProjectValue.FROM_500K)
REVIEW_HOURS = {Package.ESSENTIAL: 48, Package.PROFESSIONAL: 24}  # Premium: the same business day
FIXED_FIRST = "The packages are priced for projects up to $1M. For yours you receive a fixed price before we begin."

OVER_1M = (
    "The packages are priced for projects up to $1M, and this one is worth more: with a package you propose its price "
    "as the fixed one."
)


def is_ordered(package: Package | None, value: ProjectValue | None) -> bool:
    """Whether a booking chooses the review itself, beside the consultation: its price stands, and so does its time."""
    return package is not None and value in PRICED_UP_TO_1M


def is_priced(service: ServiceType, package: Package | None, value: ProjectValue | None) -> bool:
    """Whether the price of what a booking is about holds for the project: a review's does up to $1M."""
    return value in PRICED_UP_TO_1M or (package is None and service is not ServiceType.CONTRACT_REVIEW)


def on_packages(value: ProjectValue | None) -> str:
    """What staff read before they propose a package for a project of that value; '' where its price holds."""
    return "" if value is None or value in PRICED_UP_TO_1M else OVER_1M


def promised_within(package: Package) -> str:
    """How soon a review is with its client."""
    hours = REVIEW_HOURS.get(package)
    return "on the same business day" if hours is None else f"within {hours} hours"


def promise(service: ServiceType, package: Package | None, value: ProjectValue | None, missing: str) -> str:
    """What a client is told of the review that a booking is about; '' where it is about none, or chose none.

    missing: what has not been paid of its price, "the remaining $300.00"; '' where nothing is. The time begins once the
    package is booked and paid, and the documents are here.
    """
    if not is_priced(service, package, value):
        return FIXED_FIRST
    if package is None:
        return ""
    begins = f"{missing} and your documents have reached us" if missing else "your documents have reached us"
    return f"Your review is with you {promised_within(package)}, once {begins}."
