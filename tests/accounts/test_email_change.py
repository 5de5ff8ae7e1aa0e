"""A client's email address changes when whoever reads the old one and whoever reads the new one have said so."""

import re
import threading
from contextlib import nullcontext
from datetime import datetime, timedelta
from typing import Any

import pytest

from app import clock
from app.accounts import email_change
from app.accounts.details import DetailChange
from app.accounts.email_change_rows import EmailChange
from app.accounts.models import Client
from app.accounts.rules import (
    EMAIL_ANOTHER,
    EMAIL_CHANGE_GONE,
    EMAIL_CHANGE_LASTS,
    EMAIL_OTHER,
    EMAIL_SAME,
    WRONG_PASSWORD,
)
from app.audit.models import Act, AuditLine
from app.booking.models import Booking
from app.doctor.examination import examine
from app.limits import limiter
from app.mail.models import Letter
from app.onboarding.models import Onboarding
from app.projects.models import Project
from app.proofs import ownership
from app.retention.ages import forget_email_changes
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.people import PASSWORD, People, Person

PATIENCE_SECONDS = 60
AMELIA, NEW, BRUNO = "amelia@example.com", "amelia.hart@example.org", "bruno@example.com"
TOKEN = re.compile(r"/client-portal/email\?token=([\w-]{43})")


def ask(person: Person, email: str = NEW, key: str = "first", password: str = PASSWORD) -> Any:
    limiter.reset()
    body = {"email": email, "password": password}
    return person.post("/api/client/email-change", body, headers={"Idempotency-Key": key})


def letters(kind: str) -> list[Letter]:
    return list(Letter.select().where(Letter.kind == kind).order_by(Letter.id))


def token(kind: str) -> str:
    found = TOKEN.search(letters(kind)[-1].text)
    assert found
    return found[1]


def tokens() -> tuple[str, str]:
    """Of the newest letters to the old and to the new address."""
    return token("email_change_old"), token("email_change_new")


def look(person: Person, token: str) -> Any:
    limiter.reset()
    return person.post("/api/client/email-change/look", {"token": token})


def answer(person: Person, token: str, confirms: bool = True) -> Any:
    limiter.reset()
    return person.post("/api/client/email-change/answer", {"token": token, "confirms": confirms})


def sign_in(people: People, email: str, password: str = PASSWORD) -> int:
    limiter.reset()
    return people.visitor().post("/api/client/login", {"email": email, "password": password}).status_code


def waiting(person: Person) -> Any:
    return person.get("/api/client/details").get_json()["emailChange"]


@pytest.mark.spec("D-11")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_it_changes_with_the_second_yes_and_ends_every_session_elsewhere(
    people: People, order: tuple[int, int]
) -> None:
    here, visitor = people.client(), people.visitor()
    elsewhere = people.visitor()
    elsewhere.sign_in(AMELIA)
    assert ask(here, f" {NEW.upper()} ").status_code == 200
    assert [letter.recipient for letter in letters("email_change_old") + letters("email_change_new")] == [AMELIA, NEW]
    links = tokens()
    first = answer(visitor, links[order[0]]).get_json()
    assert (first["confirmed"], first["made"], Client.get().email) == (True, False, AMELIA)
    assert elsewhere.get("/api/client/details").status_code == 200
    last = answer(here, links[order[1]]).get_json()
    assert (last["made"], Client.get().email) == (True, NEW)
    assert [person.get("/api/client/details").status_code for person in (here, elsewhere)] == [200, 401]
    assert [sign_in(people, email) for email in (AMELIA, NEW)] == [401, 200]
    told = letters("email_changed")
    assert [(letter.recipient, NEW in letter.text) for letter in told] == [(AMELIA, True), (NEW, True)]
    [kept] = DetailChange.select()
    assert (kept.field, kept.old, kept.new) == ("email", AMELIA, NEW)


def test_the_session_that_asked_goes_on_and_nobody_is_signed_in_by_a_link(people: People) -> None:
    people.client()
    here = people.visitor()
    here.sign_in(AMELIA)
    ask(here)
    elsewhere, visitor = people.visitor(), people.visitor()
    elsewhere.post("/api/client/login", {"email": AMELIA, "password": PASSWORD})
    for link in tokens():
        assert answer(visitor, link).status_code == 200
    everybody = (here, elsewhere, visitor)
    assert [person.get("/api/client/details").status_code for person in everybody] == [200, 401, 401]


