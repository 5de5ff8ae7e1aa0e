"""A client starts the service that their booked consultation is about, without being asked anything again."""

from datetime import datetime

from app.audit.actions import Actor, note
from app.audit.models import Act, ActorKind
from app.catalogue.actions import bought_outright, require_open, services
from app.catalogue.rules import ServiceType
from app.db import write
from app.errors import AppError, invalid
from app.orders.models import Order
from app.orders.rules import IS_PAID
from app.projects import actions as projects
from app.projects.finding import find_of_client
from app.projects.models import Project
from app.projects.rules import ProjectStatus, reference
from app.proposals.beginning import begin_after, goes_on_as

NOT_BOOKED = "Only the service of a paid consultation can be started here. Please choose it under Services."
OTHER_PRICE = "The price of this service has changed. Please look at it again."


def start(project_id: int, client_id: int | None, price_cents: int, now: datetime) -> Project:
    """Begin the service that the consultation of `project_id` is about, which both projects then share.

    What the client told and sent stays with the first one, and its checklist goes on (`checklist.ask_for_service`).
    Repeating it, or starting what goes on already, answers with that project.
    price_cents: the price that the client saw; AppError 422 at another one, 404 for anybody else's project, 409 for
    one that is not a paid booking or was cancelled, 503 where nothing can be paid.
    """
    require_open()
    with write():
        before = find_of_client(project_id, client_id)
        if begun := goes_on_as(before):
            return begun[0]
        service = ServiceType(before.service_type)
        order = Order.of_project(before.id)
        booked = order.booking_id is not None and order.state in IS_PAID
        if not booked or service is ServiceType.CONSULTATION or before.status == ProjectStatus.CANCELLED:
            raise AppError("not_booked", 409, NOT_BOOKED)
        offer = services()[service]
        if price_cents != offer.cents:
            raise invalid({"priceCents": OTHER_PRICE}, OTHER_PRICE)
        said = f"Started from {reference(before.id)}"
        title = bought_outright(service)
        made = begin_after(before, service, title, offer.cents, said, now)
        projects.record(before.id, "client", f"Started {title}: {reference(made.id)}", now)
        note(Actor(ActorKind.CLIENT, str(client_id)), Act.START_SERVICE, f"project:{before.id}", now, title)
    return made
