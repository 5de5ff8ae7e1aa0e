"""Staff record a transfer that nobody was asked for."""

from app.factory import House
from app.orders.money import Payment
from app.projects.models import Project
from tests.onboarders import Onboarder
from tests.payments.banking import line, mark, record, sums
from tests.people import People


def test_one_that_pays_everything_confirms_the_consultation(people: People, ann: Onboarder) -> None:
    staff = people.staff()
    assert record(staff, ann.project, 150_000).status_code == 200
    assert (Project.get_by_id(ann.project).status, sums(staff, ann.project)) == ("scheduled", (150_000, 0, 0, 0))


def test_the_same_key_records_it_once_and_another_one_twice(people: People, ann: Onboarder) -> None:
    staff = people.staff()
    for key in ("one", "one", "two"):
        assert record(staff, ann.project, 10_000, key).status_code == 200
    assert sums(staff, ann.project) == (20_000, 0, 130_000, 0)


def test_the_same_key_with_another_sum_is_refused(people: People, ann: Onboarder) -> None:
    staff = people.staff()
    record(staff, ann.project, 10_000)
    refused = record(staff, ann.project, 20_000)
    assert (refused.status_code, refused.get_json()["message"]) == (
        409,
        "This transfer was recorded before, with $100.00.",
    )
    assert sums(staff, ann.project)[0] == 10_000


def test_the_same_key_for_two_projects_is_two_transfers(people: People, house: House, ann: Onboarder) -> None:
    staff, bea = people.staff(), Onboarder(house, email="bea@example.com")
    for project in (ann.project, bea.project):
        assert record(staff, project, 10_000).status_code == 200
        assert sums(staff, project)[0] == 10_000


def test_without_a_key_or_a_sum_nothing_is_recorded(people: People, ann: Onboarder) -> None:
    staff = people.staff()
    assert set(record(staff, ann.project, 10_000, key="").get_json()["fields"]) == {"Idempotency-Key"}
    for cents in (None, 0, 10_000_001):
        assert set(record(staff, ann.project, cents).get_json()["fields"]) == {"amountCents"}
    assert record(staff, 99, 10_000).status_code == 404
    assert Payment.select().count() == 0


def test_while_a_transfer_is_awaited_that_one_is_to_be_marked(people: People, ann: Onboarder) -> None:
    ann.post(f"/api/projects/{ann.project}/bank-transfer")
    staff = people.staff()
    assert not line(staff, ann.project)["money"]["mayRecord"]
    assert record(staff, ann.project, 150_000).status_code == 409
    assert mark(staff, Payment.get().id, 1).status_code == 200
    assert record(staff, ann.project, 149_999).status_code == 200
    assert sums(staff, ann.project) == (150_000, 0, 0, 0)


def test_more_for_a_paid_project_is_to_be_given_back(people: People, ann: Onboarder) -> None:
    staff = people.staff()
    record(staff, ann.project, 150_000)
    assert record(staff, ann.project, 30_000, "two").status_code == 200
    assert sums(staff, ann.project) == (180_000, 0, 0, 30_000)


def test_two_windows_do_not_record_the_same_transfer_twice(people: People, ann: Onboarder) -> None:
    staff = people.staff()

    def seen() -> int:
        shown = line(staff, ann.project)["money"]["payable"]
        return int(shown[0]["cameCents"])

    assert seen() == 0
    path, blind = f"/api/admin/projects/{ann.project}/transfers", {"amountCents": 150_000}
    assert staff.post(path, blind, headers={"Idempotency-Key": "blind"}).get_json()["fields"] == {
        "seenCents": "Required"
    }
    assert record(staff, ann.project, 150_000, "one", seenCents=0).status_code == 200
    refused = record(staff, ann.project, 150_000, "two", seenCents=0)
    assert refused.status_code == 409 and "$1,500.00 has come for it" in refused.get_json()["message"]
    assert record(staff, ann.project, 150_000, "one", seenCents=0).status_code == 200
    assert sums(staff, ann.project)[0] == seen() == 150_000
    assert record(staff, ann.project, 5_000, "two", seenCents=150_000).status_code == 200
