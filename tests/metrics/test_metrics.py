"""What a monitor is told, and who is told."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families
from werkzeug.test import Client
from werkzeug.wrappers import Response

from app import __version__, clock, generations
from app.alerts.actions import raise_alert
from app.backups.rules import name_of
from app.backups.shelf import NOTE
from app.factory import House, create_app
from app.metrics.tally import BOUNDS, Tally
from tests.firms import Configured
from tests.people import People

TOKEN = "Zr7kQ2mX9vL4tB8n"
NONE: frozenset[str] = frozenset()
STRANGER = {"REMOTE_ADDR": "203.0.113.9"}


def figures(house: House) -> dict[tuple[str, frozenset[str]], float]:
    """Each sample by its name and its labels' values."""
    answer = house.flask.test_client().get("/metrics")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    families = text_string_to_metric_families(answer.text)
    return {(each.name, frozenset(each.labels.values())): each.value for family in families for each in family.samples}


def test_requests_are_counted_by_route_and_status_and_timed(house: House, people: People) -> None:
    visitor = people.visitor()
    before = figures(house)
    for _ in range(3):
        visitor.get("/api/health")
    visitor.get("/api/projects/1")
    after = figures(house)

    def more(name: str, *labels: str) -> float:
        key = f"helios_http_{name}", frozenset(labels)
        return after[key] - before.get(key, 0)

    assert more("requests_total", "GET", "/api/health", "200") == 3
    assert more("requests_total", "GET", "/api/projects/<int:project_id>", "404") == 1
    assert more("request_seconds_count", "/api/health") == 3
    assert more("request_seconds_sum", "/api/health") > 0
    within = [more("request_seconds_bucket", "/api/health", bound) for bound in (*map(str, BOUNDS), "+Inf")]
    assert within == sorted(within) and within[-1] == 3


def test_a_time_is_counted_up_to_the_bounds_that_it_keeps() -> None:
    tally = Tally()
    for seconds in (0.0, BOUNDS[0], BOUNDS[0] + 1e-9, BOUNDS[-1], 1000.0):
        tally.add("GET", "/", 200, seconds)
    ((rule, times),) = tally.times()
    assert (rule, times.within) == ("/", [2, 1, 0, 0, 0, 1, 1])


def test_what_staff_see_of_the_program_is_told(house: House, people: People) -> None:
    people.client()
    now = clock.now()
    raise_alert("job_failing", "job-failing-times", "fails", now=now)
    found = figures(house)
    assert found["helios_build_info", frozenset({__version__})] == 1
    assert (found["helios_jobs_failing", NONE], found["helios_alerts_open", NONE]) == (1, 1)
    assert 0 < found["helios_disk_free_bytes", NONE] < found["helios_disk_bytes", NONE]
    present = generations.newest(house.config.folder)
    assert present is not None and found["helios_database_bytes", NONE] == present.size
    assert found["process_resident_memory_bytes", NONE] > 10_000_000
    assert ("helios_backup_age_seconds", NONE) not in found


def test_the_newest_backup_is_told_where_one_is_made_each_night(house: House, configured: Configured) -> None:
    backup = configured("serve").backups_folder / name_of(clock.now() - timedelta(hours=30))
    backup.mkdir(parents=True)
    (backup / NOTE).write_text(json.dumps({"bytes": 1234, "files": 5, "disagreeing": ["one"]}), encoding="utf-8")
    found = figures(house)
    assert found["helios_backup_age_seconds", NONE] == pytest.approx(30 * 3600, abs=120)
    assert (found["helios_backup_bytes", NONE], found["helios_backup_disagreeing", NONE]) == (1234, 1)


@pytest.mark.parametrize("token", ["", TOKEN], ids=["no token", "a token"])
@pytest.mark.parametrize(
    ("caller", "headers", "told"),
    [
        ({}, {}, "always"),
        ({"REMOTE_ADDR": "::1"}, {}, "always"),
        (STRANGER, {}, "never"),
        (STRANGER, {"X-Forwarded-For": "127.0.0.1"}, "never"),
        # A proxy on this machine that the configuration does not know of.
        ({}, {"X-Forwarded-For": "203.0.113.9"}, "never"),
        ({}, {"Forwarded": "for=203.0.113.9"}, "never"),
        (STRANGER, {"Authorization": f"Bearer {TOKEN}"}, "with a token"),
        (STRANGER, {"Authorization": f"bearer {TOKEN}"}, "with a token"),
        (STRANGER, {"Authorization": "Bearer "}, "never"),
        (STRANGER, {"Authorization": f"Bearer {TOKEN[:-1]}"}, "never"),
        (STRANGER, {"Authorization": f"Basic {TOKEN}"}, "never"),
        (STRANGER, {"Authorization": "Bearer \u00e9"}, "never"),
    ],
)
def test_this_machine_and_whoever_has_the_token_are_told(
    house: House, configured: Configured, token: str, caller: dict[str, Any], headers: dict[str, str], told: str
) -> None:
    configured("demo", {"server": {"metrics_token": token}})
    answer = house.flask.test_client().get("/metrics", headers=headers, environ_overrides=caller)
    assert (answer.status_code == 200) is (told == "always" or (told == "with a token" and bool(token)))
    if answer.status_code != 200:
        assert (answer.status_code, answer.get_json()) == (404, {"message": "We could not find that.", "fields": {}})


@pytest.mark.parametrize(("from_afar", "status"), [("203.0.113.9", 404), ("127.0.0.1", 404), (None, 200)])
def test_behind_a_proxy_whoever_comes_through_it_is_not_this_machine(
    folder: Path, configured: Configured, from_afar: str | None, status: int
) -> None:
    house = create_app(configured("demo", {"server": {"behind_proxy": True}}), bundle=False)
    try:
        headers, here = {"X-Forwarded-For": from_afar} if from_afar else {}, {"REMOTE_ADDR": "127.0.0.1"}
        answer = Client(house.wsgi, Response).get("/metrics", headers=headers, environ_overrides=here)
        assert answer.status_code == status
    finally:
        house.sandbox.close()


def test_no_path_and_no_name_is_told(house: House, people: People) -> None:
    people.client()
    visitor = people.visitor()
    for path in ("/api/calendar/a-secret-token.ics", "/api/nothing-like-amelia@example.com"):
        visitor.get(path)
    text = house.flask.test_client().get("/metrics").text
    assert "secret" not in text and "amelia" not in text.lower()
    assert 'route="(no route)"' in text


@pytest.mark.parametrize("level", ["INFO", "WARNING"])
def test_a_slow_request_stands_out_in_the_log(
    house: House,
    people: People,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    level: str,
) -> None:
    monkeypatch.setattr("app.web.SLOW_SECONDS", -1.0 if level == "WARNING" else 3600.0)
    with caplog.at_level("INFO", "helios.request"):
        people.visitor().get("/api/health")
    (record,) = [each for each in caplog.records if each.name == "helios.request"]
    assert record.levelname == level and "/api/health 200" in record.getMessage()
