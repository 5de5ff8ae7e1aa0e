"""A client corrects their details, sees where they are signed in and asks to be deleted."""

from datetime import timedelta

import pytest

from app import clock
from app.accounts.details import DetailChange
from app.accounts.models import Client
from app.accounts.rules import browser_words
from app.alerts.models import Alert
from app.audit.models import Act, AuditLine
from app.limits import limiter
from app.onboarding.rules import NOT_YOURS
from app.projects.models import Project
from app.retention.ages import forget_corrections
from tests.attention.waiting import said
from tests.people import PASSWORD, People, Person

AMELIA = "amelia@example.com"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1"
)
CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Safari/537.36"
)
REVERSED, FORBIDDEN = "Amelia \u202etraH\u2069", "Amelia\x00\x07 Hart\r\nBcc: a@b.example\u2028"


def correct(person: Person, **told: object) -> object:
    return person.browser.patch("/api/client/details", json=told)


def enter(people: People, agent: str) -> Person:
    """Amelia signs in from one more browser."""
    limiter.reset()
    person = people.visitor()
    credentials = {"email": AMELIA, "password": PASSWORD}
    assert person.post("/api/client/login", credentials, headers={"User-Agent": agent}).status_code == 200
    return person


def signed_in(person: Person) -> list[dict[str, object]]:
    return list(person.get("/api/client/sessions").get_json())


def acts() -> list[str]:
    return [line.action for line in AuditLine.select().order_by(AuditLine.id)]


@pytest.mark.spec("D-11", "R-01")
def test_a_correction_keeps_what_was_known_before_and_tells_staff_quietly(people: People) -> None:
    amelia, staff = people.client(), people.staff()
    alerts = Alert.select().count()
    answer = correct(amelia, phone=" 0400 999 888 ", company="Hart & Co", addressCity="Hurstville")
    assert (answer.status_code, answer.get_json()["phone"]) == (200, "0400 999 888")
    client = Client.get()
    assert (client.phone, client.company, client.address_city) == ("0400 999 888", "Hart & Co", "Hurstville")
    changes = staff.get(f"/api/admin/projects/{Project.get().id}").get_json()["client"]["changes"]
    assert [(each["field"], each["old"], each["new"]) for each in changes] == [
        ("address_city", "", "Hurstville"),
        ("company", "", "Hart & Co"),
        ("phone", "0400 123 456", "0400 999 888"),
    ]
    [line] = AuditLine.select().where(AuditLine.action == Act.DETAILS_CHANGED)
    assert (line.actor, line.subject, line.detail) == (
        str(client.id),
        f"client:{client.id}",
        "phone, company, address_city",
    )
    assert Alert.select().count() == alerts


def test_the_same_again_changes_nothing(people: People) -> None:
    amelia = people.client()
    for _ in range(3):
        assert correct(amelia, phone="0400 999 888", name="Amelia Hart").status_code == 200
    assert [(each.field, each.old) for each in DetailChange.select()] == [("phone", "0400 123 456")]
    assert acts().count(Act.DETAILS_CHANGED) == 1


def test_a_company_can_be_taken_away(people: People) -> None:
    amelia = people.client()
    correct(amelia, company="Hart & Co")
    assert correct(amelia, company="").get_json()["company"] == ""
    assert Client.get().company is None


@pytest.mark.parametrize(
    ("field", "value", "text"),
    [
        ("name", "A", "Name must be at least 2 characters"),
        ("name", "x" * 10_000, "Name must be at most 120 characters"),
        ("name", "\u202e\u0000\u3164 12", "Name must contain a letter"),
        ("phone", "", "Phone number must be at least 7 characters"),
        ("phone", None, "Phone number must be at least 7 characters"),
        ("addressStreet", "1", "Address must be at least 3 characters"),
        ("addressZip", "1" * 13, "Postcode must be at most 12 characters"),
        ("company", "x" * 121, "Company must be at most 120 characters"),
        ("email", "new@example.com", NOT_YOURS),
        ("proved_at", "2020-01-01", NOT_YOURS),
    ],
)
def test_a_field_that_breaks_its_rule_is_named_and_nothing_is_kept(
    people: People, field: str, value: object, text: str
) -> None:
    amelia = people.client()
    answer = correct(amelia, **{"company": "Hart & Co", field: value})
    assert answer.status_code == 422
    assert text in answer.get_json()["fields"].values()
    assert not DetailChange.select().exists()


