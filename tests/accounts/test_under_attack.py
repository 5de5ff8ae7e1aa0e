"""While strangers guess from many networks, who knows the password comes in from any browser, and guesses stay few."""

import re
import time
from collections.abc import Callable, Iterable

import pytest
from limits import RateLimitItemPerHour

from app import limits
from app.accounts import attempts
from app.limits import First, Tally, limiter
from app.mail.models import Letter
from tests.people import PASSWORD, People, Person

AMELIA, NEW = "amelia@example.com", "quite another phrase"
SHUT = RateLimitItemPerHour(0)


@pytest.fixture(autouse=True)
def passes(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Counts' clock stands still; what comes of it lets that many seconds pass."""
    shown = [time.time()]
    monkeypatch.setattr(time, "time", lambda: shown[0])

    def let(seconds: float) -> None:
        shown[0] += seconds

    return let


def visitor_at(people: People, address: str) -> Person:
    person = people.visitor()
    person.browser.environ_base["REMOTE_ADDR"] = address
    return person


def try_from(people: People, address: str, name: str = AMELIA, password: str = "a guess") -> int:
    path, field = ("client", "email") if "@" in name else ("admin", "username")
    return int(visitor_at(people, address).post(f"/api/{path}/login", {field: name, "password": password}).status_code)


def networks(first: int, last: int) -> list[str]:
    return [f"10.{number // 256}.{number % 256}.1" for number in range(first, last)]


def until_refused(people: People, addresses: Iterable[str], name: str = AMELIA) -> int:
    """How many passwords are tried from these networks, each used until it is refused."""
    tried = 0
    for address in addresses:
        while try_from(people, address, name) != 429:
            tried += 1
    return tried


@pytest.fixture(params=[AMELIA, "helena"])
def name(request: pytest.FixtureRequest, people: People) -> str:
    """What somebody with an account signs in with."""
    people.client() if "@" in request.param else people.staff()
    limiter.reset()
    return str(request.param)


def twenty_four(people: People, name: str) -> None:
    """Ten networks use up the day's hundred tries, fourteen more the newcomers' of the hour."""
    until_refused(people, networks(0, 10), name)
    until_refused(people, networks(10, 24), name)


@pytest.mark.spec("L-03")
def test_who_knows_the_password_comes_in_from_a_new_browser_while_it_goes_on(
    people: People, name: str, passes: Callable[[float], None]
) -> None:
    for hour in range(3):
        twenty_four(people, name)
        assert try_from(people, f"198.51.{hour}.1", name, PASSWORD) == 200
        # From where the right password came, nothing was used up.
        assert try_from(people, f"198.51.{hour}.1", name, PASSWORD) == 200
        passes(3600)


def test_without_first_tries_its_owner_is_locked_out(
    people: People, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The negative control."""
    monkeypatch.setattr(attempts, "FIRSTS", SHUT)
    twenty_four(people, name)
    assert try_from(people, "198.51.100.1", name, PASSWORD) == 429


def test_sixty_networks_an_hour_use_the_first_tries_up_and_come_back_to_none(
    people: People, name: str, passes: Callable[[float], None]
) -> None:
    attackers = networks(0, 70)
    until_refused(people, attackers, name)
    assert try_from(people, "198.51.100.1", name, PASSWORD) == 429
    passes(3601)
    # An hour later the same networks are known, and have a turn in the minutes alone.
    assert until_refused(people, attackers, name) <= 1 + 40
    assert try_from(people, "198.51.100.1", name, PASSWORD) == 200


def test_a_day_s_guesses_are_as_many_as_is_reckoned(
    people: People, monkeypatch: pytest.MonkeyPatch, passes: Callable[[float], None]
) -> None:
    """From as many networks as anybody wants, with the numbers made ten times smaller."""
    people.client()
    limiter.reset()
    for limit, amount in {"PER_ACCOUNT": "10/day", "FIRSTS": "6/hour", "NEWCOMERS": "4/hour"}.items():
        monkeypatch.setattr(attempts, limit, attempts.parse(amount))
    monkeypatch.setattr(attempts, "SLOW", attempts.parse("1/10 minutes"))
    tried = 0
    for step in range(24 * 6):
        tried += sum(try_from(people, address) == 401 for address in networks(step * 24, step * 24 + 24))
        passes(600)
    assert tried == 10 + 24 * 6 + 24 * 4 + 24 * 6 == (100 + 24 * 60 + 24 * 40 + 24 * 60) // 10


@pytest.mark.parametrize(
    ("tries", "taken"),
    [
        ("f", "1"),
        ("ff", "10"),
        ("fff", "100"),
        ("tf", "10"),
        ("ttttf", "11110"),
        ("fn", "11"),
        ("fnn", "111"),
        ("fnnn", "1110"),
        ("fnnnf", "11100"),
        ("nf", "10"),
        ("fxf", "111"),
        ("fnxxf", "11111"),
    ],
)
def test_a_first_try_is_the_first_of_all_under_its_name(tries: str, taken: str, people: People) -> None:
    """f: the first try's way, n: the newcomers', t: only noted down, x: the last one is given back."""
    limiter.reset()
    count = {
        "f": First(attempts.NEWCOMER, "story"),
        "n": limits.Count(attempts.NEWCOMER, "story"),
        "t": Tally(attempts.NEWCOMER, "story"),
    }
    said = ""
    for sign in tries:
        if sign == "x":
            count["n"].give_back()
            said += "1"
        else:
            said += str(int(count[sign].take()))
    assert said == taken


def test_a_link_by_email_lets_in_whom_every_other_way_is_shut_for(people: People) -> None:
    people.client()
    limiter.reset()
    until_refused(people, networks(0, 100))
    owner = visitor_at(people, "198.51.100.1")
    signing_in = {"email": AMELIA, "password": PASSWORD}
    assert owner.post("/api/client/login", signing_in).status_code == 429
    # The guessers ask for links, too: each is a letter to the owner, and as good as their own.
    for address in networks(0, 10):
        assert visitor_at(people, address).post("/api/client/reset-link", {"email": AMELIA}).status_code == 200
    assert owner.post("/api/client/reset-link", {"email": AMELIA}).status_code == 200
    people.house.jobs.run("reset links")
    found = re.search(r"/client-portal/reset\?token=([\w-]{43})", Letter.get(Letter.kind == "password_reset").text)
    assert found is not None
    chosen = {"token": found[1], "newPassword": NEW, "confirmPassword": NEW}
    assert owner.post("/api/client/reset-link/password", chosen).status_code == 200
    assert owner.get("/api/client/profile").status_code == 200
    # And that browser is known from now on.
    owner.post("/api/client/logout")
    assert owner.post("/api/client/login", {"email": AMELIA, "password": NEW}).status_code == 200
