"""Guessing passwords: few tries for strangers, never in their owner's way, and no more when made at the same moment."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest

from app import clock, db
from app.accounts import attempts, browsers, opening, passwords, sessions
from app.accounts.attacks import tell_staff_of_attacks
from app.accounts.browsers import KnownBrowser
from app.accounts.cookies import BROWSER, COOKIE
from app.accounts.models import Admin, Client
from app.accounts.rules import KNOWN_BROWSER_LASTS, KNOWN_BROWSERS, Role
from app.accounts.staff import add_staff, reset_staff
from app.alerts.models import Alert
from app.audit.actions import COMMAND
from app.errors import too_many
from app.limits import TOO_MANY_ATTEMPTS, Count, limiter
from app.mail.models import Letter
from app.projects.models import Project
from tests.listening import listening
from tests.onboarders import Onboarder
from tests.people import PASSWORD, PERSONAL, People, Person
from tests.watch import Watch

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
    assert sign_in(at(people.visitor(), "203.0.113.77"), name=name).status_code == 429


# --- above the hundred tries of a day, an account is slow and not shut ----------------------------------------------


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Counts' clock stands still; what comes of it lets that many seconds pass."""
    shown = [time.time()]
    monkeypatch.setattr(time, "time", lambda: shown[0])

    def passes(seconds: float) -> None:
        shown[0] += seconds

    return passes


def try_from(people: People, address: str, name: str, password: str = "a guess") -> int:
    return int(sign_in(at(people.visitor(), address), password, name).status_code)


@pytest.mark.spec("L-03")
def test_after_a_hundred_guesses_from_ten_networks_the_owner_comes_in_at_once_from_a_new_browser(
    people: People, owner: tuple[Person, str], still: Callable[[float], None]
) -> None:
    name = owner[1]
    attackers = [f"203.0.{number}.1" for number in range(10)]
    statuses = [try_from(people, address, name) for _ in range(11) for address in attackers]
    assert (statuses.count(401), statuses.count(429)) == (100, 10)
    assert try_from(people, ELSEWHERE, name, PASSWORD) == 200


def test_a_network_that_is_new_to_an_account_has_three_tries_and_then_a_turn_in_the_minutes(
    people: People, owner: tuple[Person, str], still: Callable[[float], None]
) -> None:
    name = owner[1]
    guess(people, 100, networks=10, name=name)
    assert [try_from(people, ELSEWHERE, name) for _ in range(5)] == [401] * 4 + [429]
    # Another address nearby is no new network, and has a turn of its own as little.
    assert try_from(people, "198.51.100.200", name) == 429
    still(15 * 60)
    assert try_from(people, ELSEWHERE, name, PASSWORD) == 200


def test_an_ipv6_office_is_one_network_however_many_it_pretends_to_be(
    people: People, owner: tuple[Person, str], still: Callable[[float], None]
) -> None:
    name = owner[1]
    guess(people, 100, networks=10, name=name)
    statuses = [try_from(people, f"2001:db8:1:{number:x}::1", name) for number in range(20)]
    assert statuses == [401] * 4 + [429] * 16


def test_one_try_a_minute_goes_to_whoever_has_not_just_had_one(
    people: People, owner: tuple[Person, str], still: Callable[[float], None]
) -> None:
    name = owner[1]
    attackers = [f"203.0.{number}.1" for number in range(10)]
    for address in [*attackers * 10, *[ELSEWHERE] * 3]:
        assert try_from(people, address, name) == 401
    still(15 * 60)
    looked_at = 0
    for minute in range(15):
        statuses = [try_from(people, address, name) for address in attackers]
        assert statuses.count(401) <= 1
        looked_at += statuses.count(401)
        if minute == 10:
            # Each attacker has had a turn: the minutes that are left are others'.
            assert looked_at == 10
            assert try_from(people, ELSEWHERE, name, PASSWORD) == 200
        still(61)


