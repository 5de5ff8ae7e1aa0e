"""A next service that staff propose after a consultation: what it comes to, and what can become of it."""

import threading
from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from peewee import IntegrityError

from app import clock
from app.accounts.models import Admin, Client
from app.audit.models import AuditLine
from app.catalogue.rules import Package, ServiceType
from app.clock import sydney_text
from app.doctor.examination import examine
from app.errors import AppError
from app.factory import House
from app.mail.models import Letter
from app.orders.models import Line, Order
from app.projects.models import Project
from app.proposals import actions as proposals
from app.proposals import proposing
from app.proposals.models import Proposal
from app.proposals.proposing import Wish
from app.proposals.rules import OPEN_FOR, ProposalState, stands_as, sums
from app.slots.models import Hold
from tests.consultations.test_change_races import race
from tests.people import Person

TENDER = Wish(ServiceType.SCOPE_TENDER, message="As we said on the phone.")
NOON = datetime(2026, 5, 12, 2, tzinfo=UTC)


def helena() -> Admin:
    found = Admin.called("helena")
    assert found is not None
    return found


def propose(wish: Wish = TENDER, key: str = "one", now: datetime | None = None) -> Proposal:
    """Helena proposes a service to Amelia."""
    return proposing.propose(Project.select().order_by(Project.id).get().id, wish, key, helena(), now or clock.now())


def accept(proposal: Proposal, now: datetime | None = None) -> Project:
    return proposals.accept(proposal.id, Client.get().id, now or clock.now())


def refusal(act: Callable[[], object]) -> str:
    """The code of the refusal."""
    with pytest.raises(AppError) as refused:
        act()
    return refused.value.code


@pytest.mark.parametrize(
    ("price", "left", "credit", "to_pay"),
    [
        (2000_00, 250_00, 250_00, 1750_00),
        (2000_00, 0, 0, 2000_00),
        (2000_00, 1, 1, 1999_99),
        (250_00, 250_00, 250_00, 0),
        (200_00, 250_00, 200_00, 0),
        # The provider takes 50 cents at least.
        (250_49, 250_00, 249_99, 50),
        (250_50, 250_00, 250_00, 50),
    ],
)
def test_what_is_told_is_what_the_rule_of_orders_deducts(price: int, left: int, credit: int, to_pay: int) -> None:
    told = sums(price, left)
    assert (told.price_cents, told.credit_cents, told.left_cents) == (price, credit, to_pay)


@pytest.mark.parametrize(
    ("state", "after", "stands"),
    [
        ("open", OPEN_FOR - timedelta(microseconds=1), "open"),
        ("open", OPEN_FOR, "run_out"),
        *((state, 2 * OPEN_FOR, state) for state in ("accepted", "declined", "withdrawn", "run_out")),
    ],
)
def test_an_open_one_has_run_out_from_its_moment_on(state: str, after: timedelta, stands: str) -> None:
    assert stands_as(ProposalState(state), NOON + OPEN_FOR, NOON + after) == stands


def test_nothing_is_owed_before_it_is_accepted_and_then_the_fee_is_deducted(client: Person, folder: Path) -> None:
    proposal = propose()
    assert (proposal.price_cents, proposal.credit_cents) == (2000_00, 250_00)
    assert proposal.expires_at - proposal.proposed_at == timedelta(days=30)
    assert (Project.select().count(), Order.select().count()) == (1, 1)
    said = " ".join(Letter.get(Letter.kind == "service_proposed").text.split())
    for words in ("$2,000.00", "−$250.00", "$1,750.00", "As we said", "owe nothing", sydney_text(proposal.expires_at)):
        assert words in said
    begun = accept(proposal)
    assert (begun.service_type, begun.status, begun.proved_by) == ("scope_tender", "inquiry", "client")
    assert Order.of_project(begun.id).is_offered
    page: dict[str, Any] = client.get(f"/api/projects/{begun.id}").get_json()
    assert (page["feeCents"], page["creditCents"], page["totalCents"]) == (2000_00, 250_00, 1750_00), page
    assert examine(folder, clock.now()) == []


