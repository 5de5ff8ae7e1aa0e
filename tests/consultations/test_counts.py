"""The dashboard's numbers: each is the length, or the sum, of the list that it leads to."""

from datetime import timedelta
from typing import Any

import pytest

from app import clock
from app.mail import sender
from app.mail.models import Letter
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import People, Person


def dashboard(staff: Person) -> dict[str, Any]:
    return dict(staff.get("/api/admin/dashboard").get_json())


@pytest.mark.spec("A-02")
def test_the_awaited_money_is_the_sum_of_the_list_it_leads_to(people: People) -> None:
    slots.generate(clock.now())
    for number in range(2):
        ann = Onboarder(people.house, email=f"ann{number}@example.com")
        ann.take(ann.times()[number]["id"])
        assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    staff = people.staff()
    listed = staff.get("/api/admin/consultations?waiting=transfers").get_json()
    counts = dashboard(staff)["counts"]
    sums = [each["amountCents"] for line in listed["items"] for each in line["transfers"]]
    assert (counts["awaited"], counts["awaitedCents"]) == (listed["total"], sum(sums))
    assert listed["total"] == len([each for each in sums if each > 0]) == 2


@pytest.mark.spec("A-02")
def test_filed_letters_are_counted_as_filed(people: People) -> None:
    people.visitor().book()
    staff = people.staff()
    waiting = dashboard(staff)["mail"]
    assert (waiting["queued"], waiting["filed"]) == (Letter.select().count(), 0)
    sender.send_due(clock.now() + timedelta(minutes=1))
    filed = dashboard(staff)["mail"]
    assert (filed["queued"], filed["filed"]) == (0, waiting["queued"])
