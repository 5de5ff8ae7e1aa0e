"""What the browser that made a project still sees of it, and does about its time, once its client has it in the portal.

It may be somebody else's: what the client and staff do later is not shown there, only that it goes on in the portal.
"""

from app.access import Caller
from app.orders.models import Line, Order
from app.orders.rules import OrderState
from app.orders.sums import standing
from app.projects.finding import require_changeable
from app.projects.models import Project
from app.projects.rules import ProjectStatus, Reach
from app.slots.models import Hold

ONE_SEES = {
    Reach.TIME: (OrderState.UNPAID, OrderState.PART_PAID, OrderState.PAID),
    Reach.LOOK: (OrderState.UNPAID,),
}
GONE_ON = (ProjectStatus.IN_PROGRESS, ProjectStatus.COMPLETED, ProjectStatus.CANCELLED)


def has_gone_on(project: Project, order: Order, caller: Caller) -> bool:
    """Whether the project stands otherwise than this browser left it, so that only its client may see how.

    order: what it was begun with. False for the client, and for a browser that reaches as far.
    """
    reach = project.reach(caller)
    if reach is Reach.ALL:
        return False
    others = _is_credited_elsewhere(order, caller)
    sums = standing(order.id)
    # What was given back, or is still to be, may be of a payment that somebody else has made since.
    moved = sums.refunded_cents or sums.due_back_cents or others
    as_left = project.status not in GONE_ON and sums.state in ONE_SEES[reach] and not moved
    return not (as_left and _time_is_as_left(project, caller))


def _is_credited_elsewhere(order: Order, caller: Caller) -> bool:
    """Whether it deducts a booking fee, or has its own deducted, of which this browser knows nothing by itself."""
    mine, credit = Order.owned_by(caller), order.credit
    if credit is not None and not Order.select().where(Order.id == credit.credit_of_id, Order.id.in_(mine)).exists():
        return True
    uses = Order.select().join(Line, on=Line.order == Order.id).where(Line.credit_of == order.id)
    return bool(uses.where(Order.keeps_credit(), Order.id.not_in(mine)).exists())


def _time_is_as_left(project: Project, caller: Caller) -> bool:
    """Whether nobody else has acted on its consultation, and it has no time or the one that this browser took."""
    if project.taken_over_at is not None:
        return False
    if project.appointment_date is None:
        return True
    held = Hold.of_project(project.id)
    return held is not None and held.visitor_id == caller.visitor


def require_choosable(project: Project, caller: Caller) -> None:
    """Refuse to choose the time of a project to a browser that may only look at it, has chosen before, or is
    not the last that acted on it: AppError 403.

    To choose the same one again is no change.
    """
    if project.reach(caller) is not Reach.TIME or not _time_is_as_left(project, caller):
        require_changeable(project, caller)
