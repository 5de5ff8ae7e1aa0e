"""Withdrawing a bill while it is being paid, and money that comes for it afterwards."""

from typing import Any

import pytest

from app import clock
from app.access import Caller
from app.alerts.models import Alert
from app.amounts import gst_part
from app.invoices.files import content
from app.invoices.models import Invoice, InvoiceLine
from app.invoices.rules import Kind
from app.mail.models import Letter
from app.orders.credit import DEDUCTED
from app.orders.models import Order
from app.orders.money import Payment
from app.payments import bills, cards
from app.payments.reconcile import reconcile
from app.payments.void import void
from app.projects.models import Project
from tests.invoices.test_bills import bill, shown, sound
from tests.invoices.test_money_shown import text_of
from tests.payments.banking import give_back, line, mark, record
from tests.people import TAKES_TIME, VISA, People, Person


def withdraw(staff: Person, number: int) -> Any:
    return staff.post(f"/api/admin/bills/{number}/withdraw", {"reason": "Agreed otherwise"})


def open_card_form(reader: Person) -> str:
    body = {"projectId": Project.get().id, "bill": 2, "replaceTransfer": True}
    return str(reader.post("/api/create-payment-intent", body).get_json()["paymentIntent"])


def test_a_card_form_that_is_opened_while_a_bill_is_withdrawn_stays_its_payment(
    people: People, reader: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    staff = people.staff()
    number = bill(staff).get_json()["id"]
    project = Project.get()
    opened: list[str] = []

    def late(gateway: Any, begun: Payment) -> None:
        void(gateway, begun)
        quoted = bills.to_pay(project.id, 2, Caller(client_id=project.client_id), clock.now())
        opened.append(cards.start(gateway, quoted, None, True).intent_id)

    with monkeypatch.context() as patched:
        patched.setattr(bills, "void", late)
        refused = withdraw(staff, number)
    assert (refused.status_code, Order.get_by_id(number).withdrawn_at) == (409, None)
    assert withdraw(staff, number).status_code == 200
    assert people.house.gateway is not None
    assert people.house.gateway.retrieve_intent(opened[0]).status == "canceled"
    sound(people)


def test_the_job_ends_a_card_form_of_a_withdrawn_bill(people: People, reader: Person) -> None:
    number = bill(people.staff()).get_json()["id"]
    intent = open_card_form(reader)
    Order.update(withdrawn_at=clock.now()).where(Order.id == number).execute()
    gateway = people.house.gateway
    assert gateway is not None
    reconcile(gateway)
    assert gateway.retrieve_intent(intent).status == "canceled"


@pytest.mark.parametrize(("card", "said"), [(TAKES_TIME, bills.BEING_DECIDED), (VISA, bills.HAS_MONEY)])
def test_staff_are_told_in_their_words_why_a_bill_cannot_be_withdrawn(
    people: People, reader: Person, card: str, said: str
) -> None:
    staff = people.staff()
    number = bill(staff).get_json()["id"]
    people.house.sandbox.confirm(open_card_form(reader), card=card)
    refused = withdraw(staff, number)
    assert (refused.status_code, refused.get_json()["message"]) == (409, said)


def test_less_than_the_price_of_a_withdrawn_bill_is_kept_and_no_rest_is_asked_for(people: People) -> None:
    client, staff = people.client(), people.staff()
    made = bill(staff).get_json()
    assert made["totalCents"] == 15_001  # without the booking fee, which is deducted no more once it is withdrawn
    assert withdraw(staff, made["id"]).status_code == 200
    assert mark(staff, Payment.get(Payment.provider == "bank").id).status_code == 200
    told = [letter.kind for letter in Letter.select().where(Letter.recipient == "amelia@example.com")]
    assert told[-2:] == ["bill_withdrawn", "withdrawn_bill_paid"]
    assert [alert.kind for alert in Alert.select()] == ["paid_withdrawn"]
    assert shown(client)["orders"][1]["owedCents"] == 0
    states = [shown(client)["orders"][1]["state"]]
    assert give_back(staff, Payment.get(Payment.provider == "bank").id, 5_000).status_code == 200
    states.append(shown(client)["orders"][1]["state"])
    assert states == ["paid", "part_refunded"]
    sound(people)


def test_the_note_of_a_withdrawn_bill_takes_back_each_line_and_the_fee_that_it_deducted(people: People) -> None:
    people.client()
    staff = people.staff()
    number = bill(staff).get_json()["id"]
    assert withdraw(staff, number).status_code == 200
    note = Invoice.get(Invoice.order == number, Invoice.kind == Kind.ADJUSTMENT_NOTE)
    lines = [(row.description, row.cents) for row in note.lines.order_by(InvoiceLine.id)]
    assert lines == [("Two site visits", -33_000), ("Report", -7_001), (DEDUCTED, 25_000)]
    assert (note.total_cents, note.gst_cents) == (-15_001, gst_part(-15_001))
    said = text_of(content(note, clock.now()))
    for word in (
        "Two site visits",
        "\N{MINUS SIGN}$330.00",
        "Report",
        "\N{MINUS SIGN}$70.01",
        DEDUCTED,
        "\N{MINUS SIGN}$150.01",
    ):
        assert word in said
    sound(people)


def test_the_price_of_a_withdrawn_bill_is_received_with_one_letter_that_says_so(people: People, reader: Person) -> None:
    staff = people.staff()
    withdraw(staff, bill(staff).get_json()["id"])
    mark(staff, Payment.get(Payment.provider == "bank").id, 50_000)
    kinds = [letter.kind for letter in Letter.select().order_by(Letter.id)]
    assert kinds[kinds.index("bill_withdrawn") + 1 :] == ["withdrawn_bill_paid"]
    said = " ".join(Letter.get(Letter.kind == "withdrawn_bill_paid").text.split())
    assert "was withdrawn, so nothing is owed" in said
    note = Invoice.select().order_by(Invoice.id.desc()).get()
    assert note.total_cents == 40_001
    assert f"our adjustment note {note.name} counts it for that invoice; another takes off what goes back." in said
    sound(people)


def test_all_that_came_for_a_withdrawn_bill_is_told_as_to_be_given_back(people: People, reader: Person) -> None:
    staff, project = people.staff(), Project.get().id
    made = bill(staff).get_json()
    assert withdraw(staff, made["id"]).status_code == 200
    offered = [
        (each["number"], each["withdrawn"], each["owedCents"]) for each in line(staff, project)["money"]["payable"]
    ]
    assert offered == [(1, False, 0), (2, True, 0)]
    first = Payment.get(Payment.provider == "bank").id
    assert mark(staff, first).status_code == 200
    assert record(staff, project, 40_001, key="second", number=2).status_code == 200
    said = [alert.message for alert in Alert.select().where(Alert.kind == "paid_withdrawn").order_by(Alert.id)]
    name = f"HPM-{project}-2"
    please = "please agree what it is for, or refund it."
    assert said == [
        f"{name} was withdrawn, but $400.01 came for it: {please}",
        f"{name} was withdrawn, but $400.01 came for it, and with what came before $800.02 is here: {please}",
    ]
    assert not Alert.select().where(Alert.kind == "paid_twice").exists()
    row = line(staff, project)
    assert row["money"]["dueBackCents"] == 80_002
    told = [(each["cameCents"], each["keptCents"], each["dueBackCents"]) for each in row["money"]["transfers"]]
    assert told == [(80_002, 80_002, 80_002)] * 2
    assert [each["withdrawn"] for each in row["money"]["transfers"]] == [True, True]
    assert shown(reader)["orders"][1]["dueBackCents"] == 80_002
    sound(people)
    assert give_back(staff, first, 40_001).status_code == 200
    assert "stays paid" not in Letter.get(Letter.kind == "payment_refunded").text
    assert shown(reader)["orders"][1]["dueBackCents"] == 40_001
    second = Payment.get(Payment.idempotency_key.endswith("second")).id
    assert give_back(staff, second, 40_001).status_code == 200
    assert shown(reader)["orders"][1]["dueBackCents"] == 0
    still = Alert.select().where(Alert.kind == "paid_withdrawn", Alert.resolved_at.is_null())
    assert not still.exists()
    sound(people)


def test_a_bill_that_is_paid_in_part_is_withdrawn_once_that_went_back(people: People, reader: Person) -> None:
    staff = people.staff()
    number, payment = bill(staff).get_json()["id"], Payment.get(Payment.provider == "bank").id
    assert mark(staff, payment, 10_000).status_code == 200
    refused = withdraw(staff, number)
    assert (refused.status_code, refused.get_json()["message"]) == (409, bills.PART_CAME)
    assert give_back(staff, payment, 10_000).status_code == 200
    order = shown(reader)["orders"][1]
    assert (order["state"], order["paidAt"]) == ("refunded", None)
    assert withdraw(staff, number).status_code == 200
    order = shown(reader)["orders"][1]
    assert (order["owedCents"], order["withdrawn"]) == (0, True)
    assert Letter.select().where(Letter.kind == "bill_withdrawn").count() == 1
    assert withdraw(staff, number).status_code == 200
    assert Letter.select().where(Letter.kind == "bill_withdrawn").count() == 1
    sound(people)


def test_what_was_paid_in_full_is_refunded_and_not_withdrawn(people: People, reader: Person) -> None:
    staff = people.staff()
    number, payment = bill(staff).get_json()["id"], Payment.get(Payment.provider == "bank").id
    assert mark(staff, payment).status_code == 200
    assert give_back(staff, payment, Payment.get_by_id(payment).amount_cents).status_code == 200
    assert shown(reader)["orders"][1]["paidAt"] is not None
    assert (refused := withdraw(staff, number)).get_json()["message"] == bills.HAS_MONEY
    assert refused.status_code == 409


def test_the_refund_of_a_fee_that_a_bill_deducts_is_told_before_and_in_its_letter(people: People) -> None:
    people.house.flask.config["GATEWAY"] = None
    visitor = people.visitor()
    visitor.fill_wizard()
    assert visitor.post("/api/bookings/current/bank-transfer").status_code == 200
    staff, fee = people.staff(), Payment.get(Payment.provider == "bank").id
    assert mark(staff, fee).status_code == 200
    project = Project.get().id
    assert staff.get(f"/api/admin/projects/{project}").get_json()["money"]["transfers"][0]["used"] == ""
    bill(staff)
    told = staff.get(f"/api/admin/projects/{project}").get_json()["money"]["transfers"][0]["used"]
    bill_number = f"HPM-{project}-2"
    stays = f"What {bill_number} deducts of the booking fee stays deducted, whatever is refunded."
    assert told == f"The booking fee was deducted: $250.00 from {bill_number}. {stays}"
    assert give_back(staff, fee, 25_000).status_code == 200
    letter = " ".join(Letter.get(Letter.kind == "payment_refunded").text.split())
    assert f"The booking fee stays deducted from HPM-{project}-2, so there is nothing to pay anew." in letter