def test_the_same_key_with_another_address_is_refused(people: People) -> None:
    amelia = people.client()
    assert ask(amelia).status_code == 200
    refused = ask(amelia, "another@example.org")
    assert (refused.status_code, refused.get_json()["message"]) == (409, EMAIL_ANOTHER)
    assert (waiting(amelia)["newAddress"], EmailChange.select().count()) == (NEW, 1)


def test_looking_changes_nothing_and_tells_the_new_address_nothing_of_the_old(people: People) -> None:
    ask(people.client())
    for link in tokens():
        for _ in range(100):
            told = look(people.visitor(), link)
            assert told.status_code == 200
        assert AMELIA not in told.get_data(as_text=True)
    assert AMELIA not in letters("email_change_new")[0].text
    assert [row.is_confirmed for row in EmailChange.select()] == [False]


def test_nobody_but_its_reader_learns_that_an_address_is_a_clients(people: People) -> None:
    amelia = people.client()
    people.client(BRUNO)
    free, known = ask(amelia, NEW, "first"), ask(amelia, BRUNO, "second")
    assert (free.status_code, free.data, sorted(free.headers.keys())) == (
        known.status_code,
        known.data,
        sorted(known.headers.keys()),
    )
    assert waiting(amelia) == {
        "newAddress": BRUNO,
        "oldConfirmed": False,
        "newConfirmed": False,
        "expiresAt": waiting(amelia)["expiresAt"],
    }
    [told] = letters("email_known")
    assert (told.recipient, AMELIA in told.text, TOKEN.search(told.text)) == (BRUNO, False, None)
    # Nor by the old address's yes, which is answered alike.
    said = answer(people.visitor(), token("email_change_old")).get_json()
    assert (said["confirmed"], said["made"], said["stopped"]) == (True, False, False)
    assert [sign_in(people, email) for email in (AMELIA, BRUNO)] == [200, 200]


def test_an_address_that_somebody_gets_meanwhile_is_theirs(people: People) -> None:
    ask(people.client())
    old, new = tokens()
    assert answer(people.visitor(), old).status_code == 200
    people.client(NEW)
    assert answer(people.visitor(), new).status_code == 409
    assert sorted(client.email for client in Client.select()) == sorted([AMELIA, NEW])


def pay(person: Onboarder) -> None:
    slots.generate(clock.now())
    assert person.take(person.times()[20]["id"]).status_code == 200
    person.pay()


def ways() -> list[Any]:
    return [
        pytest.param(when, vouched, id=f"{when}{', vouched' if vouched else ''}")
        for when in ("before", "between")
        for vouched in (False, True)
    ]


@pytest.mark.parametrize(("when", "vouched"), ways())
def test_an_address_that_a_stranger_only_typed_keeps_it_from_nobody(
    people: People, monkeypatch: pytest.MonkeyPatch, when: str, vouched: bool
) -> None:
    amelia = people.client()
    mine = Client.get()
    stranger = Onboarder(people.house, NEW) if when == "before" else None
    ask(amelia)
    old, new = tokens()
    stranger = stranger or Onboarder(people.house, NEW)
    booker = people.visitor()
    booker.fill_wizard(email=NEW.upper())
    with monkeypatch.context() as no_cards:
        no_cards.setitem(people.house.flask.config, "GATEWAY", None)
        assert booker.post("/api/bookings/current/bank-transfer").status_code == 200
    typed = Client.with_email(NEW)
    assert typed is not None and typed.id != mine.id
    if vouched:
        assert (
            people.staff().post(f"/api/admin/clients/{mine.id}/email-change/vouch", {"newAddress": NEW}).status_code
            == 200
        )
    else:
        assert answer(people.visitor(), old).status_code == 200
    for _ in range(2):
        assert answer(people.visitor(), new).get_json()["made"] is True
    assert [(client.id, client.email, client.name) for client in Client.select()] == [(mine.id, NEW, mine.name)]
    assert {row.client_id for model in (Project, Onboarding, Booking) for row in model.select()} == {mine.id}
    assert not Letter.select().where(Letter.client_id == typed.id).exists()
    # It is unproved as before: its browser's and no client's.
    project = Project.get_by_id(stranger.project)
    assert (project.proved_at, stranger.checkout()["id"]) == (None, project.id)
    amelia.sign_in(NEW)
    assert [each["id"] for each in amelia.get("/api/client/projects").get_json()] == [1]
    assert amelia.get(f"/api/client/projects/{project.id}").status_code == 404
    assert examine(people.house.config.folder, clock.now()) == []
    pay(stranger)
    assert Project.get_by_id(project.id).client_id == mine.id


