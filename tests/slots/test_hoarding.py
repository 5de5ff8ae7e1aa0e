"""Nobody hoards times: not from a home's many addresses, not by transfers that never come; others still book."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from app.accounts.models import Client
from app.alerts.models import Alert
from app.consultations import actions as consultations
from app.consultations.expired import expire_holds
from app.errors import AppError
from app.projects.models import Project
from app.projects.rules import Proof
from app.proofs.ownership import prove
from app.slots import actions as slots
from app.slots import caps
from app.slots.caps import Taker
from app.slots.hoarding import CROWDED, HOLDS_PER_NETWORK, is_share_taken, is_week_crowded, networks, week_of
from app.slots.models import Hold, Slot
from app.slots.rules import CARD_HOLD, HoldKind
from app.slots.transfers import keep_for_transfer, transfer_days
from tests.onboarders import Onboarder, moment
from tests.people import People
from tests.proofs.strangers import submit
from tests.watch import Watch

MONDAY = datetime(2026, 12, 6, 22, tzinfo=UTC)  # nine in the morning in Sydney
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
WEEK = [MONDAY + day * DAY + hour * HOUR for day in range(5) for hour in range(8)]


# --- the rules ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("203.0.113.77", {"203.0.113.77/32": 6, "203.0.113.0/24": 18}),
        (
            "2001:db8:1:2a7::/64",
            {"2001:db8:1:2a7::/64": 6, "2001:db8:1:200::/56": 8, "2001:db8:1::/48": 16},
        ),
        ("somewhere", {"somewhere": 6}),
    ],
)
def test_the_networks_that_a_caller_belongs_to(address: str, expected: dict[str, int]) -> None:
    assert networks(address) == expected


@pytest.mark.parametrize(
    ("start", "kept", "times", "taken"),
    [
        (WEEK[0], [], WEEK, False),
        (WEEK[0], WEEK[1:4], WEEK, False),
        (WEEK[0], WEEK[1:5], WEEK, True),  # half of Monday
        (WEEK[8], WEEK[1:5], WEEK, False),  # Tuesday is another day
        (WEEK[39], WEEK[0:3] + WEEK[8:11] + WEEK[16:19] + WEEK[24:27] + WEEK[32:33], WEEK, False),
        (WEEK[39], WEEK[0:3] + WEEK[8:11] + WEEK[16:19] + WEEK[24:27] + WEEK[32:34], WEEK, True),  # 14 of 40
        (WEEK[0] + 7 * DAY, WEEK, [*WEEK, WEEK[0] + 7 * DAY], False),  # the next week
        (WEEK[0], [], [WEEK[0]], False),  # one of any day may always be kept
        (WEEK[0], [WEEK[1]], WEEK[:2], True),
        (WEEK[0], [], [], False),
        # Eight in the morning of a Monday in Sydney is still Sunday in UTC
        (MONDAY - HOUR, [MONDAY - 2 * HOUR], [MONDAY - 2 * HOUR, MONDAY - HOUR], True),
    ],
)
def test_what_share_of_a_day_and_of_a_week_may_be_kept(
    start: datetime, kept: list[datetime], times: list[datetime], taken: bool
) -> None:
    assert is_share_taken(start, kept, times) is taken


def test_half_of_a_day_alone_crowds_no_week() -> None:
    assert not is_week_crowded(WEEK[0], WEEK[:8], WEEK)
    assert is_week_crowded(WEEK[0], WEEK[:14], WEEK)


def test_the_rest_of_a_week_is_not_crowded_by_a_few() -> None:
    assert not is_week_crowded(WEEK[32], WEEK[32:37], WEEK[32:])
    assert is_week_crowded(WEEK[32], WEEK[32:38], WEEK[32:])


@pytest.mark.parametrize("start", [MONDAY, MONDAY + 4 * DAY + 7 * HOUR])
def test_a_week_begins_on_monday_in_sydney(start: datetime) -> None:
    assert week_of(start) == (MONDAY - 9 * HOUR, MONDAY - 9 * HOUR + 7 * DAY)


# --- networks -------------------------------------------------------------------------------------------------------


def at(person: Onboarder, address: str) -> Onboarder:
    """The person with their connection from `address`."""
    person.browser.environ_base["REMOTE_ADDR"] = address
    return person


@pytest.mark.parametrize(
    ("addresses", "kept"),
    [
        ([f"2001:db8:1:{number:x}::1" for number in range(12)], 8),  # a home's /56
        ([f"2001:db8:1:{number:x}00::1" for number in range(20)], 16),  # an office's /48
        ([f"203.0.113.{number}" for number in range(24)], 18),
        ([f"203.0.{number}.1" for number in range(24)], 24),  # networks that have nothing to do with each other
    ],
)
def test_a_networks_many_addresses_together_keep_few_times(
    people: People, watch: Watch, addresses: list[str], kept: int
) -> None:
    visitors = [
        at(Onboarder(people.house, email=f"visitor{number}@example.com"), address)
        for number, address in enumerate(addresses)
    ]
    free = visitors[0].times()[8::12]
    statuses = [visitor.take(slot["id"]).status_code for visitor, slot in zip(visitors, free, strict=False)]
    assert statuses == [200] * kept + [429] * (len(addresses) - kept)


# --- transfers that never come --------------------------------------------------------------------------------------


class Script:
    """Somebody who takes times by the hundred, each from a network of which they have as many as they like."""

    def __init__(self, people: People, watch: Watch, per_network: int = 5) -> None:
        self.config, self.watch, self.per_network, self.number = people.house.config, watch, per_network, count()
        self.client = Client.create(
            name="Nemo", email="nemo@example.com", phone="1", created_at=watch.now, updated_at=watch.now
        )

    def hold(self, slot: Slot, transfer: bool = True) -> Hold | None:
        """Take a time and choose to pay for it by transfer; None where that is refused."""
        number, now = next(self.number), self.watch.now
        network = number // self.per_network
        project = Project.create(
            client=self.client, service_type="scope_tender", created_at=now, updated_at=now, visitor_id=f"{number}"
        )
        taker = Taker(project.id, f"{number}", f"10.{network // 256}.{network % 256}.1")
        try:
            consultations.choose(project.id, slot.id, taker, now)
        except AppError as refused:
            assert refused.status in (409, 429)
            return None
        return keep_for_transfer(project.id, now) if transfer else Hold.of_project(project.id)

    def run(self, tries: int, transfer: bool = True) -> int:
        """Try so many times in turn, wherever one is free; how many were had."""
        had = 0
        for number in range(tries):
            free = Slot.free(self.watch.now)
            had += bool(free) and self.hold(free[number % len(free)], transfer) is not None
        return had


@pytest.fixture
def script(people: People, watch: Watch) -> Iterator[Script]:
    yield Script(people, watch)


@pytest.fixture
def whole(watch: Watch) -> int:
    """How many times can be booked."""
    return len(Slot.free(watch.now))


def still_free_after_the_script(people: People, script: Script, watch: Watch) -> int:
    """How many times are free half an hour after 500 scripted holds, of those that could be had before."""
    before = {slot.id for slot in Slot.free(watch.now)}
    script.run(500)
    watch.now += CARD_HOLD
    expire_holds(watch.now)
    return sum(slot.id in before for slot in Slot.free(watch.now))


def test_after_five_hundred_scripted_transfers_from_many_networks_another_visitor_still_books(
    people: People, script: Script, watch: Watch, whole: int
) -> None:
    assert still_free_after_the_script(people, script, watch) > whole / 2
    ann = at(Onboarder(people.house), "198.51.100.7")
    week = [slot for slot in Slot.free(watch.now) if slot.date < watch.now + 7 * DAY]
    assert len(week) >= 10
    assert ann.take(week[0].id).status_code == 200


def test_without_the_share_nothing_would_be_free_for_days(
    people: People, script: Script, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control."""
    for rule in ("is_share_taken", "is_week_crowded"):
        monkeypatch.setattr(caps, rule, lambda *_: False)
    assert still_free_after_the_script(people, script, watch) == 0


