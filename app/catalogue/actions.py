"""The catalogue as the owner's configuration in force has it."""

from dataclasses import replace
from typing import TypeVar

from app.catalogue.rules import (
    DEFAULT_PACKAGE,
    PACKAGES,
    SERVICES,
    Package,
    ReviewPackage,
    Service,
    ServiceType,
    bought,
)
from app.config import Catalogue, ConfigError, PackageOffer, in_force
from app.errors import AppError

Entry = TypeVar("Entry", Service, ReviewPackage)


def services() -> dict[ServiceType, Service]:
    """Every service by id, in the catalogue's order, with the owner's titles, texts and prices."""
    offers = in_force().catalogue.services
    return {entry.id: _offered(entry, offers.get(entry.id)) for entry in SERVICES}


def packages() -> dict[Package, ReviewPackage]:
    """Every review package by id with the owner's titles and prices."""
    offers = in_force().catalogue.packages
    return {entry.id: _offered(entry, offers.get(entry.id)) for entry in PACKAGES}


def bought_as(service: str, package: str | None) -> str:
    """What a client buys by its name, from what is stored of it; a package goes with the contract review only."""
    kind = ServiceType(service)
    chosen = packages()[Package(package)] if package and kind is ServiceType.CONTRACT_REVIEW else None
    return bought(services()[kind], chosen)


def bought_outright(service: str) -> str:
    """The same of a service that is bought without a choice: a review is the default package then, as its page says."""
    return bought_as(service, DEFAULT_PACKAGE)


def require_open() -> None:
    """Refuse to begin what nobody could pay for: AppError 503 in the words of the pages."""
    if closed := in_force().closed:
        raise AppError("not_open", 503, closed)


def check(catalogue: Catalogue) -> None:
    """Refuse overrides of services and packages that do not exist. Raises ConfigError naming the key."""
    for table, ids, given in (
        ("services", set(ServiceType), catalogue.services),
        ("packages", set(Package), catalogue.packages),
    ):
        for name in given:
            if name not in ids:
                raise ConfigError(f"catalogue.{table}.{name}: there is no such entry")


def _offered(entry: Entry, offer: PackageOffer | None) -> Entry:
    """A catalogue's entry with what the owner offers otherwise."""
    if offer is None:
        return entry
    cents = entry.cents if offer.price is None else int(offer.price * 100)
    return replace(
        entry, **{name: value for name, value in offer if value is not None and name != "price"}, cents=cents
    )
