"""Who may change a project that shows in a client's portal on somebody else's word than its browser's."""

from collections.abc import Callable
from typing import Any

import pytest

from app.accounts.models import Client
from app.alerts.models import Alert
from app.audit.models import AuditLine
from app.clock import now
from app.documents import disk
from app.documents.models import Document
from app.onboarding.models import Onboarding
from app.payments import transfers
from app.projects.models import HistoryLine, Project
from app.projects.rules import SIGN_IN_TO_CHANGE, Proof, Reach, browser_reach
from app.proofs.ownership import prove
from app.proofs.rules import LINK_TAKES_BACK, STAFF_TAKE_BACK, may_take_back
from app.slots import actions as slots
from tests.onboarders import DETAILS, Onboarder
from tests.payments.banking import payments_of
from tests.people import VISA, People, Person
from tests.proofs.strangers import bait, by_transfer, letters, portal, submit, token_of

AMELIA = "amelia@example.com"


@pytest.fixture(autouse=True)
def _times(people: People) -> None:
    slots.generate(now())


def tell(people: People, answer: str, letter: int = 0) -> dict[str, Any]:
    """Whoever reads the letter answers."""
    body = {"token": token_of(letters()[letter]), "answer": answer}
    told = people.visitor().post("/api/ownership/answer", body)
    assert told.status_code == 200
    return dict(told.get_json())


def by_link(people: People, project: int) -> None:
    """The client says yes."""
    assert tell(people, "yes")["state"] == "yes"


def by_staff(people: People, project: int) -> None:
    """Staff say so."""
    assert people.staff().post(f"/api/admin/projects/{project}/confirm-client").status_code == 200


@pytest.mark.parametrize(
    ("proved_by", "has_sign_in", "reach"),
    [
        (None, True, Reach.ALL),
        (None, False, Reach.ALL),
        (Proof.LINK, False, Reach.ALL),
        (Proof.STAFF, False, Reach.ALL),
        (Proof.PAYMENT, True, Reach.TIME),
        (Proof.CLIENT, True, Reach.TIME),
        (Proof.LINK, True, Reach.LOOK),
        (Proof.STAFF, True, Reach.LOOK),
    ],
)
def test_how_far_the_browser_reaches_that_made_it(proved_by: Proof | None, has_sign_in: bool, reach: Reach) -> None:
    assert browser_reach(proved_by, has_sign_in) is reach


@pytest.mark.spec("R-01")
@pytest.mark.parametrize("word", [by_link, by_staff])
def test_a_strangers_browser_changes_nothing_once_it_is_the_clients(
    people: People, word: Callable[[People, int], None]
) -> None:
    amelia = people.client(AMELIA)
    key = {"headers": {"Idempotency-Key": "one"}}
    stranger = Onboarder(people.house, email=AMELIA)
    stranger.intake = stranger.post("/api/clients", {**DETAILS, "email": AMELIA}, **key).get_json()["id"]
    stranger.project = stranger.make_project("planning_approvals")
    assert stranger.take(stranger.times()[1]["id"]).status_code == 200
    if word is by_link:
        # The day's one letter was about the first submission; the transfer's has a link of its own.
        assert stranger.post(f"/api/projects/{stranger.project}/bank-transfer").status_code == 200
        body = {"token": token_of(letters("transfer_details")[0]), "answer": "yes"}
        assert people.visitor().post("/api/ownership/answer", body).get_json()["state"] == "yes"
    else:
        word(people, stranger.project)
    before, files = portal(amelia), Document.select().count()
    typed = list(Onboarding.select().dicts())
    project, other = stranger.project, stranger.times()[3]["id"]
    start = Project.get_by_id(project).appointment_date.isoformat()
    refused = [
        bait(stranger),
        stranger.take(other),
        stranger.browser.patch(f"/api/slots/{other}/book", json={"projectId": project}),
        stranger.browser.patch(f"/api/projects/{project}", json={"appointmentDate": start}),
        stranger.post("/api/projects", {"clientId": stranger.intake, "serviceType": "project_coordination"}),
        stranger.post(f"/api/projects/{project}/bank-transfer"),
        stranger.post(f"/api/projects/{project}/terms"),
        stranger.post(f"/api/projects/{project}/confirm"),
        stranger.post("/api/create-payment-intent", {"projectId": project, "replaceTransfer": True}),
    ]
    # Correcting the address would take it out of the portal: the page begins another submission instead.
    corrected = stranger.post("/api/clients", {**DETAILS, "email": "other@example.com"}, **key)
    assert corrected.status_code == 409
    assert [(answer.status_code, answer.get_json()["message"]) for answer in refused] == [(403, SIGN_IN_TO_CHANGE)] * 9
    assert (portal(amelia), Document.select().count()) == (before, files)
    assert list(Onboarding.select().dicts()) == typed
    # What it made it may still look at, and another submission of its own is another thing.
    assert stranger.checkout()["id"] == project
    assert stranger.checkout()["appointmentDate"] is not None
    assert (stranger.checkout()["mayChange"], stranger.checkout()["isDisowned"]) == (False, False)
    if word is by_link:
        shown = stranger.get(f"/api/bookings/confirmation?projectId={project}").get_json()
        assert (shown["state"], shown["mayChange"]) == ("awaiting", False)
    assert submit(stranger, email=AMELIA) != project


