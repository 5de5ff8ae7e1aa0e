"""Staff record what they sent back of a transfer."""

import pytest

from app import clock
from app.alerts.models import Alert
from app.audit.models import AuditLine
from app.consultations import actions as consultations
from app.mail.models import Letter
from app.orders.money import Payment, Refund
from app.projects.models import HistoryLine, Project
from tests.onboarders import Onboarder
from tests.payments.banking import give_back, line, record, sums
from tests.payments.test_arrived import seen_signed_in
from tests.people import People, Person


@pytest.fixture
def staff(people: People, ann: Onboarder) -> Person:
    """Ann's 1,500 came by transfer, and 100 more."""
    staff = people.staff()
    assert record(staff, ann.project, 160_000).status_code == 200
    return staff


def paid() -> int:
    return int(Payment.get(Payment.provider == "bank").id)


def test_what_came_too_much_goes_back_and_the_project_stays_paid(staff: Person, ann: Onboarder) -> None:
    assert give_back(staff, paid(), 9_999).status_code == 200
    assert Alert.select().where(Alert.kind == "paid_twice").exists()
    assert give_back(staff, paid(), 1, "two").status_code == 200
    assert sums(staff, ann.project) == (160_000, 10_000, 0, 0)
    assert not Alert.select().where(Alert.kind == "paid_twice").exists()
    assert Project.get_by_id(ann.project).payment_status == "completed"
    letter = Letter.select().where(Letter.kind == "payment_refunded").order_by(Letter.id).first()
    told = " ".join(letter.text.split())
    assert f"We have refunded $99.99 of the $1,600.00 you paid for HPM-{ann.project}. The money goes to your" in told
    assert "card" not in told
    noted = HistoryLine.select().where(
        HistoryLine.note == "Refunded in part: $99.99 of the $1,600.00 that came, Paid too much"
    )
    assert [row.actor for row in noted] == ["helena"]
    written = AuditLine.select().where(AuditLine.action == "refund").order_by(AuditLine.id).first()
    assert (written.actor, written.subject, written.detail) == ("helena", f"payment:{paid()}", "$99.99")


def test_all_of_it_shows_as_refunded_everywhere(staff: Person, ann: Onboarder) -> None:
    assert give_back(staff, paid(), 160_000).status_code == 200
    assert Project.get_by_id(ann.project).payment_status == "refunded"
    shown = line(staff, ann.project)["money"]
    assert (shown["owedCents"], shown["dueBackCents"], shown["transfers"][0]["leftCents"]) == (0, 0, 0)
    assert seen_signed_in(ann, ann.project)[0] == "refunded"
    assert ann.checkout()["arrived"]["state"] == "refunded"
    assert staff.get("/api/admin/dashboard").get_json()["counts"]["refundedCents"] == 160_000


def test_never_more_than_is_left(staff: Person, ann: Onboarder) -> None:
    assert give_back(staff, paid(), 10_000).status_code == 200
    refused = give_back(staff, paid(), 150_001, "two")
    assert (refused.status_code, refused.get_json()["fields"]) == (
        422,
        {"amountCents": "At most $1,500.00 of this payment can be refunded"},
    )
    assert give_back(staff, paid(), 150_000, "two").status_code == 200
    assert give_back(staff, paid(), 1, "three").get_json()["fields"] == {
        "amountCents": "All of this payment was refunded"
    }
    assert sums(staff, ann.project)[1] == 160_000


def test_the_same_key_gives_back_once_also_when_nothing_is_left(staff: Person, ann: Onboarder) -> None:
    for _ in range(2):
        assert give_back(staff, paid(), 160_000).status_code == 200
    assert give_back(staff, paid(), 10_000).status_code == 409
    assert (Refund.select().count(), sums(staff, ann.project)[1]) == (1, 160_000)


def test_the_reason_is_asked_for(staff: Person) -> None:
    refused = give_back(staff, paid(), 10_000, reason=" ")
    assert refused.get_json()["fields"] == {"reason": "Please say why it is refunded"}
    assert Refund.select().count() == 0


def test_a_card_payment_is_given_back_at_the_provider(people: People) -> None:
    people.visitor().book()
    refused = give_back(people.staff(), Payment.get().id, 100)
    assert (refused.status_code, Refund.select().count()) == (409, 0)
    assert "at the card provider" in refused.get_json()["message"]
    assert give_back(people.staff(), 99, 100).status_code == 404


def test_a_cancelled_projects_money_is_found_by_its_link_and_goes_back(staff: Person, ann: Onboarder) -> None:
    give_back(staff, paid(), 10_000)
    consultations.cancel(ann.project, "helena", "Withdrawn", clock.now())
    listed = staff.get("/api/admin/consultations").get_json()["items"]
    assert [item for item in listed if item["projectId"] == ann.project] == []
    assert line(staff, ann.project)["money"]["transfers"][0]["leftCents"] == 150_000
    assert give_back(staff, paid(), 150_000, "two").status_code == 200


def test_two_windows_do_not_record_the_same_refund_twice(staff: Person, ann: Onboarder) -> None:
    (shown,) = line(staff, ann.project)["money"]["transfers"]
    assert shown["leftCents"] == 160_000
    path, blind = f"/api/admin/payments/{paid()}/refunds", {"amountCents": 10_000, "reason": "Paid too much"}
    assert staff.post(path, blind, headers={"Idempotency-Key": "blind"}).get_json()["fields"] == {
        "seenCents": "Required"
    }
    assert give_back(staff, paid(), 10_000, "one", seenCents=160_000).status_code == 200
    refused = give_back(staff, paid(), 10_000, "two", seenCents=160_000)
    assert refused.status_code == 409 and "$1,500.00 of it is left" in refused.get_json()["message"]
    assert give_back(staff, paid(), 10_000, "one", seenCents=160_000).status_code == 200
    assert give_back(staff, paid(), 10_000, "two", seenCents=150_000).status_code == 200
    assert sums(staff, ann.project)[1] == 20_000
