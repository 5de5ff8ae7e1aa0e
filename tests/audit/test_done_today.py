"""What "Done today" tells of the audit log."""

import pytest

from app.accounts.models import Client
from app.admin.done_rules import LEFT_OUT, WORDS, said
from app.audit.models import Act
from tests.people import People


@pytest.mark.parametrize("act", list(Act))
def test_every_act_is_told_or_left_out_with_a_reason(act: Act) -> None:
    assert (act in WORDS) != (act in LEFT_OUT)
    assert (WORDS | LEFT_OUT)[act]


@pytest.mark.parametrize(
    ("detail", "told"),
    [
        ("rules", "changed the consultation hours"),
        (
            "closed 2026-12-01T13:00Z to 2026-12-02T13:00Z",
            "closed the calendar from Wednesday 2 December 2026, 12:00 am to Thursday 3 December 2026, 12:00 am",
        ),
        (
            "reopened 2026-12-01T13:00Z to 2026-12-02T13:00Z",
            "ended the closure from Wednesday 2 December 2026, 12:00 am to Thursday 3 December 2026, 12:00 am",
        ),
        ("added 2026-07-01T23:00Z", "added a single time, Thursday 2 July 2026, 9:00 am"),
        ("blocked 2026-07-01T23:00Z", "took a single time out of the calendar, Thursday 2 July 2026, 9:00 am"),
    ],
)
def test_closures_and_single_times_have_their_own_names(detail: str, told: str) -> None:
    assert said(Act.CHANGE_AVAILABILITY, detail) == told


def test_a_new_sign_in_names_its_client(people: People) -> None:
    people.client()
    staff = people.staff()
    assert staff.post(f"/api/admin/clients/{Client.get().id}/sign-in").status_code == 200
    (line,) = staff.get("/api/admin/done").get_json()["items"]
    assert (line["said"], line["name"], line["projectId"]) == ("sent a new sign-in", "Amelia Hart", None)