@pytest.mark.parametrize("word", [by_link, by_staff])
def test_the_client_goes_on_by_signing_in_in_whichever_browser(
    people: People, word: Callable[[People, int], None]
) -> None:
    amelia = people.client(AMELIA)
    own = Onboarder(people.house, email=AMELIA)
    word(people, own.project)
    assert own.attach().status_code == 403
    amelia.browser.patch(f"/api/slots/{own.times()[1]['id']}/book", json={"projectId": own.project})
    own.sign_in(AMELIA)
    assert own.attach().status_code == 201
    assert own.post(f"/api/projects/{own.project}/bank-transfer").status_code == 200


def pay_begun(own: Onboarder) -> str:
    """A time is held and the card form is open."""
    assert own.take(own.times()[1]["id"]).status_code == 200
    return own.begin_card()


def test_a_first_visitor_who_pays_goes_on_whatever_staff_said_before(people: People) -> None:
    own = Onboarder(people.house)
    by_staff(people, own.project)
    assert own.attach().status_code == 201
    people.house.sandbox.confirm(intent := pay_begun(own), card=VISA)
    assert own.settle(intent) == "paid"
    assert Client.get().password_hash is not None
    assert own.checkout()["mayChange"] and not own.checkout()["hasGoneOn"] and not own.checkout()["isOwn"]
    # As in the browser of whoever typed a known client's address, whose refusal would tell that somebody had it.
    assert own.attach().status_code == 403
    assert Project.get_by_id(own.project).proved_by == "payment"


def test_money_for_what_the_client_said_yes_to_lets_nobody_else_in(people: People) -> None:
    people.client(AMELIA)
    stranger = Onboarder(people.house, email=AMELIA)
    by_transfer(stranger)
    by_link(people, stranger.project)
    transfers.receive(payments_of(stranger.project).get().id, "helena")
    assert (bait(stranger).status_code, stranger.take(stranger.times()[3]["id"]).status_code) == (403, 403)


