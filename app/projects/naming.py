"""What a project is about by name: its service, and of a contract review the package that was chosen."""

import json
from collections.abc import Collection

from app.catalogue.actions import bought_as
from app.catalogue.rules import DEFAULT_PACKAGE, Package, ServiceType
from app.db import database
from app.projects.models import Project

# Of a project `p` with a review: the package that was booked, or that was proposed and accepted, or the one that is
# bought outright. As text, since bookings and proposals stand above.
CHOSEN = f"""COALESCE((SELECT package FROM bookings WHERE project_id = p.id),
        (SELECT package FROM proposals WHERE begun_id = p.id),
        CASE WHEN NOT EXISTS (SELECT 1 FROM bookings WHERE project_id = p.id) THEN '{DEFAULT_PACKAGE}' END)"""


def names_of(projects: Collection[Project]) -> dict[int, str]:
    """The name of what each of these projects is about, in as many statements for many as for one."""
    chosen = _packages(projects)
    bought = {each.id: (each.service_type, chosen.get(each.id)) for each in projects}
    called = {what: bought_as(*what) for what in set(bought.values())}
    return {number: called[what] for number, what in bought.items()}


def name_of(project: Project) -> str:
    """The name of what one project is about."""
    return names_of([project])[project.id]


def package_of(project: Project) -> Package | None:
    """The package of a contract review, be it booked, proposed or bought outright; None where none was chosen."""
    chosen = _packages([project]).get(project.id)
    return Package(chosen) if chosen else None


def _packages(projects: Collection[Project]) -> dict[int, str | None]:
    reviews = [each.id for each in projects if each.service_type == ServiceType.CONTRACT_REVIEW]
    if not reviews:
        return {}
    asked = f"SELECT p.id, {CHOSEN} FROM projects p WHERE p.id IN (SELECT value FROM json_each(?))"
    return dict(database.execute_sql(asked, (json.dumps(reviews),)).fetchall())
