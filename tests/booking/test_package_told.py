"""What is bought is named with the package of a contract review, wherever its name stands."""

import pytest

from app.mail.models import Letter
from tests.people import People


@pytest.mark.parametrize(
    ("service", "name"),
    [
        ("contract_review", "Contract Review, Professional Review"),
        ("planning_approvals", "Planning & Approvals"),
    ],
)
def test_a_booking_is_named_alike_on_its_pages_and_in_its_letters(people: People, service: str, name: str) -> None:
    client = people.client(serviceType=service, package="professional")
    (project,) = client.get("/api/client/projects").get_json()
    booking = client.get(f"/api/bookings/confirmation?projectId={project['id']}").get_json()["booking"]
    checkout = client.get(f"/api/projects/{project['id']}").get_json()
    assert {booking["serviceTitle"], project["serviceTitle"], checkout["serviceTitle"]} == {name}
    letters = Letter.select().where(Letter.kind.in_(["booking_confirmed", "staff_booking_notice"]))
    assert [name in letter.text for letter in letters] == [True, True]