def test_a_file_that_is_under_way_when_the_client_says_yes_is_not_kept(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.client(AMELIA)
    stranger = Onboarder(people.house, email=AMELIA)
    files = Document.select().count()
    keep = disk.keep

    def slowly(*all_: Any) -> Any:
        kept = keep(*all_)
        prove(stranger.project, Proof.LINK, "client", now())
        return kept

    monkeypatch.setattr(disk, "keep", slowly)
    assert bait(stranger).status_code == 403
    assert Document.select().count() == files


@pytest.mark.parametrize(
    ("proved_by", "paid", "client_may", "staff_may"),
    [
        (Proof.LINK, False, True, True),
        (Proof.STAFF, False, False, True),
        (Proof.CLIENT, False, False, False),
        (Proof.PAYMENT, False, False, False),
        (Proof.LINK, True, False, False),
        (Proof.STAFF, True, False, False),
        (None, False, False, False),
    ],
)
def test_who_may_take_a_word_back(proved_by: Proof | None, paid: bool, client_may: bool, staff_may: bool) -> None:
    assert may_take_back(proved_by, LINK_TAKES_BACK, paid) is client_may
    assert may_take_back(proved_by, STAFF_TAKE_BACK, paid) is staff_may


def not_theirs() -> list[str]:
    return [alert.message for alert in Alert.select().where(Alert.kind == "not_theirs")]


@pytest.mark.spec("R-01")
def test_a_wrong_yes_is_taken_back_by_the_same_link(people: People) -> None:
    amelia = people.client(AMELIA)
    before = portal(amelia)
    stranger = Onboarder(people.house, email=AMELIA)
    bait(stranger)
    assert tell(people, "yes")["mayBeTakenBack"] is True
    assert portal(amelia) != before
    for _ in range(2):
        told = tell(people, "no")
        assert (told["state"], told["mayBeTakenBack"]) == ("no", False)
        assert portal(amelia) == before
    assert tell(people, "yes")["state"] == "no"
    lines = [line.note for line in HistoryLine.select().where(HistoryLine.project == stranger.project)]
    assert lines.count("Said that it is not theirs after all") == 1
    assert not_theirs() == [
        f"HPM-{stranger.project} is not from the client whose address it names, as that client says."
    ]
    assert Client.get(Client.email == AMELIA).proved_at is not None


def test_a_yes_stays_once_something_was_paid(people: People) -> None:
    people.client(AMELIA)
    stranger = Onboarder(people.house, email=AMELIA)
    by_transfer(stranger)
    by_link(people, stranger.project)
    transfers.receive(payments_of(stranger.project).get().id, "helena")
    told = tell(people, "no")
    assert (told["state"], told["mayBeTakenBack"]) == ("yes", False)
    helena = people.staff()
    refused = helena.post(f"/api/admin/projects/{stranger.project}/take-back-client")
    assert (refused.status_code, not_theirs()) == (409, [])


@pytest.mark.spec("R-01")
@pytest.mark.parametrize("word", [by_link, by_staff])
def test_staff_take_a_word_back(people: People, word: Callable[[People, int], None]) -> None:
    amelia, helena = people.client(AMELIA), people.staff("helena")
    before = portal(amelia)
    stranger = Onboarder(people.house, email=AMELIA)
    word(people, stranger.project)
    for _ in range(2):
        assert helena.post(f"/api/admin/projects/{stranger.project}/take-back-client").status_code == 200
    assert portal(amelia) == before
    lines = HistoryLine.select().where(HistoryLine.project == stranger.project).order_by(HistoryLine.id)
    said = [(line.actor, line.note) for line in lines]
    assert said.count(("helena", "Said not to be the client's after all")) == 1
    assert len(not_theirs()) == 1
    assert AuditLine.select().where(AuditLine.action == "take-back-client").count() == 1
    assert tell(people, "yes")["state"] == "no"
    assert helena.post("/api/admin/projects/4711/take-back-client").status_code == 404


def test_what_staff_confirmed_by_mistake_does_not_stay_the_clients_name(people: People) -> None:
    wrong = submit(people.visitor(), name="Mallory")
    helena = people.staff()
    assert helena.post(f"/api/admin/projects/{wrong}/confirm-client").status_code == 200
    assert helena.post(f"/api/admin/projects/{wrong}/take-back-client").status_code == 200
    Person(people.house).book(email="ann@example.com", fullName="Ann Lee")
    assert Client.get().name == "Ann Lee"
