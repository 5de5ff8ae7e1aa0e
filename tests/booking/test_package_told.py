"""What is bought is named with the package of a contract review, wherever its name stands."""

import pytest

from app import clock
from app.booking.reviewing import running_of
from app.catalogue.rules import Package
from app.mail.models import Letter
from app.orders.models import Line, Order
from app.projects.models import Project
from app.slots import actions as slots
from tests.onboarders import Onboarder
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


@pytest.mark.parametrize("is_booked", [True, False])
def test_staff_read_on_every_list_which_review_it_is_and_one_bought_outright_is_the_essential(
    people: People, is_booked: bool
) -> None:
    name = f"Contract Review, {'Professional' if is_booked else 'Essential'} Review"
    if is_booked:
        people.client(serviceType="contract_review", package="professional")
    else:
        slots.generate(clock.now())
        ann = Onboarder(people.house, service="contract_review")
        assert ann.take(ann.times()[1]["id"]).status_code == 200
        bought = Line.get(Line.order == Order.of_project(ann.project).id)
        assert (ann.checkout()["serviceTitle"], bought.description) == (name, name)
        assert ann.attach().status_code == 201
        ann.pay()
        runs = running_of(ann.project)
        assert runs is not None and runs.package is Package.ESSENTIAL
    project, staff = Project.get(Project.service_type == "contract_review"), people.staff()
    (line,) = (each for each in staff.get("/api/admin/projects").get_json()["items"] if each["projectId"] == project.id)
    record = staff.get(f"/api/admin/projects/{project.id}").get_json()
    of_client = staff.get(f"/api/admin/clients/{project.client_id}").get_json()["projects"]
    titles = [each["serviceTitle"] for each in of_client if each["projectId"] == project.id]
    assert {line["serviceTitle"], record["serviceTitle"], *titles} == {name}
    reviews = [each["title"] for each in record["proposals"]["choices"] if each["service"] == "contract_review"]
    assert reviews == [f"Contract Review, {each} Review" for each in ("Essential", "Professional", "Premium")]
