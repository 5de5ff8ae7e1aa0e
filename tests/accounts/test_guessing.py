"""Guessing passwords: few tries for strangers, never in their owner's way, and no more when made at the same moment."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest

from app import clock, db
from app.accounts import actions, attempts, browsers, passwords, sessions
from app.accounts.models import Admin, Client, KnownBrowser
from app.accounts.rules import KNOWN_BROWSER_LASTS, KNOWN_BROWSERS, Role
from app.accounts.sessions import BROWSER
from app.accounts.staff import add_staff, reset_staff
from app.audit.actions import COMMAND
from app.errors import too_many
from app.limits import TOO_MANY_ATTEMPTS, Count, limiter
from tests.people import PASSWORD, People, Person

AMELIA = "amelia@example.com"
NEW = "quite another phrase"
ELSEWHERE = "198.51.100.1"


def sign_in(person: Person, password: str = PASSWORD, name: str = AMELIA) -> Any:
    """Sign in as a client, or as staff where the name is no address."""
    path, field = ("client", "email") if "@" in name else ("admin", "username")
    return person.post(f"/api/{path}/login", {field: name, "password": password})


def at(person: Person, address: str) -> Person:
    """The person with their connection from `address`."""
    person.browser.environ_base["REMOTE_ADDR"] = address
    return person


def guess(people: People, times: int, networks: int = 1, name: str = AMELIA) -> list[int]:
    """Wrong tries of strangers, each with a fresh browser, from as many networks in turn."""
    return [
        sign_in(at(people.visitor(), f"203.0.113.{number % networks}"), f"guess {number}", name).status_code
        for number in range(times)
    ]


@pytest.fixture(params=[AMELIA, "helena"])
def owner(request: pytest.FixtureRequest, people: People) -> tuple[Person, str]:
    """Somebody with an account, signed in, and the name they sign in with."""
    person = people.client() if "@" in request.param else people.staff()
    limiter.reset()
    return person, request.param


@pytest.mark.spec("L-03")
def test_strangers_elsewhere_keep_nobody_out(people: People, owner: tuple[Person, str]) -> None:
    name = owner[1]
    assert guess(people, 12, name=name) == [401] * 10 + [429] * 2
    assert sign_in(at(people.visitor(), ELSEWHERE), name=name).status_code == 200
    assert sign_in(at(people.visitor(), "203.0.113.0"), name=name).status_code == 429


def test_a_browser_that_was_used_before_comes_in_through_any_attack(
    people: People, owner: tuple[Person, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    person, name = owner
    real = time.time
    for hour in range(3):
        monkeypatch.setattr(time, "time", lambda hour=hour: real() + hour * 3600)
        guess(people, 150, networks=30, name=name)
        # From the very network of the guessers, signed out or not.
        person.post("/api/client/logout")
        assert sign_in(at(person, "203.0.113.0"), name=name).status_code == 200
    assert sign_in(at(people.visitor(), ELSEWHERE), name=name).status_code == 429


def test_many_networks_together_have_a_hundred_tries_a_day(
    people: People, owner: tuple[Person, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = owner[1]
    assert guess(people, 110, networks=50, name=name) == [401] * 100 + [429] * 10
    refused = sign_in(at(people.visitor(), ELSEWHERE), name=name)
    assert (refused.status_code, 86_000 < int(refused.headers["Retry-After"]) <= 86_401) == (429, True)
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + 86_401)
    assert sign_in(at(people.visitor(), ELSEWHERE), name=name).status_code == 200


def test_a_thousand_guesses_from_a_hundred_networks_try_a_hundred_passwords(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = people.client()
    limiter.reset()
    tried: list[str] = []
    real = passwords.verify
    monkeypatch.setattr(passwords, "verify", lambda kept, typed: tried.append(typed) or real(kept, typed))
    statuses = guess(people, 1000, networks=100)
    assert (statuses.count(401), statuses.count(429)) == (100, 900)
    assert len(tried) == 100
    assert person.get("/api/client/profile").status_code == 200
    assert sign_in(person).status_code == 200


@pytest.mark.parametrize("names", [(AMELIA, "nobody@example.com"), ("helena", "nobody")])
def test_a_limit_tells_nobody_which_names_there_are(people: People, names: tuple[str, str]) -> None:
    people.client(), people.staff()
    told = []
    for name in names:
        limiter.reset()
        answers = [
            sign_in(at(people.visitor(), f"203.0.113.{number % 9}"), f"guess {number}", name) for number in range(105)
        ]
        told.append([(answer.status_code, answer.get_json(), answer.headers.get("Set-Cookie")) for answer in answers])
    assert [status for status, *_ in told[0]].count(429) > 5
    assert [line[0] for line in told[0]] == [line[0] for line in told[1]]
    assert {line[2] for line in told[0] + told[1]} == {None}


def test_the_browser_that_was_used_before_has_few_tries_itself(people: People, owner: tuple[Person, str]) -> None:
    person, name = owner
    other = people.visitor()
    assert sign_in(other, name=name).status_code == 200
    assert [sign_in(person, f"guess {n}", name).status_code for n in range(12)] == [401] * 10 + [429] * 2
    assert sign_in(person, name=name).status_code == 429
    assert sign_in(other, name=name).status_code == 200


def test_tries_that_end_well_are_given_back(people: People) -> None:
    people.client()
    limiter.reset()
    for _ in range(3):
        assert sign_in(people.visitor()).status_code == 200
        assert guess(people, 3)[-1] == 401
    assert guess(people, 2) == [401, 429]


def test_invented_names_do_not_fill_the_memory(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attempts, "NOBODYS_COUNTS", 8)
    for number in range(50):
        sign_in(at(people.visitor(), ELSEWHERE), name=f"{'x' * 5000}{number}@example.com")
    kept = [key for key in limiter.storage.storage if "sign-in" in key]
    assert len(kept) <= 2 * 8 + 1
    assert max(map(len, kept)) < 100


# --- at the same moment ---------------------------------------------------------------------------------------------


@contextmanager
def _looked_up_then_counted(counts: Any) -> Iterator[None]:
    """How it was: a look before the try, the count after it."""
    kept = list(counts)
    for count in kept:
        if not limiter.limiter.test(count.limit, count.name):
            raise too_many(TOO_MANY_ATTEMPTS, 1)
    try:
        yield
    except Exception:
        for count in kept:
            limiter.limiter.hit(count.limit, count.name)
        raise


def tried_at_once(monkeypatch: pytest.MonkeyPatch, people: People, act: Callable[[int], int], racers: int) -> int:
    """How many passwords are looked at when all `racers` act before the first of them hears an answer."""
    turn, all_there = threading.Lock(), threading.Event()
    looked_at, refused = [0], [0]

    def arrive(where: list[int]) -> None:
        with turn:
            where[0] += 1
            if looked_at[0] + refused[0] == racers:
                all_there.set()

    def verify(kept: str | None, typed: str) -> bool:
        arrive(looked_at)
        assert all_there.wait(60)
        return False

    monkeypatch.setattr(passwords, "verify", verify)

    def race(number: int) -> None:
        if act(number) == 429:
            arrive(refused)
        db.database.close()

    threads = [threading.Thread(target=race, args=(number,)) for number in range(racers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert looked_at[0] + refused[0] == racers
    return looked_at[0]


@pytest.mark.parametrize("name", [AMELIA, "nobody@example.com", "helena"])
def test_of_twenty_five_guesses_at_once_ten_are_looked_at(
    people: People, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    people.client(), people.staff()
    limiter.reset()
    visitors = [people.visitor() for _ in range(25)]
    act = lambda number: sign_in(visitors[number], "guess", name).status_code  # noqa: E731
    assert tried_at_once(monkeypatch, people, act, 25) == 10


def test_counted_afterwards_all_of_them_would_be_looked_at(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    people.client()
    limiter.reset()
    monkeypatch.setattr(attempts, "counting_failures", _looked_up_then_counted)
    visitors = [people.visitor() for _ in range(25)]
    act = lambda number: sign_in(visitors[number], "guess").status_code  # noqa: E731
    assert tried_at_once(monkeypatch, people, act, 25) == 25


def change(person: Person, current: str, new: str = NEW, path: str = "/api/client/reset-password") -> Any:
    """Change the password."""
    return person.post(path, {"currentPassword": current, "newPassword": new, "confirmPassword": new})


def thief_of(people: People, person: Person) -> Person:
    """A browser with a copy of somebody's session, and nothing else of theirs."""
    kept = person.browser.get_cookie(sessions.COOKIE)
    assert kept is not None
    thief = people.visitor()
    thief.browser.set_cookie(sessions.COOKIE, kept.value)
    return thief


