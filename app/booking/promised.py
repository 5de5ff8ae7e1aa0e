"""What a booking promises of the review that it is about, beside the consultation that it pays for."""

from app.amounts import dollars
from app.booking.models import Booking
from app.catalogue.actions import packages
from app.catalogue.reviews import is_ordered, promise
from app.catalogue.rules import BOOKING_FEE_CENTS, Package, ServiceType
from app.catalogue.works import ProjectValue


def price_of_choice(booking: Booking) -> int:
    """What the package costs that a booking chose, in cents; 0 where it chose none, or its price does not hold."""
    package, value = choice_of(booking)
    return packages()[package].cents if package and is_ordered(package, value) else 0


def remaining(booking: Booking) -> str:
    """What the booking fee leaves of that price, in words; '' where there is nothing."""
    left_cents = price_of_choice(booking) - BOOKING_FEE_CENTS
    return f"the remaining {dollars(left_cents)}" if left_cents > 0 else ""


def promised(booking: Booking, missing: str) -> str:
    """What its client is told of the review: see `app.catalogue.reviews.promise`."""
    package, value = choice_of(booking)
    return promise(ServiceType(booking.service_type), package, value, missing)


def choice_of(booking: Booking) -> tuple[Package | None, ProjectValue | None]:
    """The package that a booking chose and what its project is worth, None where either is not known."""
    package, value = booking.package, booking.project_value
    return Package(package) if package else None, ProjectValue(value) if value else None
