"""What the confirmation of a contract review says about its package."""

import pytest

from tests.people import People


@pytest.mark.parametrize(
    ("service", "package"), [("contract_review", "Professional Review"), ("planning_approvals", None)]
)
def test_the_confirmation_names_the_package_of_a_contract_review(
    people: People, service: str, package: str | None
) -> None:
    visitor = people.visitor()
    visitor.book(serviceType=service, package="professional")
    assert visitor.get("/api/bookings/confirmation").get_json()["booking"]["package"] == package
