"""The people of the table: a story that is played once, and a copy of it for each test."""

import io
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from expectations import DETAILS
from werkzeug.test import TestResponse

from app import config as configuration
from app import db
from app.accounts.cookies import COOKIE
from app.accounts.models import Client
from app.accounts.rules import Role
from app.clock import now
from app.demo.papers import sample_pdf
from app.factory import House, create_app
from app.limits import limiter
from app.slots import actions as slots
from tests import databases
from tests.people import People, Person


@dataclass
class Stage:
    """A data folder whose story has been played, and the session of everybody in it."""

    folder: Path
    sessions: dict[str, str]


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory, empty_database: Path) -> Stage:
    """Amelia and Bruno are clients, the second draft is the owner session's. Played once, since it takes a while."""
    folder = tmp_path_factory.mktemp("stage")
    databases.put(empty_database, folder)
    db.connect(folder)
    house = create_app(configuration.build(folder, "demo", {}), bundle=False)
    limiter.reset()
    people = People(house)
    client = people.client("amelia@example.com")
    session = people.visitor()
    session.book(email="amelia@example.com")
    session.fill_wizard(email="amelia@example.com")
    session.start_payment()
    confirmed = onboard(session)
    onboard(people.visitor())
    people.visitor().post("/api/client/reset-link", {"email": "amelia@example.com"})
    house.jobs.run("reset links")
    other = people.client("bruno@example.com")
    staff, owner = people.staff("helena"), people.staff("olivia", Role.OWNER)
    assert staff.post(f"/api/admin/projects/{confirmed}/confirm-client").status_code == 200
    actors = {"client": client, "owner_session": session, "other_client": other, "staff": staff, "owner": owner}
    cookies = {name: person.browser.get_cookie(COOKIE) for name, person in actors.items()}
    house.sandbox.close()
    configuration.put_in_force(None)
    db.close()
    return Stage(folder, {name: cookie.value for name, cookie in cookies.items() if cookie})


@pytest.fixture(name="folder")
def staged_folder(tmp_path: Path, stage: Stage) -> Iterator[Path]:
    """A copy of the stage's folder."""
    shutil.copytree(stage.folder, tmp_path, dirs_exist_ok=True)
    db.connect(tmp_path)
    yield tmp_path
    configuration.put_in_force(None)
    db.close()


@pytest.fixture(name="cast")
def actors(stage: Stage, house: House) -> dict[str, Callable[[], Person]]:
    """Each actor's browser, made anew."""

    def played(name: str) -> Person:
        person = Person(house)
        person.browser.set_cookie(COOKIE, stage.sessions[name])
        return person

    people = {name: played(name) for name in stage.sessions}

    def amelia(temporary: bool) -> Person:
        with db.write():
            Client.update(password_change_required=temporary).where(Client.email == "amelia@example.com").execute()
        return people["client"]

    return {
        **{name: lambda person=person: person for name, person in people.items()},
        "visitor": lambda: Person(house),
        "client": lambda: amelia(temporary=False),
        "temporary": lambda: amelia(temporary=True),
    }


def onboard(person: Person) -> int:
    """A project with Amelia's address, started from the form of /onboarding, with a time held and a file; its id."""
    slots.generate(now())
    intake = person.post("/api/clients", DETAILS).get_json()["id"]
    answer = person.post("/api/projects", {"clientId": intake, "serviceType": "scope_tender"})
    assert answer.status_code == 201
    free = person.get("/api/slots/available").get_json()[1]["id"]
    assert person.browser.patch(f"/api/slots/{free}/book").status_code == 200
    project = int(answer.get_json()["id"])
    assert send_file(person, project).status_code == 201
    assert person.post("/api/create-payment-intent", {"projectId": project}).status_code == 200
    return project


def send_file(person: Person, project: object = "", path: str = "/api/documents") -> TestResponse:
    """Upload a file to a project, or to wherever `path` puts it."""
    data = {"file": (io.BytesIO(sample_pdf("Plan")), "Plan.pdf"), "projectId": str(project)}
    return person.browser.post(path, data=data)
