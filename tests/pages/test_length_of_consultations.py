"""How long a consultation is: one number on the public pages, at checkout, on success, in the portal, in letters."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from werkzeug.test import Client

from app import clock
from app.audit.actions import Actor
from app.config import Config
from app.factory import House, create_app
from app.mail.models import Letter
from app.projects.models import Project
from app.slots.actions import generate
from app.slots.availability import Availability
from app.slots.changes import save
from tests.onboarders import Onboarder
from tests.people import People, Person

PAGES = ("/services", "/contact", "/onboarding")
LENGTH = re.compile(r"(\d+) min(?:utes|\))")


@pytest.fixture
def house(config: Config) -> Iterator[House]:
    """The program with its pages."""
    made = create_app(config)
    yield made
    made.sandbox.close()


def lengths(house: House) -> set[str]:
    """Every length that the public pages name in their words."""
    reader = Client(house.wsgi)
    texts = [reader.get(path, base_url=house.config.server.address).get_data(as_text=True) for path in PAGES]
    return {found for text in texts for found in LENGTH.findall(re.sub("<!--.*?-->", "", text))}


def set_length(minutes: int) -> None:
    save(replace(Availability.rules(), minutes=minutes), Availability.present().version, Actor.staff("x"), clock.now())


def test_public_pages_name_the_length_that_staff_set_and_by_default_the_specifications(house: House) -> None:
    assert lengths(house) == {"45"}
    kept = house.wsgi.bundle
    house.wsgi.follow()
    assert house.wsgi.bundle is kept
    set_length(60)
    assert lengths(house) == {"45"}
    house.wsgi.follow()
    assert lengths(house) == {"60"}


def test_who_has_a_time_reads_its_own_length_and_who_has_none_the_present_one(house: House, people: People) -> None:
    generate(clock.now())
    ann = Onboarder(house)
    ann.take(ann.times()[30]["id"])
    set_length(30)
    assert ann.checkout()["minutes"] == 45
    other = Onboarder(house, "other@example.com")
    assert other.checkout()["minutes"] == 30
    shown = people.client("amelia@example.com")
    project = Project.select().order_by(Project.id.desc()).first()
    assert shown.get(f"/api/client/projects/{project.id}").get_json()["minutes"] == 30
    booked = Person(house)
    booked.book(files=0, email="third@example.com")
    assert booked.get("/api/bookings/confirmation").get_json()["booking"]["minutes"] == 30
    letter = Letter.select().where(Letter.kind == "booking_confirmed").order_by(Letter.id.desc()).first()
    assert "30 minutes" in letter.text