def test_marks_that_mislead_are_not_kept(people: People) -> None:
    amelia = people.client()
    assert correct(amelia, name=REVERSED).get_json()["name"] == "Amelia traH"
    assert correct(amelia, name=FORBIDDEN).get_json()["name"] == "Amelia Hart Bcc: a@b.example"


def test_what_was_corrected_is_forgotten_after_seven_years(people: People) -> None:
    correct(people.client(), phone="0400 999 888")
    now = clock.now()
    assert forget_corrections(now + timedelta(days=7 * 365)) == 0
    assert forget_corrections(now + timedelta(days=7 * 366 + 1)) == 1


@pytest.mark.spec("D-11")
def test_a_client_sees_where_they_are_signed_in(people: People) -> None:
    people.client()
    people.client("bruno@example.com")
    enter(people, SAFARI)
    here = enter(people, FIREFOX)
    shown = signed_in(here)
    assert [(each["browser"], each["isThis"]) for each in shown] == [
        ("Firefox on Linux", True),
        ("Safari on an iPhone", False),
        ("A browser", False),
    ]
    assert all(set(each) == {"name", "browser", "since", "isThis"} for each in shown)


def test_one_browser_is_signed_out_from_another(people: People) -> None:
    people.client()
    lost, here = enter(people, SAFARI), enter(people, FIREFOX)
    name = next(each["name"] for each in signed_in(here) if each["browser"] == "Safari on an iPhone")
    for _ in range(2):
        assert here.browser.delete(f"/api/client/sessions/{name}").status_code == 200
    assert (lost.get("/api/client/details").status_code, here.get("/api/client/details").status_code) == (401, 200)
    assert acts().count(Act.SESSIONS_ENDED) == 1


@pytest.mark.spec("D-11")
def test_everywhere_else_leaves_this_browser_and_everybody_else_alone(people: People) -> None:
    elsewhere, bruno = people.client(), people.client("bruno@example.com")
    here = enter(people, FIREFOX)
    assert here.browser.delete("/api/client/sessions").status_code == 200
    found = [person.get("/api/client/details").status_code for person in (elsewhere, bruno, here)]
    assert found == [401, 200, 200]
    assert [each["isThis"] for each in signed_in(here)] == [True]


def test_nobody_signs_out_somebody_else_or_this_browser_by_its_name(people: People) -> None:
    amelia, bruno = people.client(), people.client("bruno@example.com")
    [mine], [other] = signed_in(amelia), signed_in(bruno)
    for name in (mine["name"], other["name"]):
        assert amelia.browser.delete(f"/api/client/sessions/{name}").status_code == 200
    assert [person.get("/api/client/details").status_code for person in (amelia, bruno)] == [200, 200]


def test_a_session_is_as_old_after_a_change_of_password(people: People) -> None:
    people.client()
    here = enter(people, FIREFOX)
    [since] = [each["since"] for each in signed_in(here) if each["isThis"]]
    changed = {"currentPassword": PASSWORD, "newPassword": "a third phrase", "confirmPassword": "a third phrase"}
    assert here.post("/api/client/reset-password", changed).status_code == 200
    assert [each["since"] for each in signed_in(here)] == [since]


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox on Linux"),
        (SAFARI, "Safari on an iPhone"),
        (CHROME, "Chrome on Windows"),
        (f"{CHROME} Edg/137.0.0.0", "Edge on Windows"),
        ("Mozilla/5.0 (Linux; Android 10; K) Chrome/137.0.0.0 Mobile Safari/537.36", "Chrome on an Android device"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15", "Safari on a Mac"),
        ("curl/8.0 \x00\u202e<script>", "A browser"),
        ("", "A browser"),
    ],
)
def test_a_browser_is_told_in_our_own_words(agent: str, words: str) -> None:
    assert browser_words(agent) == words


@pytest.mark.spec("D-11")
def test_a_wish_to_be_deleted_is_a_task_for_staff_until_it_is_taken_back(people: People) -> None:
    amelia = people.client()

    for _ in range(2):
        assert amelia.post("/api/client/deletion").status_code == 200
    [told] = said("deletion")
    assert "Amelia Hart (amelia@example.com)" in told
    assert amelia.get("/api/client/details").get_json()["deletionAskedAt"]
    for _ in range(2):
        assert amelia.browser.delete("/api/client/deletion").status_code == 200
    assert (said("deletion"), amelia.get("/api/client/details").get_json()["deletionAskedAt"]) == ([], None)
    assert acts().count(Act.DELETION_ASKED) == acts().count(Act.DELETION_TAKEN_BACK) == 1
