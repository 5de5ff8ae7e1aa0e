"""What the list of projects is searched by: what is known of whoever a project is for, and what was typed for it."""

from typing import Any, NamedTuple

from peewee import fn

from app.accounts.models import Client
from app.admin.lists import Sieve, begins, holds, unhelped
from app.booking.models import Booking
from app.invoices.models import Invoice
from app.invoices.rules import named
from app.onboarding.models import Onboarding
from app.orders.models import Order
from app.projects.models import Project
from app.search.models import Kind, begun_with
from app.search.rules import project_named


class Matching(NamedTuple):
    """The condition that a project is found; `some`: one that some of these meet and no others, None for few."""

    condition: Any
    some: Any = None


def matches(words: str) -> Matching:
    """Of a project: something that is known of whoever it is for, or was typed for it, holds the words.

    A single letter or digit: how their name begins, or its number.
    The name of an invoice or adjustment note: whose it is.
    """
    if (document := named(words)) is not None:
        kind, issued = document
        billed: Any = Invoice.select(Order.project).join(Order)
        return Matching(Project.id.in_(billed.where((Invoice.kind == kind) & (Invoice.number == issued))))
    number = project_named(words)
    whose, other, told, typed = Client.alias(), Project.alias(), Booking, Onboarding
    if len(words) == 1:
        begun = begun_with(words)
        if begun is not None:
            return Matching(Project.client.in_(begun) | (Project.id == number))
        its = whose.select().where(whose.id == Project.client_id, begins(words, whose.name))
        return Matching(fn.EXISTS(its) | (Project.id == number))
    few = Sieve(words, Kind.CLIENT, Kind.BOOKING, Kind.ONBOARDING)
    known = holds(words, whose.name, whose.email, whose.phone, whose.company, whose.address_street)
    clients = whose.select(whose.id).where(few.lets_through(Kind.CLIENT, whose.id), known)
    booked = told.select(told.project).where(
        told.project.is_null(False),
        few.lets_through(Kind.BOOKING, told.id),
        holds(words, told.full_name, told.email, told.phone, told.address),
    )
    names = (typed.name, typed.email, typed.phone, typed.company, typed.address_street, typed.address_city)
    onboarded = typed.select(typed.project).where(
        typed.project.is_null(False), few.lets_through(Kind.ONBOARDING, typed.id), holds(words, *names)
    )
    if not few.are_few:
        # Asked of one project after the other, until the page is full: where many are found that is soon.
        itself = clients.where(whose.id == Project.client_id)
        said = (booked.where(told.project == Project.id), onboarded.where(typed.project == Project.id))
        found = fn.EXISTS(itself) | fn.EXISTS(said[0]) | fn.EXISTS(said[1])
        if number is not None:
            found |= unhelped(Project.id) == number
        some = few.some(Kind.CLIENT, whose.id)
        return Matching(found, None if some is None else Project.client.in_(clients.where(some)))
    theirs: Any = other.select(other.id).where(other.client.in_(clients))
    queries = theirs.union_all(booked).union_all(onboarded)
    if number is not None:
        queries = queries.union_all(other.select(other.id).where(other.id == number))
    return Matching(Project.id.in_(queries))
