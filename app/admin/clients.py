"""Clients in the back office."""

from flask import Blueprint
from flask_login import current_user

from app.accounts.opening import send_sign_in
from app.audit.actions import Actor
from app.http import Ok, Who, route

clients = Blueprint("admin_clients", __name__)


@route(clients, "POST", "/api/admin/clients/<int:client_id>/sign-in", who=Who.STAFF, answer=Ok, refusals=(404,))
def send_client_sign_in(client_id: int) -> Ok:
    """Give a client a new temporary password, by letter; what they had is worth nothing at once."""
    send_sign_in(client_id, Actor.staff(current_user.username))
    return Ok()
