"""What the booking of a review promises, and for which projects its price holds."""

import pytest

from app.catalogue.reviews import FIXED_FIRST, is_ordered, is_priced, promise
from app.catalogue.rules import Package, ServiceType
from app.catalogue.works import ProjectValue

REVIEW, OTHER = ServiceType.CONTRACT_REVIEW, ServiceType.PLANNING_APPROVALS


# A package is of the review alone.
@pytest.mark.parametrize(("service", "package"), [(OTHER, None), *((REVIEW, package) for package in (None, *Package))])
@pytest.mark.parametrize("value", ProjectValue)
def test_the_price_of_a_review_holds_up_to_a_million(
    service: ServiceType, package: Package | None, value: ProjectValue
) -> None:
    small = value in ("under_500k", "500k_1m")
    assert is_priced(service, package, value) is (small or service is OTHER)
    assert is_ordered(package, value) is (small and package is not None)
    said = promise(service, package, value, "the remaining $300.00")
    assert (said == FIXED_FIRST) is (service is REVIEW and not small)
    assert (said == "") is (package is None and (small or service is OTHER))
    if small and package is not None:
        assert said.endswith(", once the remaining $300.00 and your documents have reached us.")
        assert promise(service, package, value, "").endswith(", once your documents have reached us.")
