"""A client's money in the portal, with the documents about it as files."""

import hashlib
import io

import pytest
from pypdf import PdfReader

from app import clock
from app.accounts.models import Client
from app.audit.models import AuditLine
from app.config import in_force
from app.invoices.files import make_files
from app.invoices.models import Invoice, InvoiceFile
from app.orders.models import Order
from app.orders.money import Payment
from app.payments.settle import settle
from app.projects.models import Project
from tests.firms import Configured
from tests.listening import listening
from tests.people import People, Person


def text_of(pdf: bytes) -> str:
    """What a PDF says, words apart."""
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages).split())


def fetched(person: Person, path: str) -> bytes:
    with person.get(path) as answer:
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "application/pdf"
        assert answer.headers["Cache-Control"] == "private, no-store"
        return answer.data


def give_back(people: People, cents: int) -> None:
    intent, gateway = Payment.get().intent_id, people.house.gateway
    assert gateway is not None
    gateway.refund(intent, cents, f"back {cents}", "requested_by_customer")
    settle(gateway, intent)


@pytest.mark.spec("D-09")
def test_a_client_sees_what_was_paid_given_back_and_invoiced(people: People) -> None:
    client = people.client()
    give_back(people, 10_000)
    shown = client.get(f"/api/client/projects/{Project.get().id}/money").get_json()
    assert [shown[name] for name in ("paidCents", "refundedCents", "owedCents")] == [25_000, 10_000, 0]
    (order,) = shown["orders"]
    assert [(row["kind"], row["cents"], row["method"]) for row in order["movements"]] == [
        ("payment", 25_000, "card"),
        ("refund", 10_000, "card"),
    ]
    assert [(row["number"], row["totalCents"], row["gstCents"]) for row in order["papers"]] == [
        ("INV-000001", 25_000, 2_273),
        ("ADJ-000001", -10_000, -909),
    ]


@pytest.mark.spec("D-09")
def test_an_invoice_says_what_the_law_demands(people: People) -> None:
    client = people.client()
    said = text_of(fetched(client, f"/api/client/invoices/{Invoice.get().id}/download"))
    business = in_force().business
    for word in (
        *("Tax invoice", "INV-000001", business.name, f"ABN {business.abn}", "Amelia Hart", "amelia@example.com"),
        *(clock.sydney_date(clock.now()), f"HPM-{Project.get().id}", "$250.00", "$22.73", "by card", "TEST"),
    ):
        assert word in said


@pytest.mark.spec("D-09")
def test_an_adjustment_note_names_its_invoice_and_the_tax_that_falls(people: People) -> None:
    client = people.client()
    give_back(people, 25_000)
    note = Invoice.get(Invoice.kind == "adjustment_note")
    said = text_of(fetched(client, f"/api/client/invoices/{note.id}/download"))
    for word in ("Adjustment note", "ADJ-000001", "Tax invoice INV-000001 of", "\u2212$250.00", "\u2212$22.73"):
        assert word in said


@pytest.mark.spec("D-09")
def test_a_file_is_made_once_and_never_changes_whatever_is_edited_later(people: People, configured: Configured) -> None:
    client, document = people.client(), Invoice.get()
    first = fetched(client, f"/api/client/invoices/{document.id}/download")
    configured(values={"business": {"name": "Another Name", "abn": "11 111 111 111"}})
    Client.update(name="Somebody Else", address_street="1 New Street").execute()
    assert fetched(client, f"/api/client/invoices/{document.id}/download") == first
    assert make_files(clock.now()) == 0
    assert InvoiceFile.get().sha256 == hashlib.sha256(first).hexdigest()
    staff = people.staff()
    assert fetched(staff, f"/api/admin/invoices/{document.id}/download") == first
    assert AuditLine.select().where(AuditLine.subject == f"invoice:{document.id}").count() == 1


def test_a_file_that_is_made_later_still_says_what_was_true_when_it_was_issued(
    people: People, configured: Configured
) -> None:
    people.client()
    configured(values={"business": {"name": "Another Name"}})
    Client.update(name="Somebody Else").execute()
    assert make_files(clock.now()) == 1
    said = text_of(bytes(InvoiceFile.get().content))
    assert "Amelia Hart" in said and "Another Name" not in said


@pytest.mark.parametrize("table", ["invoices", "invoice_lines", "invoice_files"])
def test_nothing_that_was_invoiced_can_be_changed_or_erased(people: People, table: str) -> None:
    people.client()
    make_files(clock.now())
    database = Order._meta.database
    for statement in (f"UPDATE {table} SET rowid = rowid", f"DELETE FROM {table}"):
        with pytest.raises(Exception, match=r"never changed|are kept"):
            database.execute_sql(statement)


def test_more_papers_are_asked_for_as_often_as_one(people: People) -> None:
    client, counts = people.client(), []
    address = f"/api/client/projects/{Project.get().id}/money"
    for papers in (1, 2, 3):
        with listening() as heard:
            assert len(client.get(address).get_json()["orders"][0]["papers"]) == papers
        counts.append(len(heard))
        give_back(people, 1_000 * papers)
    assert len(set(counts)) == 1
