"""The rule: what is in the way of erasing a client, what goes, and what stays until when."""

import re
from datetime import UTC, datetime
from inspect import getsource

import pytest

from app.erasure.rules import Bill, Work, is_confirmed, obstacles
from app.erasure.shares import Goes, Stays, gone, kept, years_later
from app.invoices import actions
from app.projects.rules import ProjectStatus

AT = datetime(2026, 5, 12, 0, 0, tzinfo=UTC)  # 10:00 am in Sydney
DONE, LEFT, ON = ProjectStatus.COMPLETED, ProjectStatus.CANCELLED, ProjectStatus.SCHEDULED
PAID = Bill("HPM-7", is_bill=False)


def work(status: ProjectStatus = DONE, *bills: Bill, proved: bool = True, **more: object) -> Work:
    return Work("HPM-7", status, proved, bills or (PAID,), **more)  # type: ignore[arg-type]  # each is named below


CASES: list[tuple[Work, list[str]]] = [
    (work(DONE), []),
    (work(LEFT), []),
    # What a stranger typed beside the client is no project of theirs, until money has to do with it.
    (work(ProjectStatus.INQUIRY, proved=False), []),
    (work(ProjectStatus.INQUIRY, proved=False, has_money=True), ["HPM-7 is not over yet."]),
    *[
        (work(status), ["HPM-7 is not over yet. Set it to completed, or cancel it."])
        for status in ProjectStatus
        if status not in (ProjectStatus.COMPLETED, ProjectStatus.CANCELLED)
    ],
    (work(DONE, Bill("HPM-7-2", True, owed_cents=40_000)), ["$400.00 is owed for HPM-7-2. Record its payment, or wi"]),
    (
        work(DONE, Bill("HPM-7-2", True, owed_cents=9, has_money=True)),
        ["$0.09 is owed for HPM-7-2. Record its payment, or give back what came and withdraw the bill."],
    ),
    (
        work(DONE, Bill("HPM-7-2", True, owed_cents=9, has_money=True, was_paid=True)),
        ["$0.09 is owed for HPM-7-2. Record its payment, or give back what came."],
    ),
    (work(DONE, Bill("HPM-7", False, owed_cents=100)), ["$1.00 is owed for HPM-7. Record its payment, or give back"]),
    (work(DONE, Bill("HPM-7", False, too_much_cents=5_000)), ["$50.00 came too much for HPM-7. Give it back first."]),
    (work(LEFT, Bill("HPM-7", False, awaited=True, owed_cents=9)), ["A bank transfer for HPM-7 is awaited."]),
    (work(DONE, Bill("HPM-7-2", True, awaited=True, owed_cents=900)), ["$9.00 is owed for HPM-7-2."]),
    (work(LEFT, Bill("HPM-7", False, deciding=True)), ["A bank is deciding about a card payment for HPM-7."]),
    (work(LEFT, undecided_cents=25_000), ["HPM-7 is closed, and $250.00 of its money is still here."]),
    (
        work(LEFT, Bill("HPM-7", False, too_much_cents=25_000), undecided_cents=25_000),
        ["HPM-7 is closed, and $250.00 of its money is still here."],
    ),
    (work(ON, ahead=AT), ["The consultation of HPM-7 is on Tue 12 May 2026, 10:00 am.", "HPM-7 is not over yet."]),
    (work(LEFT, held_until=AT), ["A time is held for HPM-7 until Tue 12 May 2026, 10:00 am"]),
]


@pytest.mark.spec("A-03")
@pytest.mark.parametrize(("found", "said"), CASES)
def test_what_is_open_is_in_the_way_and_says_what_to_do(found: Work, said: list[str]) -> None:
    sentences = obstacles([found])
    assert [sentence[: len(begin)] for sentence, begin in zip(sentences, said, strict=True)] == said
    assert all(sentence.count(". ") and sentence.endswith(".") for sentence in sentences)


def test_every_project_is_looked_at() -> None:
    assert len(obstacles([work(ON), work(DONE), work(ON)])) == 2
    assert obstacles([]) == []


def test_what_goes_is_told_with_its_number_and_nothing_of_which_there_is_none() -> None:
    told = gone({Goes.DOCUMENTS: 2, Goes.MESSAGES: 1, Goes.NOTES: 0, Goes.SIGN_IN: 1})
    assert [each.what for each in told] == [
        "Name, email, phone, company and address of the client",
        "The sign-in to the client portal",
        "2 documents with their files, earlier versions and thumbnails",
        "1 message",
    ]
    assert gone({}, 5_000)[-1].what == "The credit of $50.00 that is left of a booking fee"
    (_, unsent) = gone({Goes.UNSENT: 1}, unsent=["What we keep: HPM-7"])
    assert (unsent.what, unsent.which) == (
        "1 of them before it was sent: it never will be",
        ("What we keep: HPM-7",),
    )
    everything = gone(dict.fromkeys(Goes, 1)) + gone(dict.fromkeys(Goes, 3))
    assert len(everything) == 2 * len(Goes)
    assert not [each.what for each in everything if "{" in each.what]


def test_what_stays_does_so_seven_years_from_the_newest_of_its_kind() -> None:
    earlier = AT.replace(year=2024)
    told = kept({Stays.INVOICES: [AT, earlier], Stays.PAYMENTS: [earlier], Stays.REFUNDS: []}, 7)
    assert [(each.what, each.until) for each in told] == [
        ("2 tax invoices and adjustment notes", AT.replace(year=2033)),
        ("1 payment", earlier.replace(year=2031)),
    ]
    assert len(kept({kind: [AT] for kind in Stays}, 7)) == len(Stays)


@pytest.mark.parametrize(
    ("moment", "until"),
    [
        (datetime(2028, 2, 29, 3, tzinfo=UTC), datetime(2035, 3, 1, 3, tzinfo=UTC)),
        # The same hour by the firm's clock, whichever offset it has by then.
        (datetime(2026, 1, 1, tzinfo=UTC), datetime(2033, 1, 1, tzinfo=UTC)),
    ],
)
def test_the_years_are_counted_by_the_calendar(moment: datetime, until: datetime) -> None:
    assert years_later(moment, 7) == until


@pytest.mark.parametrize(
    ("typed", "confirmed"),
    [
        ("Amelia Hart", True),
        ("  amelia   hart ", True),
        ("AMELIA@example.com", True),
        ("Amelia", False),
        ("", False),
        ("   ", False),
    ],
)
def test_only_the_name_or_the_address_confirms(typed: str, confirmed: bool) -> None:
    assert is_confirmed(typed, "Amelia Hart", "amelia@example.com") is confirmed
    assert not is_confirmed("", "", "amelia@example.com")


def test_what_is_said_of_kept_invoices_names_all_that_they_say_of_their_buyer() -> None:
    (line,) = kept({Stays.INVOICES: [AT]}, 7)
    assert "with the buyer's name, company, address and email" in line.why
    said = set(re.findall(r"client\.(\w+)", getsource(actions._buyer)))
    assert said == {"name", "company", "address_street", "address_city", "address_state", "address_zip", "email"}
