"""Every number of the dashboard's figures beside the list that it opens."""

from collections.abc import Iterator
from typing import Any

from tests.people import Person

# What the dashboard's numbers of projects open.
COUNTED = {
    "paid": "payment=paid",
    "newThisWeek": "payment=paid&since=week",
    "toChase": "payment=to_chase",
}


def disagreements(staff: Person) -> list[str]:
    """Which figures count something else than their lists do; '' of none."""
    return [f"{path}: {figure}, listed {listed}" for path, figure, listed in _pairs(staff) if figure != listed]


def _left(money: dict[str, Any]) -> int:
    """What of it is the firm's."""
    return int(money["cameCents"] - money["givenCents"] - money["dueBackCents"])


def _pairs(staff: Person) -> Iterator[tuple[str, Any, Any]]:
    def ask(path: str) -> dict[str, Any]:
        answer = staff.get(f"/api/admin/{path}")
        assert answer.status_code == 200, answer.get_json()
        return dict(answer.get_json())

    def listed(path: str) -> int:
        pages = ask(path)
        found, page = len(pages["items"]), 1
        while found < pages["total"] and (more := ask(f"{path}&page={page + 1}")["items"]):
            found, page = found + len(more), page + 1
        return found

    figures, counts = ask("figures"), ask("dashboard")["counts"]
    for month in figures["money"]:
        path, cents = f"money?month={month['month']}", {"payment": 0, "refund": 0}
        for page in range(1, -(-ask(path)["total"] // 25) + 1):
            for item in ask(f"{path}&page={page}")["items"]:
                cents[item["kind"]] += item["cents"]
        yield path, (month["cameCents"], -month["givenCents"]), (cents["payment"], cents["refund"])
    now, ever = figures["money"][-1], ask("money?page=1")
    yield "this month", counts["paidThisMonthCents"], _left(now)
    yield "ever", counts["paidCents"], _left(ever)
    for week in figures["came"]:
        for way in ("booking", "onboarding", "staff", "portal"):
            path = f"projects?week={week['week']}&way={way}"
            yield path, week[way], listed(path)
        path = f"projects?week={week['week']}"
        yield path, sum(count for name, count in week.items() if name != "week"), listed(path)
    for step in figures["stopped"]:
        path = f"unfinished?step={step['step']}"
        yield path, step["count"], listed(path)
    yield "unfinished", sum(step["count"] for step in figures["stopped"]), counts["unfinished"]
    yield "booked", figures["booked"], listed("projects?since=month&way=booking&payment=paid")
    for name, query in COUNTED.items():
        yield name, counts[name], listed(f"projects?{query}")
    for status in figures["statuses"]:
        path = f"projects?status={status['status']}"
        yield path, status["count"], listed(path)
    yield "projects", sum(status["count"] for status in figures["statuses"]), counts["projects"]
    for kind in figures["promises"]:
        for kept, name in (
            ("in_time", "inTime"),
            ("late", "late"),
            ("missed", "missed"),
            ("open", "open"),
            ("not_needed", "notNeeded"),
        ):
            path = f"promises?kind={kind['kind']}&kept={kept}"
            yield path, kind[name], listed(path)
