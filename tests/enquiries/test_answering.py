"""Staff answer an enquiry by a letter that is kept."""

import pytest
from werkzeug.test import TestResponse

from app.enquiries.models import Enquiry
from app.mail.models import Letter
from app.projects.models import Project
from tests.people import People, Person

ASKED = {"name": "Tom Wright", "email": "tom@example.com", "phone": "0400 123 456", "message": "Is approval needed?"}


def send(staff: Person, text: str, key: str = "first", seen: int = 0) -> TestResponse:
    path = f"/api/admin/enquiries/{Enquiry.get().id}/answer"
    return staff.post(path, {"text": text, "seen": seen}, headers={"Idempotency-Key": key})


def answer(staff: Person, text: str, key: str = "first", seen: int = 0) -> int:
    return send(staff, text, key, seen).status_code


@pytest.mark.spec("A-02")
def test_an_answer_is_written_once_and_stands_beside_its_enquiry(people: People) -> None:
    assert people.visitor().post("/api/enquiries", ASKED).status_code == 201
    staff = people.staff()
    assert [answer(staff, "Yes, it is.") for _ in range(2)] == [200, 200]
    assert answer(staff, "No, it is not.") == 409
    assert answer(staff, "Please call us.", "second", seen=1) == 200
    (line,) = staff.get(f"/api/admin/enquiries?enquiry={Enquiry.get().id}").get_json()["items"]
    assert staff.get(f"/api/admin/enquiries?enquiry={line['id'] + 1}").get_json()["items"] == []
    assert (line["answeredBy"], [each["recipient"] for each in line["answers"]]) == ("helena", ["tom@example.com"] * 2)
    first = Letter.select().where(Letter.kind == "enquiry_answered").order_by(Letter.id).first()
    assert "Hello," in first.text and "Tom" not in first.text and "Yes, it is." in first.text
    assert "Is approval needed?" not in first.text


def test_a_colleagues_answer_is_read_before_another_one_goes_out(people: People) -> None:
    assert people.visitor().post("/api/enquiries", ASKED).status_code == 201
    helena, theo = people.staff(), people.staff("theo")
    assert answer(helena, "Yes, it is.") == 200
    refused = send(theo, "No, it is not.", "theo's")
    assert refused.status_code == 409 and refused.get_json()["message"].startswith(
        "Helena Marsh has answered meanwhile"
    )
    assert Letter.select().where(Letter.kind == "enquiry_answered").count() == 1
    assert answer(theo, "More about it.", "theo's", seen=1) == 200


def test_an_enquiry_from_a_clients_address_opens_that_clients_project(people: People) -> None:
    people.visitor().book()
    assert people.visitor().post("/api/enquiries", {**ASKED, "email": "Amelia@Example.com"}).status_code == 201
    staff = people.staff()
    (line,) = staff.get("/api/admin/enquiries").get_json()["items"]
    assert (line["projectId"], line["reference"]) == (Project.get().id, f"HPM-{Project.get().id}")
    assert answer(staff, "Yes, it is.") == 200
    letter = Letter.get(Letter.kind == "enquiry_answered")
    assert "Hello," in letter.text and "Tom" not in letter.text


def test_an_answer_says_something(people: People) -> None:
    assert people.visitor().post("/api/enquiries", ASKED).status_code == 201
    assert answer(people.staff(), " ") == 422
    assert Letter.select().where(Letter.kind == "enquiry_answered").count() == 0
