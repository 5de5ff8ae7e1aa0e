"""What a firm takes along: all of it, in the words of the pages, harmless in a spreadsheet, and nothing that opens."""

import csv
import io
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from app import clock, db
from app.__main__ import main
from app.documents.models import Document
from app.exports import sheets
from app.exports.sheets import FORMULA, SHEETS
from app.invoices.files import make_files
from app.mail.models import Letter
from tests.onboarders import Onboarder
from tests.payments.banking import books_by_transfer
from tests.people import People

# What is of the program and not of the firm, or opens something.
NOT_TAKEN = {
    *("admins", "alerts", "attention", "audit_log", "availability", "availability_closures", "availability_hours"),
    *("availability_times", "available_slots", "calendar_addresses", "client_merges", "detail_changes"),
    *("document_openings", "email_changes", "erased_files", "invoice_files", "invoice_lines", "invoice_numbers"),
    *("known_browsers", "letter_templates", "message_files", "message_readers", "migratehistory", "moments", "needs"),
    *("ownership_questions", "password_resets", "payment_events", "retention_looks", "sessions", "totals"),
}


@pytest.fixture
def run(folder: Path, people: People, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], Result]:
    """`helios export PLACE` of the firm's folder; whoever served it has stopped."""
    monkeypatch.setenv("HELIOS_DATA_DIR", str(folder))

    def command(place: Path) -> Result:
        db.close()
        result = CliRunner().invoke(main, ["export", str(place)])
        db.close()
        db.connect(folder)
        return result

    return command