@pytest.mark.parametrize("proof", ["paid", "staff"])
def test_an_address_that_somebody_has_proved_gives_way_to_nobody(people: People, proof: str) -> None:
    amelia = people.client()
    stranger = Onboarder(people.house, NEW)
    ask(amelia)
    old, new = tokens()
    if proof == "paid":
        pay(stranger)
    else:
        ownership.confirm(stranger.project, "helena", clock.now())
    assert [answer(people.visitor(), link).status_code for link in (old, new)] == [200, 409]
    assert sorted(client.email for client in Client.select()) == sorted([AMELIA, NEW])


def test_whoever_reads_one_of_the_addresses_stops_it(people: People) -> None:
    amelia = people.client()
    for number, side in enumerate((0, 1)):
        ask(amelia, key=f"try {number}")
        links = tokens()
        for _ in range(2):
            stopped = answer(people.visitor(), links[side], confirms=False)
            assert (stopped.status_code, stopped.get_json()["stopped"]) == (200, True)
        assert [answer(people.visitor(), link).status_code for link in links] == [404, 404]
        assert waiting(amelia) is None
    assert Client.get().email == AMELIA


def test_the_client_takes_it_back_and_an_older_link_dies_with_a_newer_wish(people: People) -> None:
    amelia = people.client()
    ask(amelia)
    older = tokens()
    ask(amelia, "another@example.org", "second")
    gone = look(people.visitor(), older[0])
    assert (gone.status_code, gone.get_json()["message"]) == (404, EMAIL_CHANGE_GONE)
    for _ in range(2):
        assert amelia.browser.delete("/api/client/email-change").status_code == 200
    assert [answer(people.visitor(), link).status_code for link in (*older, *tokens())] == [404] * 4


def test_links_work_for_a_day(people: People) -> None:
    ask(people.client())
    asked, (old, new) = clock.now(), tokens()
    with clock.reading(lambda: asked + EMAIL_CHANGE_LASTS - timedelta(minutes=1)):
        assert answer(people.visitor(), old).status_code == 200
    with clock.reading(lambda: asked + EMAIL_CHANGE_LASTS + timedelta(minutes=1)):
        assert answer(people.visitor(), new).status_code == 404
        assert forget_email_changes(clock.now()) == 0
    assert forget_email_changes(asked + timedelta(days=3)) == 1


def test_another_password_ends_it(people: People) -> None:
    amelia = people.client()
    ask(amelia)
    links = tokens()
    changed = {"currentPassword": PASSWORD, "newPassword": "a third phrase", "confirmPassword": "a third phrase"}
    assert amelia.post("/api/client/reset-password", changed).status_code == 200
    assert waiting(amelia) is None
    assert [answer(people.visitor(), link).status_code for link in links] == [404, 404]


def test_a_link_to_set_the_password_does_not_outlive_its_address(people: People) -> None:
    amelia = people.client()
    people.visitor().post("/api/client/reset-link", {"email": AMELIA})
    people.house.jobs.run("reset links")
    reset = re.findall(r"/client-portal/reset\?token=([\w-]{43})", letters("password_reset")[0].text)[0]
    ask(amelia)
    for link in tokens():
        answer(people.visitor(), link)
    assert people.visitor().post("/api/client/reset-link/look", {"token": reset}).status_code == 404


def test_letters_on_their_way_go_to_the_address_of_their_time(people: People) -> None:
    amelia = people.client()
    before = {letter.id: letter.recipient for letter in Letter.select()}
    ask(amelia)
    for link in tokens():
        answer(people.visitor(), link)
    assert before == {letter.id: letter.recipient for letter in Letter.select() if letter.id in before}


