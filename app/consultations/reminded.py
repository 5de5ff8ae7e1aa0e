"""Whether a client will be reminded of the consultation: what letters and pages say, and what the reminding does."""

from datetime import datetime

from app.consultations.rules import is_reminded
from app.mail.models import letter_written
from app.orders.models import Order
from app.orders.rules import OrderState
from app.projects.models import Project
from app.projects.rules import ProjectStatus

TOLD_BY = ("consultation_confirmed", "consultation_moved")  # the letters that tell the client of the time


def is_to_be_reminded(project: Project, now: datetime) -> bool | None:
    """Whether a reminder comes; None for a project without a time to be reminded of.

    None, too, where the money was given back: whether that one takes place, staff agree with the client.
    """
    start: datetime | None = project.appointment_date
    given_back = Order.state_of(project.id) is OrderState.REFUNDED
    if start is None or start < now or project.status != ProjectStatus.SCHEDULED or given_back:
        return None
    told = letter_written(project.id, TOLD_BY)
    return told is None or is_reminded(told, start)