def table(folder: Path, name: str) -> list[dict[str, str]]:
    with open(folder / f"{name}.csv", encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_every_table_of_the_firm_is_taken_along_or_said_to_be_none(folder: Path) -> None:
    tables = {name for name in db.database.get_tables() if not name.startswith(("search_", "sqlite_"))}
    named = {name for sheet in SHEETS for name in re.findall(r"(?:FROM|JOIN) (\w+)", sheet.sql)}
    assert tables == named | NOT_TAKEN


def test_everything_is_written_as_people_read_it(
    folder: Path, people: People, run: Callable[[Path], Result], tmp_path: Path
) -> None:
    people.client(files=2, fullName="Amelia Hart")
    make_files(clock.now())
    stored = [row.stored_name for row in Document.select().order_by(Document.id)]
    place = tmp_path / "elsewhere"
    place.mkdir()
    done = run(place)
    assert done.exit_code == 0, done.output
    (made,) = place.iterdir()
    assert made.name.startswith("helios-export-") and made.stat().st_mode & 0o077 == 0
    (client,) = table(made, "clients")
    assert (client["Name"], client["Email"], client["Erased"]) == ("Amelia Hart", "amelia@example.com", "")
    (project,) = table(made, "projects")
    assert project["Payment"] == "Paid"
    assert project["Project"].startswith("HPM-") and project["Client"] == client["Number"]
    (paid,) = table(made, "payments")
    assert (paid["Amount"], paid["Project"], paid["Status"]) == ("250.00", project["Project"], "completed")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", paid["Paid"])
    (invoice,) = table(made, "invoices")
    assert (invoice["Total including GST"], invoice["GST"]) == ("250.00", "22.73")
    assert (made / "invoices" / f"{invoice['Number']}.pdf").read_bytes().startswith(b"%PDF-")
    papers = table(made, "documents")
    found = {each["File"]: (made / "documents" / project["Project"] / each["File"]).read_bytes() for each in papers}
    assert sorted(found.values()) == sorted((folder / "documents" / name).read_bytes() for name in stored)
    assert "payments.csv" in (made / "Read me.txt").read_text(encoding="utf-8-sig")


def test_nothing_that_opens_an_account_is_in_it(
    folder: Path, people: People, run: Callable[[Path], Result], tmp_path: Path
) -> None:
    people.client()
    first, second = Letter.select().order_by(Letter.id).limit(2)
    Letter.update(text="Open https://us.example/r?token=Canary-of-a-link").where(Letter.id == first.id).execute()
    Letter.update(text="Canary-of-a-password", secret=True).where(Letter.id == second.id).execute()
    run(tmp_path)
    (made,) = tmp_path.glob("helios-export-*")
    everything = b"".join(path.read_bytes() for path in made.rglob("*") if path.is_file()).decode(errors="replace")
    assert "https://us.example/r?token=..." in everything and sheets.SECRET in everything
    assert "Canary" not in everything and "argon2" not in everything


@pytest.mark.parametrize(
    "said", ["=1+1", "+61 2", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "\uff1d1+1", "=cmd|' /C calc'!A0"]
)
def test_no_text_of_somebody_is_calculated(said: str) -> None:
    assert sheets.text(said) == f"'{said}"
    assert not FORMULA.match(sheets.text(said))


@pytest.mark.parametrize("divider", [";", "\t", "\n", "\r\n", ";;", '; "', ';"'])
@pytest.mark.parametrize(
    "formula", ["=1+1", "+1", "-2+3+cmd|' /C calc'!A0", "@SUM(A1)", "\uff1d1+1", '=HYPERLINK("x")']
)
def test_no_text_is_calculated_where_a_spreadsheet_divides_at_other_signs(divider: str, formula: str) -> None:
    file = io.StringIO()
    csv.writer(file).writerow(
        ["HPM-1", sheets.text(f"Hello{divider}{formula}"), sheets.text(f"{formula}{divider}{formula}")]
    )
    for delimiter in ";\t":
        cells = [cell for row in csv.reader(io.StringIO(file.getvalue()), delimiter=delimiter) for cell in row]
        assert [cell for cell in cells if FORMULA.match(cell.lstrip(' "'))] == []
    pieces = re.split(r"[;\t\r\n]", file.getvalue())
    assert [piece for piece in pieces if FORMULA.match(piece.lstrip(' "'))] == []


@pytest.mark.parametrize(
    "said", ["Tel; 02 5550 0134", "a-b; c=d", "Yours\nAmelia", "Two, -1 and =x", "https://x/?a;b=1"]
)
def test_what_calculates_nothing_stays_as_it_is(said: str) -> None:
    assert sheets.text(said) == said


def test_what_people_type_as_formulas_is_none_in_any_table(
    run: Callable[[Path], Result], people: People, tmp_path: Path
) -> None:
    formula = "=cmd|' /C calc'!A0"
    people.client(files=1, fullName=formula, message=f'Ann",{formula}\n{formula}', address=f'",{formula}')
    Document.update(file_name="=cmd calc.pdf").execute()
    assert run(tmp_path).exit_code == 0
    (made,) = tmp_path.glob("helios-export-*")
    cells = list[str]()
    for path in made.glob("*.csv"):
        with open(path, encoding="utf-8-sig", newline="") as file:
            cells += [cell for row in csv.reader(file) for cell in row]
    amounts = re.compile(r"-\d+\.\d\d")
    assert any("calc" in cell for cell in cells)
    assert [cell for cell in cells if FORMULA.match(cell) and not amounts.fullmatch(cell)] == []


def test_a_projects_payment_has_the_name_that_the_lists_give_it(
    folder: Path, people: People, run: Callable[[Path], Result], tmp_path: Path
) -> None:
    books_by_transfer(people.house)
    Onboarder(people.house)
    assert run(tmp_path).exit_code == 0
    (made,) = tmp_path.glob("helios-export-*")
    assert {row["Payment"] for row in table(made, "projects")} == {"Awaiting transfer", "Not paid"}


def test_every_column_of_words_is_guarded(folder: Path, people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a row holds: each column is written by a form that guards it, or one that cannot begin with a sign."""
    guarding = {sheets.text, sheets.letter, sheets.title}
    ours = {sheets.moment, sheets.amount, sheets.number, sheets.project, sheets.words, sheets.paper}
    ours.add(sheets.payment)
    assert {form for sheet in SHEETS for _, form in sheet.columns} <= guarding | ours
    # Who wrote what `words` shows: enumerations of ours, which the database checks.
    shown = {(sheet.name, column) for sheet in SHEETS for column, form in sheet.columns if form is sheets.words}
    assert all(column in KNOWN for _, column in shown), shown


KNOWN = {"Status", "Reached by", "Building", "Value", "Outcome", "State", "Way", "Kind", "From", "To"}


def test_a_document_whose_file_is_gone_is_named(
    folder: Path, people: People, run: Callable[[Path], Result], tmp_path: Path
) -> None:
    people.client(files=2)
    lost = Document.select().order_by(Document.id).first()
    (folder / "documents" / lost.stored_name).unlink()
    done = run(tmp_path)
    assert done.exit_code == 1 and f"{lost.file_name}: cannot be read" in done.output
    (made,) = tmp_path.glob("helios-export-*")
    assert len([path for path in (made / "documents").rglob("*") if path.is_file()]) == 1


def test_without_room_nothing_is_written(
    folder: Path, people: People, run: Callable[[Path], Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.exports.actions.SPARE_BYTES", 2**60)
    place = tmp_path / "small"
    place.mkdir()
    done = run(place)
    assert done.exit_code == 1 and "Nothing was written." in done.output
    assert os.listdir(place) == []


def test_what_is_ended_in_the_midst_leaves_nothing(
    folder: Path, people: People, run: Callable[[Path], Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    people.client(files=1)

    def fail(*_: object) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("app.exports.actions.shutil.copyfile", fail)
    place = tmp_path / "full"
    place.mkdir()
    assert run(place).exit_code == 1
    assert os.listdir(place) == []