PATHS = {AMELIA: "/api/client/reset-password", "helena": "/api/admin/password"}


def test_a_stolen_session_is_no_way_to_guess_the_password(people: People, owner: tuple[Person, str]) -> None:
    person, name = owner
    thief = thief_of(people, person)
    statuses = [change(thief, f"guess {n}", path=PATHS[name]).status_code for n in range(12)]
    assert statuses == [403] * 10 + [429] * 2
    assert change(thief, PASSWORD, path=PATHS[name]).status_code == 429
    # Its owner, who signs in anew, is not kept from changing it, and with that the thief is out.
    assert sign_in(person, name=name).status_code == 200
    assert change(person, PASSWORD, path=PATHS[name]).status_code == 200
    assert thief.get("/api/user").status_code == 401


def test_of_twenty_five_guesses_at_once_from_a_stolen_session_ten_are_looked_at(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = people.client()
    thieves = [thief_of(people, person) for _ in range(25)]
    act = lambda number: change(thieves[number], "guess").status_code  # noqa: E731
    assert tried_at_once(monkeypatch, people, act, 25) == 10


def test_a_change_that_breaks_a_rule_is_no_guess(people: People) -> None:
    person = people.client()
    assert [change(person, "guess", "short").status_code for _ in range(12)] == [422] * 12
    assert change(person, PASSWORD).status_code == 200


# --- the browsers that were used before -----------------------------------------------------------------------------


def browser_key(person: Person) -> str | None:
    """What somebody's browser was given at sign-in."""
    kept = person.browser.get_cookie(BROWSER)
    return kept.value if kept else None


def test_a_browser_gets_its_cookie_with_the_first_sign_in_and_keeps_it(people: People) -> None:
    person = people.client()
    key = browser_key(person)
    assert key is not None and len(key) >= 43
    assert key not in "".join(map(str, db.database.execute_sql("SELECT * FROM known_browsers").fetchall()))
    person.post("/api/client/logout")
    assert browser_key(person) == key
    assert sign_in(person).status_code == 200
    assert browser_key(person) == key
    assert KnownBrowser.select().count() == 1


def test_a_cookie_that_a_stranger_planted_is_not_taken_over(people: People) -> None:
    people.client()
    bruno = people.client("bruno@example.com")
    victim = people.visitor()
    victim.browser.set_cookie(BROWSER, browser_key(bruno) or "")
    assert sign_in(victim).status_code == 200
    assert browser_key(victim) != browser_key(bruno)
    assert browsers.known(Client.with_email(AMELIA), browser_key(bruno)) is None


@pytest.mark.parametrize("value", ["", "x", "' OR 1=1 --", "a" * 65, "a" * 4000, "é"])
def test_a_cookie_that_nobody_made_opens_nothing(people: People, value: str) -> None:
    people.client()
    limiter.reset()
    guess(people, 10)
    stranger = at(people.visitor(), "203.0.113.0")
    stranger.browser.set_cookie(BROWSER, value)
    assert sign_in(stranger).status_code == 429


def test_a_browser_is_known_to_its_own_account_alone(people: People) -> None:
    people.client()
    bruno = people.client("bruno@example.com")
    limiter.reset()
    guess(people, 10)
    assert sign_in(at(bruno, "203.0.113.0")).status_code == 429


def test_an_account_has_ten_browsers_and_forgets_the_one_used_longest_ago(people: People) -> None:
    people.client()
    client, start = Client.get(), clock.now()
    keys = [browsers.remember(client, None, start + timedelta(hours=number)) for number in range(KNOWN_BROWSERS)]
    assert browsers.remember(client, keys[0], start + timedelta(days=1)) == keys[0]
    keys.append(browsers.remember(client, None, start + timedelta(days=2)))
    assert [browsers.known(client, key) is not None for key in keys] == [True, False, *[True] * 9]
    assert KnownBrowser.select().count() == KNOWN_BROWSERS
    assert browsers.sweep(start + KNOWN_BROWSER_LASTS + timedelta(hours=2, seconds=1)) == 1


def test_a_password_given_by_staff_forgets_every_browser(people: People, owner: tuple[Person, str]) -> None:
    person, name = owner
    key = browser_key(person)
    if name == AMELIA:
        actions.send_sign_in(people.house.config, Client.get().id, COMMAND)
        assert browsers.known(Client.get(), key) is None
    else:
        reset_staff("helena", NEW)
        assert browsers.known(Admin.get(), key) is None


def test_ones_own_change_forgets_every_browser_but_this_one(people: People, owner: tuple[Person, str]) -> None:
    person, name = owner
    other = people.visitor()
    sign_in(other, name=name)
    who = Client.get() if name == AMELIA else Admin.get()
    assert change(person, PASSWORD, path=PATHS[name]).status_code == 200
    assert browsers.known(who, browser_key(person)) is not None
    assert browsers.known(who, browser_key(other)) is None


def test_a_sign_in_that_ends_after_the_password_was_changed_makes_no_browser_known(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.client()
    late, real = people.visitor(), sessions.sign_in

    def reset_first(*args: Any, **more: Any) -> None:
        actions.send_sign_in(people.house.config, Client.get().id, COMMAND)
        real(*args, **more)

    monkeypatch.setattr(sessions, "sign_in", reset_first)
    sign_in(late)
    assert KnownBrowser.select().count() == 0
    assert late.get("/api/client/profile").status_code == 401


def test_an_empty_hash_is_nobodys_password() -> None:
    assert not passwords.verify("", "nobody has this password")
    assert not passwords.verify(None, "nobody has this password")


def test_a_count_names_the_wait(people: People) -> None:
    count = Count(attempts.PER_ACCOUNT, "story")
    for _ in range(100):
        assert count.take()
    assert not count.take()
    assert 0 < count.wait() <= 86_401
    count.give_back()
    assert count.take()


def test_a_new_member_of_staff_is_not_kept_out_by_guesses_at_the_name(people: People) -> None:
    guess(people, 10, name="bo")
    add_staff("bo", "Bo", Role.STAFF, PASSWORD)
    assert sign_in(at(people.visitor(), "203.0.113.0"), name="bo").status_code == 200
