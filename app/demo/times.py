"""The consultation that the demo's client has ahead."""

from app import clock
from app.accounts.models import Client
from app.consultations import actions as consultations
from app.consultations.confirmed import is_lacking_time
from app.projects.models import Project
from app.slots import actions as slots
from app.slots.caps import Taker
from app.slots.models import Slot


def agree_on_time(email: str) -> None:
    """The client of that address has chosen a consultation's time for the project that was booked first."""
    now = clock.now()
    slots.generate(now)
    project = Project.select().join(Client).where(Client.email == email).order_by(Project.id).first()
    free = Slot.free(now)
    if project is not None and free and is_lacking_time(project):
        consultations.choose(project.id, free[len(free) // 4].id, Taker(project.id, "demo", ""), now)
