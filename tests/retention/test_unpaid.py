"""What visitors left unpaid: a letter with a way back on day 3, erased after 30 days, and never anything with money."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app import clock, db
from app.access import Caller
from app.accounts import credentials as accounts
from app.accounts.models import Client
from app.accounts.session_rows import SessionRow
from app.alerts.models import Alert
from app.booking.models import Booking
from app.config import Config
from app.consultations.expired import expire_holds
from app.documents.models import Document
from app.factory import House
from app.mail.models import Letter
from app.onboarding.models import Onboarding
from app.orders.money import Payment
from app.payments import choosing, transfers
from app.payments.provider import ProviderUnavailable
from app.projects.models import HistoryLine, Project
from app.retention import actions as retention
from app.slots.models import Hold, Slot
from tests.onboarders import Onboarder
from tests.people import VISA, People
from tests.watch import Watch

DAY, HOUR, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(seconds=1)


def files(house: House) -> list[Path]:
    return sorted(path for path in house.config.documents_folder.glob("*/*") if path.is_file())


def erase(house: House, now: datetime) -> int:
    return retention.erase_abandoned(house.gateway, now)


def way_backs() -> list[Letter]:
    return list(Letter.select().where(Letter.kind == "way_back").order_by(Letter.id))


def onboarder(people: People, watch: Watch, **told: Any) -> Onboarder:
    """Somebody with a project, a file and a time that has gone back meanwhile."""
    ann = Onboarder(people.house, **told)
    assert ann.attach().status_code == 201
    assert ann.take(ann.times()[-1]["id"]).status_code == 200
    watch.now += HOUR
    expire_holds(watch.now)
    return ann


def test_a_draft_goes_with_its_files_thirty_days_after_its_last_touch(people: People, watch: Watch) -> None:
    people.visitor().fill_wizard(files=2)
    watch.now += 30 * DAY - SECOND
    assert erase(people.house, watch.now) == 0
    assert (Booking.select().count(), len(files(people.house))) == (1, 2)
    watch.now += SECOND
    assert erase(people.house, watch.now) == 1
    assert (Booking.select().count(), Document.select().count(), files(people.house)) == (0, 0, [])


@pytest.mark.parametrize("touch", ["save", "upload", "remove", "card form"])
def test_whatever_the_visitor_does_is_a_touch(people: People, watch: Watch, touch: str) -> None:
    visitor = people.visitor()
    draft = visitor.fill_wizard()
    watch.now += 20 * DAY
    acts = {
        "save": lambda: visitor.post("/api/bookings", {"step": 3}),
        "upload": visitor.upload,
        "remove": lambda: visitor.browser.delete(f"/api/bookings/current/documents/{draft['files'][0]['id']}"),
        "card form": visitor.start_payment,
    }
    acts[touch]()
    watch.now += 29 * DAY
    assert erase(people.house, watch.now) == 0
    assert visitor.get("/api/bookings/current").get_json()["booking"]["fullName"] == "Amelia Hart"
    watch.now += DAY
    assert erase(people.house, watch.now) == 1


def test_an_onboarding_goes_with_its_project_files_letters_and_client(people: People, watch: Watch) -> None:
    onboarder(people, watch)
    watch.now += 30 * DAY
    assert erase(people.house, watch.now) == 1
    for model in (Onboarding, Project, Client, Document, Hold, HistoryLine, Letter):
        assert model.select().count() == 0, model
    assert files(people.house) == []
    assert not Slot.select().where(Slot.is_booked == True).exists()


def keep(booking: int) -> None:
    """Let the database refuse to give up a booking's row."""
    refusal = f"WHEN OLD.id = {booking} BEGIN SELECT RAISE(ABORT, 'this row cannot go'); END"
    db.database.execute_sql(f"CREATE TRIGGER kept BEFORE DELETE ON bookings {refusal}")


def test_files_go_only_once_the_rows_are_gone(people: People, watch: Watch) -> None:
    people.visitor().fill_wizard()
    watch.now += 30 * DAY
    keep(Booking.get().id)
    assert erase(people.house, watch.now) == 0
    assert (Document.select().count(), len(files(people.house))) == (1, 1)


def test_one_that_cannot_be_erased_holds_up_no_other(people: People, watch: Watch) -> None:
    for email in ("one@example.com", "two@example.com", "three@example.com"):
        people.visitor().fill_wizard(email=email)
    first = Booking.get(Booking.email == "one@example.com").id
    watch.now += 30 * DAY
    keep(first)
    assert erase(people.house, watch.now) == 2
    assert [row.id for row in Booking.select()] == [first]
    assert Alert.get(Alert.kind == "row_erasing").message.startswith(f"Draft {first}: erasing")


