"""What the browser that paid may still do and see, the same whether or not the client was known before."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from app import clock
from app.accounts import credentials as accounts
from app.consultations import actions as consultations
from app.consultations import by_client
from app.consultations.statuses import set_status
from app.documents.models import Document
from app.orders.models import Order
from app.orders.money import Payment
from app.orders.refunds import refund
from app.payments import transfers
from app.projects.models import Project
from app.projects.rules import SIGN_IN_TO_CHANGE, ProjectStatus
from app.slots.models import Hold
from tests.firms import Configured
from tests.onboarders import Onboarder
from tests.payments.banking import payments_of
from tests.people import PASSWORD, VISA, People, Person
from tests.proofs.strangers import bait, by_transfer, letters, token_of

pytestmark = pytest.mark.usefixtures("watch")
AMELIA = "amelia@example.com"
PORTAL = {"state": "portal", "booking": None, "isDisowned": False, "mayChange": False, "asksVisitor": False}


@pytest.fixture
def payer(people: People, amelia: Person) -> Onboarder:
    """A browser in which nobody is signed in has paid for a project with her address, by card."""
    return paid(people, AMELIA)


def paid(people: People, email: str) -> Onboarder:
    """Hold a time and pay by card."""
    browser = Onboarder(people.house, email=email)
    assert browser.take(browser.times()[1]["id"]).status_code == 200
    people.house.sandbox.confirm(intent := browser.begin_card(), card=VISA)
    assert browser.settle(intent) == "paid"
    return browser


def success(browser: Onboarder) -> dict[str, Any]:
    """What /success shows."""
    return dict(browser.get(f"/api/bookings/confirmation?projectId={browser.project}").get_json())


def calendar(browser: Onboarder) -> int:
    return browser.get(f"/api/projects/{browser.project}/consultation.ics").status_code


def has_gone_on(browser: Onboarder) -> bool:
    """Whether every answer says so, and none says how."""
    shown = browser.checkout()
    assert shown["hasGoneOn"] is (success(browser) == PORTAL)
    if shown["hasGoneOn"]:
        told = ("arrived", "appointmentDate", "method", "holdExpiresAt", "transferNote", "bank", "anew", "creditCents")
        assert not any(shown[name] for name in told)
        assert (shown["status"], shown["paymentStatus"]) == ("inquiry", "pending")
        assert calendar(browser) == 404
    return bool(shown["hasGoneOn"])


@pytest.mark.spec("R-01")
def test_files_and_the_way_to_meet_ask_to_sign_in(payer: Onboarder) -> None:
    files = Document.select().count()
    refused = [bait(payer), payer.post(f"/api/projects/{payer.project}/meeting", {"way": "video"})]
    assert [(each.status_code, each.get_json()["message"]) for each in refused] == [(403, SIGN_IN_TO_CHANGE)] * 2
    assert Document.select().count() == files


def test_the_same_holds_after_a_transfer_and_signing_in_opens_it(people: People, amelia: Person) -> None:
    browser = Onboarder(people.house, email=AMELIA)
    by_transfer(browser)
    transfers.receive(payments_of(browser.project).get().id, "helena")
    assert bait(browser).status_code == 403
    assert browser.post("/api/client/login", {"email": AMELIA, "password": PASSWORD}).status_code == 200
    assert bait(browser).status_code == 201


def test_what_it_made_itself_it_sees_and_prints(payer: Onboarder) -> None:
    shown = success(payer)
    assert (shown["state"], shown["booking"]["fullName"], shown["booking"]["payment"]["amountCents"]) == (
        "paid",
        "Ann Lee",
        150_000,
    )
    assert shown["booking"]["consultationSlot"] is not None and calendar(payer) == 200
    assert not has_gone_on(payer)


@pytest.mark.spec("B-12")
def test_a_returning_client_chooses_the_time_of_a_booking_once_without_signing_in(
    people: People, amelia: Person
) -> None:
    browser = Onboarder(people.house, email="other@example.com")
    browser.book(email=AMELIA)
    browser.project = Project.select().order_by(Project.id.desc()).get().id
    assert (success(browser)["booking"]["choosesTime"], success(browser)["mayChange"]) == (True, True)
    first, other = browser.times()[1], browser.times()[4]
    way = browser.post(f"/api/projects/{browser.project}/meeting", {"way": "phone"})
    assert way.status_code == 200
    for _ in range(2):
        body = {"projectId": browser.project}
        assert browser.browser.patch(f"/api/slots/{first['id']}/book", json=body).status_code == 200
        path, body = f"/api/projects/{browser.project}", {"appointmentDate": first["date"]}
        assert browser.browser.patch(path, json=body).status_code == 200
    assert success(browser)["booking"]["consultationSlot"] == first["date"]
    assert calendar(browser) == 200
    # Whoever signs in as the client reads that it was not they who chose it.
    chosen = amelia.get(path.replace("/api/", "/api/client/")).get_json()["history"]
    assert {each["who"] for each in chosen if "time of the consultation was chosen" in each["what"]} == {"Online form"}
    again = browser.browser.patch(f"/api/slots/{other['id']}/book", json={"projectId": browser.project})
    assert again.status_code == 409


def way_chosen_by_the_client(people: People, amelia: Person, project: int) -> None:
    assert amelia.post(f"/api/projects/{project}/meeting", {"way": "video"}).status_code == 200


def way_chosen_by_staff(people: People, amelia: Person, project: int) -> None:
    way = people.staff().post(f"/api/admin/projects/{project}/meeting", {"way": "video"})
    assert way.status_code == 200


def given_back_by_the_client(people: People, amelia: Person, project: int) -> None:
    slot = amelia.get("/api/slots/available").get_json()[-1]
    body = {"projectId": project}
    assert amelia.browser.patch(f"/api/slots/{slot['id']}/book", json=body).status_code == 200
    path = f"/api/client/appointments/{project}/give-back"
    assert amelia.post(path, {"date": slot["date"]}).status_code == 200


def cancelled_and_opened_again_by_staff(people: People, amelia: Person, project: int) -> None:
    assert consultations.cancel(project, "helena", "By mistake", clock.now())
    set_status(project, ProjectStatus.INQUIRY, "By mistake", "helena", clock.now())
    assert Project.get_by_id(project).status == ProjectStatus.INQUIRY


@pytest.mark.spec("R-01")
@pytest.mark.parametrize(
    "act",
    [
        way_chosen_by_the_client,
        way_chosen_by_staff,
        given_back_by_the_client,
        cancelled_and_opened_again_by_staff,
    ],
)
def test_it_chooses_neither_time_nor_way_once_others_have_acted_on_the_consultation(
    people: People, amelia: Person, configured: Configured, act: Callable[[People, Person, int], None]
) -> None:
    configured("demo", {"consultations": {"ways": ["phone", "video"]}})
    browser = Onboarder(people.house, email="other@example.com")
    browser.book(email=AMELIA)
    browser.project = Project.select().order_by(Project.id.desc()).get().id
    act(people, amelia, browser.project)
    assert success(browser) == PORTAL
    body = {"projectId": browser.project}
    refused = [
        browser.browser.patch(f"/api/slots/{browser.times()[4]['id']}/book", json=body),
        browser.post(f"/api/projects/{browser.project}/meeting", {"way": "phone"}),
    ]
    assert [(each.status_code, each.get_json()["message"]) for each in refused] == [(403, SIGN_IN_TO_CHANGE)] * 2
    assert (Project.get_by_id(browser.project).appointment_date, Hold.of_project(browser.project)) == (None, None)
    # The client goes on in the portal.
    assert amelia.post(f"/api/projects/{browser.project}/meeting", {"way": "phone"}).status_code == 200
    slot = browser.times()[4]["id"]
    assert amelia.browser.patch(f"/api/slots/{slot}/book", json=body).status_code == 200


def moved_by_staff(people: People, payer: Onboarder) -> None:
    consultations.move(payer.project, payer.times()[6]["id"], "helena", clock.now())


def moved_by_the_client(people: People, payer: Onboarder) -> None:
    seen = Project.get_by_id(payer.project).appointment_date
    by_client.move(payer.project, payer.times()[-1]["id"], seen, clock.now())


def cancelled(people: People, payer: Onboarder) -> None:
    consultations.cancel(payer.project, "helena", "Withdrawn", clock.now())


def refunded_in_part(people: People, payer: Onboarder) -> None:
    payment = Payment.get(Payment.order == Order.of_project(payer.project).id)
    refund(payment, 5_000, "provider", "", clock.now(), clock.now(), f"re_part-{payer.project}")


def paid_again(people: People, payer: Onboarder) -> None:
    """Another transfer arrives, whoever sent it."""
    transfers.record(payer.project, 150_000, f"again-{payer.project}", "helena")


CHANGES = [moved_by_staff, moved_by_the_client, cancelled, refunded_in_part, paid_again]


@pytest.mark.spec("R-01")
@pytest.mark.parametrize("change", CHANGES)
def test_what_others_change_later_is_not_shown_to_it(people: People, payer: Onboarder, change: Any) -> None:
    change(people, payer)
    assert has_gone_on(payer)
    taken = Hold.of_project(payer.project)
    if taken is not None and change not in (refunded_in_part, paid_again):
        # Nor can it find the time out by trying.
        body = {"projectId": payer.project}
        assert payer.browser.patch(f"/api/slots/{taken.slot_id}/book", json=body).status_code == 403
        start = taken.slot.date.isoformat()
        path = f"/api/projects/{payer.project}"
        assert payer.browser.patch(path, json={"appointmentDate": start}).status_code == 403
    # Whoever is its client sees it there.
    assert payer.post("/api/client/login", {"email": AMELIA, "password": PASSWORD}).status_code == 200
    assert success(payer)["state"] != "portal"


def refunded(people: People, payer: Onboarder) -> None:
    payment = Payment.get(Payment.order == Order.of_project(payer.project).id)
    refund(payment, payment.amount_cents, "provider", "", clock.now(), clock.now(), f"re_all-{payer.project}")


def begun(people: People, payer: Onboarder) -> None:
    set_status(payer.project, ProjectStatus.IN_PROGRESS, "Work begins", "helena", clock.now())
    assert Project.get_by_id(payer.project).status == ProjectStatus.IN_PROGRESS


def nothing(people: People, payer: Onboarder) -> None:
    """Only the payment itself."""


def all_it_sees(browser: Onboarder) -> list[Any]:
    """Every answer about its project, but for what differs with its number and its time."""
    start = Project.get_by_id(browser.project).appointment_date
    answers = [
        success(browser),
        browser.checkout(),
        browser.get("/api/bookings/confirmation").get_json(),
        browser.attach().status_code,
        browser.post(f"/api/projects/{browser.project}/meeting", {"way": "phone"}).status_code,
        browser.post(f"/api/projects/{browser.project}/terms").status_code,
        browser.post("/api/create-payment-intent", {"projectId": browser.project}).status_code,
        calendar(browser),
    ]
    return [alike(each, browser.project, start) for each in answers]


def alike(answer: Any, project: int, start: datetime | None) -> Any:
    if not isinstance(answer, dict):
        return answer
    own = {"email", "sentTo", "now", "transactionId", "clientId", "holdExpiresAt", "refundedAt", "reminded", "moveNote"}
    told = {key: alike(value, project, start) for key, value in answer.items() if key not in own}
    for key in ("appointmentDate", "consultationSlot"):
        if told.get(key):
            assert datetime.fromisoformat(told[key]) == start
            told[key] = "its time"
    return {
        key: value.replace(f"HPM-{project}", "HPM-N").replace(f"/{project}/", "/N/")
        if isinstance(value, str)
        else value
        for key, value in told.items()
        if key not in ("id", "projectId")
    }


@pytest.mark.spec("R-01")
@pytest.mark.parametrize("change", [nothing, *CHANGES, refunded, begun])
def test_the_browser_that_paid_is_not_told_whether_the_client_was_known_before(
    people: People, amelia: Person, change: Any
) -> None:
    new, known = paid(people, "ann@example.com"), paid(people, AMELIA)
    for browser in (new, known):
        change(people, browser)
    assert has_gone_on(new) is has_gone_on(known) is (change is not nothing)
    assert all_it_sees(new) == all_it_sees(known)
    # That the new client signs in for the first time changes nothing here.
    before = all_it_sees(new)
    accounts.set_client_password("ann@example.com", PASSWORD)
    assert all_it_sees(new) == before


@pytest.mark.spec("R-01")
def test_the_credit_that_the_client_deducts_later_is_not_shown_to_the_browser(people: People, amelia: Person) -> None:
    stranger = Onboarder(people.house, email=AMELIA, service="consultation")
    assert stranger.take(stranger.times()[1]["id"]).status_code == 200
    body = {"token": token_of(letters()[0]), "answer": "yes"}
    assert people.visitor().post("/api/ownership/answer", body).get_json()["state"] == "yes"
    assert amelia.post(f"/api/projects/{stranger.project}/confirm").status_code == 200
    assert amelia.get(f"/api/projects/{stranger.project}").get_json()["method"] == "credit"
    assert has_gone_on(stranger)
    assert stranger.checkout()["totalCents"] == 25_000