def test_while_the_script_goes_on_with_a_hundred_networks_others_find_a_time(
    people: People, script: Script, watch: Watch
) -> None:
    """Holds of half an hour, renewed for ever: where strangers keep their share, a network has one time."""
    free = len(Slot.free(watch.now))
    assert script.run(500, transfer=False) < free
    ann = at(Onboarder(people.house), "198.51.100.7")
    assert ann.take(Slot.free(watch.now)[0].id).status_code == 200


def test_an_ordinary_number_from_every_network_would_take_all_of_them(
    people: People, script: Script, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control."""
    monkeypatch.setattr(caps, "HOLDS_WHEN_CROWDED", HOLDS_PER_NETWORK)
    free = len(Slot.free(watch.now))
    assert script.run(500, transfer=False) == free


# --- what an honest visitor meets -----------------------------------------------------------------------------------


def a_day(watch: Watch) -> list[Slot]:
    """The times of a whole day that is far away."""
    last = [slot for slot in Slot.free(watch.now) if slot.date < watch.now + 50 * DAY][-1]
    return [slot for slot in Slot.free(watch.now) if abs(slot.date - last.date) < DAY / 2]


@pytest.fixture
def crowded(script: Script, watch: Watch) -> list[Slot]:
    """What is left of a day of which strangers' transfers keep half."""
    day = a_day(watch)
    for slot in day[: len(day) // 2]:
        held = script.hold(slot)
        assert held is not None and held.expires_at > watch.now + DAY
    return day[len(day) // 2 :]


def choose_transfer(ann: Onboarder) -> tuple[datetime, str]:
    """Choose it; until when the time is kept and what page and letter say, which is what the page said before."""
    offered = str(ann.checkout()["transferNote"])
    answer = ann.post(f"/api/projects/{ann.project}/bank-transfer").get_json()
    assert (answer["method"], answer["transferNote"]) == ("bank", offered)
    return moment(answer["holdExpiresAt"]), offered


@pytest.mark.spec("C-05")
def test_beyond_the_share_a_transfer_is_taken_and_its_time_is_kept_for_half_an_hour_as_page_and_letter_say(
    people: People, watch: Watch, crowded: list[Slot]
) -> None:
    ann = at(Onboarder(people.house), "198.51.100.7")
    assert ann.take(crowded[0].id).status_code == 200
    until, said = choose_transfer(ann)
    assert until == watch.now + CARD_HOLD
    assert said.startswith("We keep this time only until ")
    assert "because many times are being kept for transfers just now. If your transfer arrives later" in said
    assert Hold.of_project(ann.project).kind == HoldKind.TRANSFER
    # Said again when the others' times are free again: it is kept as long as it was said, no longer and no shorter.
    watch.now += CARD_HOLD / 2
    for hold in Hold.select().where(Hold.project_id != ann.project):
        slots.let_go(hold, watch.now)
    assert choose_transfer(ann) == (until, said)
    watch.now = until
    assert expire_holds(watch.now) == 1


def test_times_that_are_kept_for_cards_are_not_counted_into_the_share(
    people: People, script: Script, watch: Watch
) -> None:
    day = a_day(watch)
    for slot in day[: len(day) // 2]:
        assert script.hold(slot, transfer=False) is not None
    ann = at(Onboarder(people.house), "198.51.100.7")
    assert ann.take(day[-1].id).status_code == 200
    assert choose_transfer(ann)[0] > watch.now + DAY


@pytest.mark.parametrize("proof", [Proof.LINK, Proof.STAFF])
def test_a_client_who_is_proved_is_outside_the_share(
    people: People, watch: Watch, crowded: list[Slot], proof: Proof
) -> None:
    ann = at(Onboarder(people.house), "198.51.100.7")
    assert ann.take(crowded[0].id).status_code == 200
    prove(ann.project, proof, "client", watch.now)
    until, said = choose_transfer(ann)
    assert until > watch.now + 3 * DAY and "three business days" in said


def test_a_client_who_is_signed_in_is_outside_the_share(people: People, watch: Watch, crowded: list[Slot]) -> None:
    client = people.client("amelia@example.com")
    project = submit(client, email="amelia@example.com")
    taken = client.browser.patch(f"/api/slots/{crowded[0].id}/book", json={"projectId": project})
    assert taken.status_code == 200
    chosen = client.post(f"/api/projects/{project}/bank-transfer").get_json()
    assert moment(chosen["holdExpiresAt"]) > watch.now + 3 * DAY


def test_a_long_hold_cannot_be_moved_into_a_day_whose_share_is_taken(
    people: People, watch: Watch, crowded: list[Slot]
) -> None:
    ann = at(Onboarder(people.house), "198.51.100.7")
    elsewhere = next(slot for slot in Slot.free(watch.now) if abs(slot.date - crowded[0].date) > 8 * DAY)
    ann.take(elsewhere.id)
    until, _ = choose_transfer(ann)
    assert until > watch.now + DAY
    moved = ann.take(crowded[0].id)
    assert moment(moved.get_json()["expiresAt"]) == watch.now + CARD_HOLD
    assert "because many times are being kept for transfers" in ann.checkout()["transferNote"]


def test_a_crowded_week_is_no_easier_to_come_to_from_another_week(people: People, watch: Watch, script: Script) -> None:
    first, last = week_of(a_day(watch)[0].date)
    free = Slot.free(watch.now)
    elsewhere = [slot for slot in free if slot.date > last or slot.date < first]
    for slot in (week := [slot for slot in free if first <= slot.date <= last])[:-2]:
        script.hold(slot)
    crowded = week[-2:]
    ann, bea = Onboarder(people.house), Onboarder(people.house, "bea@example.com")
    assert ann.take(elsewhere[0].id).status_code == 200
    assert ann.take(crowded[0].id).status_code == 200
    assert bea.take(elsewhere[1].id).status_code == 200
    refused = bea.take(crowded[1].id)
    assert refused.status_code == 429
    assert refused.get_json()["message"].startswith(CROWDED.partition("{")[0])
    assert Hold.of_project(bea.project).slot_id == elsewhere[1].id


def test_a_time_instead_of_one_that_is_soon_has_what_is_left_of_the_days_as_the_page_says(
    people: People, watch: Watch
) -> None:
    ann = Onboarder(people.house)
    near = Slot.create(date=watch.now + DAY + HOUR)
    ann.take(near.id)
    assert choose_transfer(ann)[0] == near.date
    watch.now += HOUR
    far = ann.take(ann.times()[-1]["id"])
    until = transfer_days(ann.project, watch.now)
    assert moment(far.get_json()["expiresAt"]) == until
    assert choose_transfer(ann)[0] == until


def test_staff_are_told_once_when_the_share_is_reached(people: People, watch: Watch, script: Script) -> None:
    day = a_day(watch)
    for slot in day[: len(day) // 2 - 1]:
        script.hold(slot)
    assert not Alert.select().exists()
    for slot in day[len(day) // 2 - 1 :]:
        script.hold(slot)
    alert = Alert.get()
    assert (alert.kind, alert.link) == ("transfer_share", "/admin/dashboard?waiting=transfers")
    assert "Unpaid bank transfers of people whom nobody has proved" in alert.message