def test_a_run_is_bounded_and_the_next_goes_on(people: People, watch: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        people.visitor().fill_wizard(files=0, email=f"v{number}@example.com")
    watch.now += 31 * DAY
    monkeypatch.setattr(retention, "ERASED_PER_RUN", 2)
    assert [erase(people.house, watch.now) for _ in range(4)] == [2, 2, 1, 0]


def test_a_card_payment_is_cancelled_at_the_provider_first_and_its_row_stays(people: People, watch: Watch) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    intent = visitor.start_payment()
    watch.now += 30 * DAY
    assert erase(people.house, watch.now) == 1
    assert people.house.sandbox.intent(intent)["status"] == "canceled"
    shell, payment = Booking.get(), Payment.get()
    assert (shell.full_name, shell.email, shell.phone, shell.address, shell.message) == ("", "", "", "", "")
    assert (payment.order.booking_id, payment.amount_cents, payment.status) == (shell.id, 25_000, "failed")
    assert files(people.house) == []
    assert erase(people.house, watch.now + 40 * DAY) == 0
    assert visitor.get("/api/bookings/current").get_json()["booking"] is None


def test_while_the_provider_is_away_nothing_with_a_card_payment_goes_and_the_rest_does(
    people: People, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = people.visitor()
    begun.fill_wizard()
    begun.start_payment()
    people.visitor().fill_wizard(email="other@example.com")
    watch.now += 30 * DAY

    def away(*told: Any, **more: Any) -> None:
        raise ProviderUnavailable("away")

    monkeypatch.setattr(people.house.gateway, "cancel_intent", away)
    assert erase(people.house, watch.now) == 1
    assert [row.email for row in Booking.select()] == ["amelia@example.com"]
    assert not Alert.select().exists()


def test_a_payment_that_came_in_the_last_second_keeps_everything(people: People, watch: Watch) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    intent = visitor.start_payment()
    watch.now += 30 * DAY
    people.house.sandbox.confirm(intent, card=VISA)  # nobody has told us
    assert erase(people.house, watch.now) == 0
    assert (Booking.get().status, Booking.get().full_name) == ("confirmed", "Amelia Hart")
    assert len(files(people.house)) == 1


@pytest.mark.parametrize("by", ["booking", "onboarding"])
def test_what_awaits_a_transfer_stays_ninety_days_and_one_that_comes_later_is_told_to_staff(
    people: People, watch: Watch, by: str
) -> None:
    if by == "onboarding":
        ann = Onboarder(people.house)
        ann.take(ann.times()[-1]["id"])
        assert ann.post(f"/api/projects/{ann.project}/bank-transfer").status_code == 200
    else:
        visitor = people.visitor()
        visitor.fill_wizard()
        choosing.book(None, Caller(Booking.get().visitor_id))
    watch.now += 89 * DAY
    expire_holds(watch.now)
    assert erase(people.house, watch.now) == 0
    watch.now += 2 * DAY
    assert erase(people.house, watch.now) == 1
    payment, project, client = Payment.get(), Project.get(), Client.get()
    assert project.erased_at == watch.now and (client.name, client.phone) == ("Erased", "")
    before = Letter.select().where(Letter.kind != "staff_consultation_notice").count()
    transfers.receive(payment.id, "helena")
    assert Payment.get().status == "completed"
    assert "came for HPM-" in Alert.get(Alert.kind == "paid_erased").message
    assert Letter.select().count() == before == 0
    assert erase(people.house, watch.now + 400 * DAY) == 0


@pytest.mark.parametrize("status", ["scheduled", "in_progress", "completed", "pending_documents"])
def test_what_staff_have_taken_up_stays_although_it_is_unpaid(people: People, watch: Watch, status: str) -> None:
    onboarder(people, watch)
    Project.update(status=status).execute()
    watch.now += 300 * DAY
    assert erase(people.house, watch.now) == 0


def test_a_client_who_has_something_else_stays_and_so_does_everything_paid(people: People, watch: Watch) -> None:
    people.visitor().book(email="ann@example.com")
    onboarder(people, watch)
    before = Letter.select().where(Letter.booking_id.is_null(False)).count()
    watch.now += 400 * DAY
    assert erase(people.house, watch.now) == 1
    assert [client.email for client in Client.select()] == ["ann@example.com"]
    assert (Booking.get().status, Project.get().payment_status) == ("confirmed", "completed")
    assert Letter.select().where(Letter.booking_id.is_null(False)).count() == before
    assert len(files(people.house)) == 1


def test_a_client_with_a_password_stays(people: People, watch: Watch) -> None:
    onboarder(people, watch)
    accounts.set_client_password("ann@example.com", "a lasting password")
    watch.now += 40 * DAY
    assert erase(people.house, watch.now) == 1
    assert Client.select().count() == 1


def test_the_letter_with_a_way_back_comes_once_on_the_third_day_and_says_until_when(
    people: People, watch: Watch
) -> None:
    visitor = people.visitor()
    visitor.fill_wizard(fullName="Call 1900 WIN NOW", message="a stranger's words")
    began = watch.now
    watch.now += 3 * DAY - SECOND
    assert retention.write_way_backs(watch.now) == 0
    watch.now += SECOND
    assert retention.write_way_backs(watch.now) == 1
    letter = way_backs()[0]
    said = " ".join(letter.text.split())
    assert clock.sydney_text(began + 30 * DAY) in said and "/contact" in said
    assert "1900" not in letter.text + letter.html + letter.subject and "stranger" not in letter.text
    for _ in range(100):
        watch.now += 7 * HOUR
        assert retention.write_way_backs(watch.now) == 0
    assert len(way_backs()) == 1


def test_until_that_moment_the_same_browser_shows_it_again_and_no_other_does(people: People, watch: Watch) -> None:
    visitor, stranger = people.visitor(), people.visitor()
    watch.now -= 10 * DAY
    visitor.post("/api/bookings", {"step": 1, "fullName": "x"})  # an earlier visit began the session
    visitor.fill_wizard()
    watch.now += 10 * DAY
    visitor.upload("Late.pdf")
    watch.now += 30 * DAY - SECOND
    people.house.jobs.run("retention")
    shown = visitor.get("/api/bookings/current").get_json()["booking"]
    assert [file["fileName"] for file in shown["files"]] == ["Plan 1.pdf", "Late.pdf"]
    assert stranger.get("/api/bookings/current").get_json()["booking"] is None


def test_a_visit_that_only_reads_renews_nothing(people: People, watch: Watch) -> None:
    visitor = people.visitor()
    visitor.fill_wizard(files=0)
    before = SessionRow.get().expire
    watch.now += 20 * DAY
    visitor.get("/api/bookings/current")
    assert SessionRow.get().expire == before
    visitor.post("/api/bookings", {"step": 3})
    assert SessionRow.get().expire >= watch.now + 30 * DAY


def test_the_way_back_of_an_onboarding_leads_to_its_checkout(people: People, watch: Watch) -> None:
    ann = onboarder(people, watch)
    watch.now += 3 * DAY
    assert retention.write_way_backs(watch.now) == 1
    assert f"/checkout?projectId={ann.project}&amount=1500" in way_backs()[0].text
    assert ann.checkout()["serviceType"] == "planning_approvals"


@pytest.mark.parametrize("since", ["booked", "transfer", "another browser"])
def test_nobody_who_has_gone_on_since_is_written_to(people: People, watch: Watch, since: str) -> None:
    visitor = people.visitor()
    visitor.fill_wizard()
    if since == "booked":
        people.house.sandbox.confirm(intent := visitor.start_payment(), card=VISA)
        visitor.settle(intent)
    elif since == "transfer":
        choosing.book(None, Caller(Booking.get().visitor_id))
    else:
        people.visitor().book(email="AMELIA@example.com")
    watch.now += 4 * DAY
    assert retention.write_way_backs(watch.now) == 0


def test_a_stranger_with_many_browsers_makes_one_letter_to_an_address_in_thirty_days(
    people: People, watch: Watch
) -> None:
    for number in range(40):
        spelled = ("victim@example.com", "Victim@Example.com", f"victim+{number}@example.com")[number % 3]
        people.visitor().fill_wizard(files=0, email=spelled)
        watch.now += DAY
        retention.write_way_backs(watch.now)
    assert len(way_backs()) == 2
    assert way_backs()[1].created_at - way_backs()[0].created_at >= 30 * DAY


def test_a_clock_that_leaps_a_year_ahead_erases_nothing_at_once(people: People, watch: Watch, config: Config) -> None:
    people.visitor().fill_wizard()
    people.house.jobs.run("retention")
    right = watch.now
    watch.now += 365 * DAY
    for _ in range(5):
        people.house.jobs.run("retention")
        watch.now += HOUR
    watch.now = right + 5 * HOUR  # set right again
    people.house.jobs.run("retention")
    assert (Booking.select().count(), SessionRow.select().count()) == (1, 1)
