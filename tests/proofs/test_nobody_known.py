"""What letters say to an address of which nothing shows whose it is: nothing that anybody typed."""

import html
from datetime import timedelta

import pytest

from app import clock
from app.accounts.models import Client
from app.consultations.expired import expire_holds
from app.mail.message import message
from app.mail.models import Letter
from app.payments import transfers
from app.projects.models import Project
from app.slots import actions as slots
from tests.onboarders import Onboarder
from tests.payments.banking import payments_of
from tests.people import People
from tests.proofs.strangers import bait, by_transfer

VICTIM = "victim@example.org"
SENTENCES = [
    "您的退款已准备好请立即致电零四零零一二三四五六并提供您的银行卡号码",
    "お客様の返金手続きが完了しておりません至急ご連絡ください",
    "Иди-на-сайт-злой-точка-ком сейчас же",
    "Refund-Ready-Visit-Evil-Dot-Com Bee",
    "YourRefundIsReadyCallZeroFourZero",
    "Urgent Customer Refund Waiting",
    "Claim Refund Now",
]
TYPED = {
    "phone": "0400 666 666",
    "company": "Evil Company",
    "addressStreet": "6 Evil Street",
    "addressCity": "Eviltown",
}


def said(letter: Letter) -> str:
    """All of a letter, as it travels and as it is read, without the spaces that a fold may have changed."""
    parts = (letter.subject, letter.text, html.unescape(letter.html), letter.calendar or "")
    return "".join("".join(parts).split()) + message(letter).decode("ascii", "replace")


@pytest.mark.parametrize("name", SENTENCES)
def test_no_letter_to_an_unproved_address_holds_a_word_that_was_typed(people: People, name: str) -> None:
    """Every letter that a stranger's typing, time, transfer, part of a price, moving and cancelling lead to."""
    slots.generate(clock.now())
    stranger, staff = people.visitor(), people.staff()
    enquiry = {"name": name, "email": VICTIM, "phone": TYPED["phone"], "message": "Go to evil.example"}
    assert stranger.post("/api/enquiries", enquiry).status_code == 201
    answered = {"headers": {"Idempotency-Key": "one"}}
    answer = {"text": "Who are you?", "seen": 0}
    assert staff.post("/api/admin/enquiries/1/answer", answer, **answered).status_code == 200
    first = Onboarder(people.house, email=VICTIM, name=name, **TYPED)
    assert bait(first).status_code == 201
    by_transfer(first)
    number = first.project
    moved = {"slotId": first.times()[4]["id"], "seen": Project.get_by_id(number).appointment_date.isoformat()}
    assert staff.post(f"/api/admin/projects/{number}/consultation", moved).status_code == 200
    transfers.receive(payments_of(number).get().id, "helena", 100)
    expire_holds(clock.now() + timedelta(days=60))
    cancelled = staff.call_off(number, "Nobody answers")
    assert cancelled.status_code in (200, 404)
    written = list(Letter.select().where(Letter.recipient == VICTIM))
    kinds = {letter.kind for letter in written}
    assert {"enquiry_received", "enquiry_answered", "transfer_details", "held_time_moved"} <= kinds
    assert Client.get(Client.email == VICTIM).proved_at is None
    for letter in written:
        found = [
            word for word in (name, *TYPED.values(), "INVOICE", "evil.example") if "".join(word.split()) in said(letter)
        ]
        assert (letter.kind, found, "Hello," in letter.text) == (letter.kind, [], True)


def test_who_has_paid_is_greeted_by_name(people: People) -> None:
    """The negative control: the letters above would greet, too."""
    slots.generate(clock.now())
    payer = Onboarder(people.house, email=VICTIM, name="Ann Lee")
    assert payer.take(payer.times()[1]["id"]).status_code == 200
    payer.pay()
    (letter,) = Letter.select().where(Letter.kind == "consultation_confirmed")
    assert "Dear Ann Lee," in letter.text
