"""What the portal's pages ask for, for the same client in a small data folder and in a large one."""

from collections.abc import Mapping

from bench_contest import Load, Row, Server, at_most, compete, get
from running import PASSWORD
from visiting import Visit

CLIENT = {"email": "client@example.com", "password": PASSWORD}
AT_ONCE = 4
ROUNDS, SLICE_SECONDS = 9, 0.2
# By the pages that make them: the dashboard, a project's page, the profile.
CALLS = (
    "profile",
    "projects",
    "steps",
    "documents",
    "needs",
    "appointments",
    "projects/{}",
    "projects/{}/money",
    "projects/{}/messages",
    "details",
    "sessions",
)


def portal_rows(servers: Mapping[str, Server]) -> list[Row]:
    """The time of 95 of 100 answers of the slowest call, and of the call that a large folder holds up most."""
    asked = {name: _calls(server) for name, server in servers.items()}
    took = {}
    for call in CALLS:
        loads = {name: Load(servers[name], [[asked[name][call]]] * AT_ONCE) for name in servers}
        took[call] = compete(loads, ROUNDS, SLICE_SECONDS)
    factors = {call: outcomes["large"].ratio(outcomes["small"], "p95") for call, outcomes in took.items()}
    slowest = max(CALLS, key=lambda call: took[call]["small"].middle("p95"))
    worst = max(CALLS, key=lambda call: factors[call])
    few, many = took[slowest]["small"].middle("p95"), took[worst]["large"].middle("p95")
    told = f"{factors[worst]:.2f} times as long  ({_named(worst)}, {many:.1f} ms)"
    return [
        Row(f"{len(CALLS)} calls of the portal, p95 of each", f"at most {few:.1f} ms  ({_named(slowest)})"),
        at_most("  with 100 times the rows of others", told, factors[worst], 1.5),
    ]


def _named(call: str) -> str:
    return call.format("n")


def _calls(server: Server) -> dict[str, str]:
    """Each call as a raw request of the signed-in client, about their newest project."""
    client = Visit(server.port)
    client.send("POST", "/api/client/login", **CLIENT)
    project = client.get("/api/client/projects")[0]["id"]
    return {call: get(f"/api/client/{call.format(project)}", f"Cookie: {client.cookie}") for call in CALLS}
