"""What /success tells, and to whom."""

import pytest

from app import clock
from app.accounts import actions as accounts
from app.documents.models import Document
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import PASSWORD, VISA, People


@pytest.mark.spec("R-01")
def test_names_of_a_clients_files_are_shown_to_the_client_alone(people: People) -> None:
    slots.generate(clock.now())
    ann = Onboarder(people.house)
    assert ann.attach().status_code == 201
    ann.take(ann.times()[0]["id"])
    ann.house.sandbox.confirm(intent := ann.begin_card(), card=VISA)
    ann.settle(intent)
    client = people.visitor()
    accounts.set_client_password("ann@example.com", PASSWORD)
    assert client.post("/api/client/login", {"email": "ann@example.com", "password": PASSWORD}).status_code == 200
    Document.update(file_name="Begun.pdf").execute()
    client.project = ann.project
    assert Onboarder.attach(client).status_code == 201
    path = f"/api/bookings/confirmation?projectId={ann.project}"
    assert ann.get(path).get_json()["booking"]["files"] == ["Begun.pdf"]
    assert client.get(path).get_json()["booking"]["files"] == ["Begun.pdf", "Plan.pdf"]
