"""What a project is about by name: its service, and of a contract review the package that was chosen."""

from collections.abc import Collection

from app.catalogue.actions import bought_as
from app.catalogue.rules import Package, ServiceType
from app.db import database
from app.projects.models import Project

# As text, since bookings and proposals stand above.
_CHOSEN = """SELECT b.project_id, b.package FROM bookings b
    JOIN json_each(?) AS asked ON asked.value = b.project_id WHERE b.package IS NOT NULL
UNION ALL SELECT p.begun_id, p.package FROM proposals p
    JOIN json_each(?) AS asked ON asked.value = p.begun_id WHERE p.package IS NOT NULL"""


def names_of(projects: Collection[Project]) -> dict[int, str]:
    """The name of what each of these projects is about, in as many statements for many as for one."""
    chosen = _packages(projects)
    return {each.id: bought_as(each.service_type, chosen.get(each.id)) for each in projects}


def name_of(project: Project) -> str:
    """The name of what one project is about."""
    return names_of([project])[project.id]


def package_of(project: Project) -> Package | None:
    """The package of a contract review, be it booked or proposed and accepted; None where none was chosen."""
    chosen = _packages([project]).get(project.id)
    return Package(chosen) if chosen else None


def _packages(projects: Collection[Project]) -> dict[int, str]:
    reviews = [each.id for each in projects if each.service_type == ServiceType.CONTRACT_REVIEW]
    told = f"[{','.join(map(str, reviews))}]"
    return dict(database.execute_sql(_CHOSEN, (told, told)).fetchall()) if reviews else {}
