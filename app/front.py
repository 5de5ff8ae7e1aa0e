"""The site as visitors first see it, put together of what the configuration and the database tell of the firm."""

from typing import Any

from app import bundle
from app.bundle import Bundle
from app.catalogue import actions as catalogue
from app.catalogue.facts import offer_amounts, offer_facts
from app.config import Config, put_in_force
from app.filling import Filling
from app.headers import host_allowed, security_headers
from app.pages.facts import pixel_fallback, robots, site_facts, sitemap, web_manifest
from app.pages.structured import structured_facts
from app.payments.card_form import card_form
from app.site import Site
from app.slots.availability import Availability


def open_front(config: Config, behind: Any) -> Site:
    """Put a configuration in force whose database is connected and migrated, and fill its pages.

    behind: the WSGI program that answers everything else. Raises ConfigError and BundleMissing.
    """
    catalogue.check(config.catalogue)
    put_in_force(config)
    texts = {
        "/robots.txt": ("text/plain; charset=utf-8", robots()),
        "/sitemap.xml": ("application/xml; charset=utf-8", sitemap()),
        "/site.webmanifest": ("application/manifest+json", web_manifest()),
    }
    lasting = site_facts(card_form(config)) | offer_facts()

    def made(minutes: int) -> Bundle:
        facts = lasting | {"consultation.minutes": str(minutes)}
        filling = Filling(facts, structured_facts(facts) | offer_amounts(), {"<!--pixel-fallback-->": pixel_fallback()})
        return Bundle(bundle.folder(), filling, texts)

    return Site(
        made,
        lambda: Availability.numbers().minutes,
        security_headers(),
        behind,
        host_allowed,
        config.server.behind_proxy,
    )