def test_the_proposed_price_holds_when_the_catalogues_changes(client: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    proposal = propose(Wish(ServiceType.CONTRACT_REVIEW, Package.PREMIUM))
    assert (proposal.title, proposal.price_cents) == ("Contract Review, Premium Review", 990_00)
    monkeypatch.setattr(proposing, "packages", dict)
    assert Line.get(Line.order == Order.of_project(accept(proposal).id)).cents == 990_00


def test_each_act_is_done_once_and_leaves_its_line(client: Person) -> None:
    first = propose()
    assert propose().id == first.id
    assert refusal(lambda: propose(Wish(ServiceType.PREMIUM_ADVISORY))) == "other_proposal"
    assert refusal(lambda: propose(key="two")) == "open"
    for _ in range(2):
        proposals.withdraw(first.id, helena(), clock.now())
    assert refusal(lambda: accept(first)) == "withdrawn"
    second = propose(key="two")
    for _ in range(2):
        proposals.decline(second.id, Client.get().id, "Too early", clock.now())
    assert Proposal.get_by_id(second.id).reason == "Too early"
    assert refusal(lambda: proposals.withdraw(second.id, helena(), clock.now())) == "declined"
    third = propose(key="three")
    assert accept(third).id == accept(third).id
    assert refusal(lambda: proposals.decline(third.id, Client.get().id, "", clock.now())) == "accepted"
    acts = [
        line.action for line in AuditLine.select().where(AuditLine.action.contains("propos")).order_by(AuditLine.id)
    ]
    proposed = "propose"
    assert acts == [proposed, "withdraw-proposal", proposed, "decline-proposal", proposed, "accept-proposal"]


def test_it_runs_out_to_the_moment_whether_or_not_the_job_has_run(client: Person) -> None:
    proposal = propose()
    end = proposal.expires_at
    assert refusal(lambda: accept(proposal, end)) == "run_out"
    assert [proposals.run_out(now) for now in (end - timedelta(seconds=1), end, end)] == [0, 1, 0]
    assert Proposal.get_by_id(proposal.id).state == "run_out"
    late = propose(key="two", now=end)
    assert propose(key="three", now=late.expires_at).state == "open"


def test_only_after_a_held_consultation_and_only_another_service(client: Person) -> None:
    assert refusal(lambda: propose(Wish(ServiceType.CONSULTATION))) == "invalid"
    assert refusal(lambda: propose(Wish(ServiceType.SCOPE_TENDER, Package.PREMIUM))) == "invalid"
    Hold.update(outcome="no_show").execute()
    assert refusal(propose) == "not_held"
    assert proposing.refusal(Project.get(), clock.now()) == proposing.NOT_COME
    Hold.update(outcome="held").execute()
    Project.update(status="cancelled").execute()
    assert refusal(propose) == "cancelled"
    assert proposing.refusal(Project.get(), clock.now()) == proposing.IS_CANCELLED


def test_somebody_elses_proposal_is_not_there(client: Person, house: House) -> None:
    proposal = propose()
    Person(house).book(email="ben@example.com")
    ben = Client.get(Client.email == "ben@example.com").id
    assert refusal(lambda: proposals.accept(proposal.id, ben, clock.now())) == "not_found"
    assert refusal(lambda: proposals.decline(proposal.id, ben, "", clock.now())) == "not_found"


def outcome(proposal: Proposal) -> tuple[list[object], int]:
    """Two tabs accept, the client declines in a third, staff withdraw and the job runs, all at once."""
    who, by, now = Client.get().id, helena(), clock.now()
    said = race(
        lambda: proposals.accept(proposal.id, who, now),
        lambda: proposals.accept(proposal.id, who, now),
        lambda: proposals.decline(proposal.id, who, "", now),
        lambda: proposals.withdraw(proposal.id, by, now),
        lambda: proposals.run_out(proposal.expires_at),
    )
    return said, Project.select().where(Project.open_key == f"proposal-{proposal.id}").count()


def test_of_everything_at_once_one_thing_becomes_of_it(client: Person, folder: Path) -> None:
    for number in range(6):
        proposal = propose(key=f"race-{number}")
        said, begun = outcome(proposal)
        state = Proposal.get_by_id(proposal.id).state
        assert begun == (state == "accepted")
        accepted = 2 if state == "accepted" else 0
        assert said[:2].count("done") == accepted, said
        assert [one for one in said if one not in ("done", state)] == []
        assert examine(folder, clock.now()) == []


def test_with_the_guard_off_a_withdrawn_one_is_accepted(client: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: who looks at nothing begins what was taken back."""
    proposal = propose()
    proposals.withdraw(proposal.id, helena(), clock.now())
    monkeypatch.setattr(proposals, "_require_open", lambda *_: None)
    assert accept(proposal).id


def test_without_the_one_transaction_it_runs_out_while_it_is_accepted(
    client: Person, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: somebody else's act comes between the look and the act."""
    proposal, looked = propose(), proposals._require_open

    def slowly(found: Proposal, now: datetime) -> None:
        looked(found, now)
        race(lambda: proposals.run_out(proposal.expires_at))

    monkeypatch.setattr(proposals, "write", nullcontext)
    monkeypatch.setattr(proposals, "_require_open", slowly)
    accept(proposal)
    assert Proposal.get_by_id(proposal.id).state == "run_out"
    assert examine(folder, clock.now()) != []


def test_without_the_one_transaction_a_second_accepting_is_an_error(
    client: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: the second would begin another project, which the database alone refuses then."""
    proposal, looked, met = propose(), proposals._require_open, threading.Barrier(2)
    who, now = Client.get().id, clock.now()

    def slowly(found: Proposal, now: datetime) -> None:
        looked(found, now)
        met.wait(10)

    monkeypatch.setattr(proposals, "write", nullcontext)
    monkeypatch.setattr(proposals, "_require_open", slowly)
    said = race(*[lambda: proposals.accept(proposal.id, who, now)] * 2)
    assert said.count("done") == 1
    assert any(isinstance(one, IntegrityError) for one in said)
