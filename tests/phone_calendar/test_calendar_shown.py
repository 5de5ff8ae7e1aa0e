"""What a staff member's own calendar fetches: which consultations, and nobody's name unless that is chosen."""

from datetime import timedelta
from typing import Any

import pytest
from icalendar import Calendar

from app import clock
from app.mail.models import Letter
from app.orders.money import Payment
from app.projects.models import Project
from app.slots.models import Slot
from tests.consultations.scheduled import Client
from tests.consultations.test_after_refund import give_back
from tests.onboarders import Onboarder
from tests.people import People
from tests.phone_calendar.calendar_fetching import PATH, events, everything_in, made, named
from tests.watch import Watch


@pytest.mark.spec("A-05")
def test_a_calendar_names_nobody_unless_that_is_chosen(people: People, amelia: Client) -> None:
    staff = people.staff()
    path = made(staff)
    assert named(everything_in(people, path)) == set()
    (event,) = events(people, path)
    assert event["SUMMARY"] == f"Consultation, HPM-{amelia.project}"
    assert event["URL"].endswith(f"/admin/dashboard?project={amelia.project}")
    assert "LOCATION" not in event and "DESCRIPTION" not in event
    assert event.decoded("DTSTART") == Project.get().appointment_date
    assert staff.browser.patch(PATH, json={"showsNames": True}).status_code == 200
    (event,) = events(people, path)
    assert event["SUMMARY"] == f"Amelia Hart, consultation, HPM-{amelia.project}"
    assert (event["LOCATION"], event["DESCRIPTION"]) == (
        "Phone call to 0400 123 456",
        "By phone. Phone: 0400 123 456",
    )
    # The walk finds them where they are.
    assert {"amelia", "hart", "0400 123 456"} <= named(everything_in(people, path))
    assert staff.browser.patch(PATH, json={"showsNames": False}).status_code == 200
    assert named(everything_in(people, path)) == set()


def test_an_appointment_is_the_same_entry_as_in_its_letter_also_after_a_move(people: People, amelia: Client) -> None:
    path = made(people.staff())

    def sent() -> Any:
        letter = Letter.select().where(Letter.recipient == "amelia@example.com", Letter.calendar != "")
        (entry,) = Calendar.from_ical(letter.order_by(Letter.id.desc()).first().calendar).walk("VEVENT")
        return [entry.decoded(name) for name in ("UID", "SEQUENCE", "DTSTART", "DTEND")]

    (first,) = events(people, path)
    assert [first.decoded(name) for name in ("UID", "SEQUENCE", "DTSTART", "DTEND")] == sent()
    assert amelia.move(amelia.free()[30]).status_code == 200
    (moved,) = events(people, path)
    assert [moved.decoded(name) for name in ("UID", "SEQUENCE", "DTSTART", "DTEND")] == sent()
    assert moved["UID"] == first["UID"] and moved["SEQUENCE"] > first["SEQUENCE"]
    assert moved.decoded("DTSTART") != first.decoded("DTSTART")


def test_what_is_cancelled_is_gone_and_what_was_refunded_is_tentative(people: People, amelia: Client) -> None:
    path = made(people.staff())
    give_back(amelia, Payment.get().intent_id)
    (event,) = events(people, path)
    assert (event["STATUS"], event["SUMMARY"]) == ("TENTATIVE", f"Consultation, HPM-{amelia.project} (refunded)")
    cancelled = people.staff().call_off(amelia.project)
    assert cancelled.status_code == 200, cancelled.get_json()
    assert events(people, path) == []


def test_a_time_is_told_once_it_is_paid_for(people: People, watch: Watch) -> None:
    path, ann = made(people.staff()), Onboarder(people.house)
    ann.take(ann.times()[4]["id"])
    assert events(people, path) == []
    ann.pay()
    assert [event["SUMMARY"] for event in events(people, path)] == [f"Consultation, HPM-{ann.project}"]


def test_consultations_are_told_of_until_two_months_after(people: People, amelia: Client, watch: Watch) -> None:
    path, start = made(people.staff()), Project.get().appointment_date
    for days, shown in ((60, 1), (61, 0)):
        watch.now = start + timedelta(days=days)
        assert len(events(people, path)) == shown
    watch.now = start - timedelta(days=365)
    assert len(events(people, path)) == 1
    watch.now = start - timedelta(days=366)
    assert events(people, path) == []


def test_closures_and_blocked_times_are_shown_where_that_is_chosen_and_never_why(people: People, watch: Watch) -> None:
    staff = people.staff()
    path = made(staff)
    day = (clock.in_sydney(watch.now) + timedelta(days=20)).date()
    closure = {"starts": f"{day}T09:00", "ends": f"{day}T12:30", "reason": "Site visit with Amelia Hart"}
    assert staff.post("/api/admin/closures", {**closure, "saves": True}).status_code == 200
    free = Slot.select().where(~Slot.is_booked, ~Slot.blocked).order_by(Slot.date.desc()).first()
    out = staff.browser.patch(f"/api/admin/times/{free.id}", json={"offered": False, "saves": True})
    assert out.status_code == 200
    assert events(people, path) == []
    assert staff.browser.patch(PATH, json={"showsNames": True, "showsBlocked": True}).status_code == 200
    closed, blocked = events(people, path)
    assert closed.decoded("DTEND") - closed.decoded("DTSTART") == timedelta(hours=3, minutes=30)
    assert (blocked.decoded("DTSTART"), blocked.decoded("DTEND")) == (free.date, free.ends)
    assert {event["SUMMARY"] for event in (closed, blocked)} == {"No consultations"}
    assert named(everything_in(people, path)) == set()


def test_an_erased_clients_appointment_is_gone(people: People, amelia: Client) -> None:
    path = made(people.staff(), showsNames=True)
    Project.update(erased_at=clock.now()).execute()
    assert events(people, path) == []