def test_all_strangers_together_try_as_few_passwords_a_day_as_is_reckoned(
    people: People, still: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    people.client()
    limiter.reset()
    monkeypatch.setattr(attempts, "FIRSTS", attempts.parse("6/hour"))
    monkeypatch.setattr(attempts, "NEWCOMERS", attempts.parse("5/hour"))
    monkeypatch.setattr(attempts, "PER_ACCOUNT", attempts.parse("10/day"))
    statuses = []
    for hour in range(3):
        statuses += [try_from(people, f"10.{hour}.{number}.1", AMELIA) for number in range(60)]
        still(3601)
    # Ten, six and five, then what the one minute gives; six, five and one in each later hour.
    assert statuses.count(401) == 10 + 3 * (6 + 5 + 1)


def test_a_thousand_guesses_from_a_hundred_networks_try_a_hundred_passwords(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = people.client()
    limiter.reset()
    tried: list[str] = []
    real = passwords.verify
    monkeypatch.setattr(passwords, "verify", lambda kept, typed: tried.append(typed) or real(kept, typed))
    statuses = guess(people, 1000, networks=100)
    # And one more in a minute: they are neighbours, who have one turn.
    assert (statuses.count(401), statuses.count(429)) == (101, 899)
    assert len(tried) == 101
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
    assert len(kept) <= 3 * 8 + 1
    assert max(map(len, kept)) < 100


def kept_for_a_day() -> list[str]:
    """The names of the counts that last longer than the quarter of an hour in which wrong passwords are few."""
    return [
        key for key, ends in list(limiter.storage.expirations.items()) if ends > time.time() + 3600 and "sign-in" in key
    ]


@pytest.mark.parametrize("domain", ["@example.com", ""])
def test_nor_do_invented_names_that_are_tried_from_many_networks(
    people: People, monkeypatch: pytest.MonkeyPatch, domain: str
) -> None:
    monkeypatch.setattr(attempts, "NOBODYS_COUNTS", 8)
    for number in range(120):
        assert try_from(people, f"203.0.{number % 40}.1", f"nobody{number}{domain}") == 401
    # Per shared count the tries of the day, and as many counts of networks.
    assert 0 < len(kept_for_a_day()) <= 2 * 8


def test_a_network_that_an_account_refuses_at_once_is_not_kept(
    people: People, monkeypatch: pytest.MonkeyPatch, still: Callable[[float], None]
) -> None:
    people.client()
    limiter.reset()
    monkeypatch.setattr(attempts, "PER_ACCOUNT", attempts.parse("10/day"))
    monkeypatch.setattr(attempts, "FIRSTS", attempts.parse("6/hour"))
    monkeypatch.setattr(attempts, "NEWCOMERS", attempts.parse("5/hour"))
    for number in range(60):
        try_from(people, f"203.0.{number}.1", AMELIA)
    near = [key for key in kept_for_a_day() if "sign-in-near" in key]
    assert len(near) == 10 + 6 + 5


# --- at the same moment ---------------------------------------------------------------------------------------------


@contextmanager
def _looked_up_then_counted(counts: Any, *_: Any) -> Iterator[None]:
    """How it was: a look before the try, the count after it."""
    kept = list(counts)
    for count in kept[:-1]:
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

    def guess(number: int) -> int:
        return int(sign_in(visitors[number], "guess", name).status_code)

    assert tried_at_once(monkeypatch, people, guess, 25) == 10


def test_counted_afterwards_all_of_them_would_be_looked_at(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control."""
    people.client()
    limiter.reset()
    monkeypatch.setattr(attempts, "counting_failures", _looked_up_then_counted)
    visitors = [people.visitor() for _ in range(25)]

    def guess(number: int) -> int:
        return int(sign_in(visitors[number], "guess").status_code)

    assert tried_at_once(monkeypatch, people, guess, 25) == 25


def change(person: Person, current: str, new: str = NEW, path: str = "/api/client/reset-password") -> Any:
    """Change the password."""
    return person.post(path, {"currentPassword": current, "newPassword": new, "confirmPassword": new})


def thief_of(people: People, person: Person) -> Person:
    """A browser with a copy of somebody's session, and nothing else of theirs."""
    kept = person.browser.get_cookie(COOKIE)
    assert kept is not None
    thief = people.visitor()
    thief.browser.set_cookie(COOKIE, kept.value)
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

    def guess(number: int) -> int:
        return int(change(thieves[number], "guess").status_code)

    assert tried_at_once(monkeypatch, people, guess, 25) == 10


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
    assert KnownBrowser.select().count() == 2  # and the one that paid


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
        opening.send_sign_in(Client.get().id, COMMAND)
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
        opening.send_sign_in(Client.get().id, COMMAND)
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


# --- the browser whose payment opened the account ---------------------------------------------------------------------


def temporary_password_of(letter: str) -> str:
    found = re.search(r"\b\w{4}-\w{4}-\w{4}\b", letter)
    assert found is not None, letter
    return found[0]


def attacked_from_many_networks(people: People, name: str) -> None:
    """More wrong passwords than the account takes, and every new network's and minute's tries used up."""
    for number in range(90):
        for _ in range(4):
            try_from(people, f"203.0.{number}.1", name)


@pytest.mark.spec("L-03")
def test_who_has_just_paid_signs_in_from_that_browser_through_any_attack(
    people: People, still: Callable[[float], None]
) -> None:
    payer = people.visitor()
    payer.book()
    letter = Letter.get(Letter.kind == "credentials")
    attacked_from_many_networks(people, AMELIA)
    password = temporary_password_of(letter.text)
    assert try_from(people, "198.51.100.1", AMELIA, password) == 429
    assert sign_in(at(payer, "203.0.0.1"), password).status_code == 200
    assert payer.get("/api/client/profile").status_code == 200


def test_who_pays_by_onboarding_signs_in_from_that_browser_through_any_attack(
    people: People, watch: Watch, still: Callable[[float], None]
) -> None:
    ann = Onboarder(people.house)
    ann.take(ann.times()[-1]["id"])
    ann.pay()
    password = temporary_password_of(Letter.get(Letter.kind == "credentials").text)
    attacked_from_many_networks(people, "ann@example.com")
    assert sign_in(people.visitor(), password, "ann@example.com").status_code == 429
    assert sign_in(ann, password, "ann@example.com").status_code == 200


def test_a_stranger_who_pays_with_a_clients_address_is_not_known_to_the_clients_account(people: People) -> None:
    people.client()
    stranger = people.visitor()
    stranger.book()
    limiter.reset()
    guess(people, 10)
    assert sign_in(at(stranger, "203.0.113.0")).status_code == 429


@pytest.mark.parametrize("names", [(AMELIA, "nobody@example.com"), ("helena", "nobody")])
def test_as_much_is_asked_for_a_name_that_nobody_has(people: People, names: tuple[str, str]) -> None:
    people.client(), people.staff()
    stranger = people.visitor()
    assert stranger.post("/api/bookings", PERSONAL).status_code == 200
    asked = []
    for name in names:
        limiter.reset()
        stranger.browser.set_cookie(BROWSER, "a" * 43)
        with listening() as heard:
            assert sign_in(stranger, "a guess", name).status_code == 401
        asked.append([sql for sql, _ in heard])
    assert sum("known_browsers" in sql for sql in asked[0]) == 2
    assert asked[0] == asked[1]


def test_what_a_browser_is_called_is_no_cookie_that_it_could_have(people: People) -> None:
    payer = people.visitor()
    payer.book()
    client, visitor = Client.get(), Project.get().visitor_id
    assert browsers.known(client, None, visitor) is not None
    assert browsers.known(client, visitor) is None
    assert browsers.known(client, f"visitor:{visitor}"[:64]) is None


# --- what staff learn -------------------------------------------------------------------------------------------------


def test_staff_are_told_once_of_an_account_under_attack(people: People, owner: tuple[Person, str]) -> None:
    name, now = owner[1], clock.now()
    guess(people, 99, networks=30, name=name)
    assert tell_staff_of_attacks(now) == 0
    for number in range(5):
        try_from(people, f"198.51.{number}.1", name)
    assert tell_staff_of_attacks(now) == tell_staff_of_attacks(now + timedelta(seconds=1)) == 1
    alert = Alert.get(Alert.kind == "sign_in_attack")
    who = "Amelia Hart (amelia@example.com)" if "@" in name else "the staff account helena"
    assert f"the password of {who}: 104 wrong ones within a day, from at least 6 networks." in alert.message
    assert tell_staff_of_attacks(now + timedelta(days=2)) == 0


def test_guesses_at_nobodys_account_tell_staff_nothing(people: People) -> None:
    guess(people, 105, networks=30, name="nobody@example.com")
    assert tell_staff_of_attacks(clock.now()) == 0
    assert not Alert.select().where(Alert.kind == "sign_in_attack").exists()