def test_only_a_hash_of_the_links_is_kept_and_their_letters_lose_them(people: People) -> None:
    ask(people.client())
    links = tokens()
    kept = repr(list(EmailChange.select().dicts()))
    assert not [link for link in links if link in kept]
    for link in links:
        answer(people.visitor(), link)
    texts = "".join(letter.text + letter.html for letter in Letter.select())
    assert not [link for link in links if link in texts]


def test_asking_needs_the_password_and_another_address(people: People) -> None:
    amelia = people.client()
    wrong, same = ask(amelia, password="a guess"), ask(amelia, AMELIA.upper())
    assert (wrong.status_code, wrong.get_json()["fields"]) == (403, {"password": WRONG_PASSWORD})
    assert (same.status_code, same.get_json()["fields"]) == (422, {"email": EMAIL_SAME})
    assert ask(amelia, "a@b").get_json()["fields"] == {"email": "Invalid email address"}
    assert not EmailChange.select().exists()


def test_the_same_wish_sends_its_letters_once_and_many_wishes_have_to_wait(people: People) -> None:
    amelia = people.client()
    for _ in range(3):
        assert ask(amelia).status_code == 200
    assert len(letters("email_change_old")) == 1
    answers = [ask(amelia, f"a{number}@example.org", f"key {number}") for number in range(5)]
    assert [each.status_code for each in answers] == [200] * 4 + [429]
    assert "Please try again in" in answers[-1].get_json()["message"]


def test_staff_vouch_for_an_old_address_that_nobody_reads_any_more(people: People) -> None:
    amelia, staff = people.client(), people.staff()
    path = f"/api/admin/clients/{Client.get().id}/email-change/vouch"
    told = {"newAddress": NEW.upper()}
    assert staff.post(path, told).status_code == 404
    ask(amelia)
    for _ in range(2):
        assert staff.post(path, told).status_code == 200
    assert Client.get().email == AMELIA
    assert answer(people.visitor(), tokens()[1]).get_json()["made"] is True
    lines = AuditLine.select().where(AuditLine.action == Act.EMAIL_CHANGE_CONFIRMED).order_by(AuditLine.id)
    assert [(line.actor_kind, line.actor, line.detail) for line in lines] == [
        ("staff", "helena", "the old address"),
        ("client", str(Client.get().id), "the new address"),
    ]


def test_staff_vouch_for_the_address_alone_that_the_client_told_them(people: People) -> None:
    amelia, staff, thief = people.client(), people.staff(), people.visitor()
    page = f"/api/admin/clients/{Client.get().id}"
    ask(amelia)
    thief.sign_in(AMELIA)
    ask(thief, "evil@example.com", "second")
    refused = staff.post(f"{page}/email-change/vouch", {"newAddress": NEW})
    assert (refused.status_code, refused.get_json()["fields"]) == (409, {"newAddress": EMAIL_OTHER})
    shown = staff.get(f"/api/admin/projects/{Project.get().id}").get_json()["client"]["details"]["emailChange"]
    assert (shown["newAddress"], shown["oldConfirmed"]) == ("evil@example.com", False)
    assert staff.post(f"{page}/email-change/vouch").get_json()["fields"].keys() == {"newAddress"}


def test_of_many_yeses_at_once_one_makes_the_change(people: People) -> None:
    ask(people.client())
    links = tokens() * 4
    threads = [threading.Thread(target=answer, args=(people.visitor(), link)) for link in links]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (Client.get().email, DetailChange.select().count(), len(letters("email_changed"))) == (NEW, 1, 2)


def test_without_the_transaction_two_yeses_at_once_make_it_twice(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control: both have looked before either changes anything."""
    ask(people.client())
    old, new = tokens()
    assert answer(people.visitor(), old).status_code == 200
    both, make = threading.Barrier(2), email_change.take_effect

    def together(change: EmailChange, now: datetime) -> None:
        both.wait(PATIENCE_SECONDS)
        make(change, now)

    monkeypatch.setattr(email_change, "take_effect", together)
    monkeypatch.setattr(email_change, "write", nullcontext)
    limiter.reset()
    body = {"token": new, "confirms": True}
    visitors = [people.visitor() for _ in range(2)]
    threads = [threading.Thread(target=each.post, args=("/api/client/email-change/answer", body)) for each in visitors]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert DetailChange.select().count() == 2
