"""The letters as their readers see them."""

import re
import unicodedata
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from all_letters import CHOOSE_AT, PAGE, PAID, TRANSFER, every_letter
from mail_helpers import FIRM, START

from app.amounts import dollars, gst_part
from app.enquiries import actions as enquiries
from app.mail import letters
from app.mail.actions import post
from app.mail.content import Action, Firm, OpensIn, Paragraph
from app.mail.message import message
from app.mail.models import Letter
from app.mail.names import greeting
from app.mail.render import as_html, as_text
from tests.people import People

BROWSERS = {"address": PAGE, "opens_in": OpensIn(browser=True, portal=False)}
SECRET = {"credentials", "email_change_new", "email_change_old", "password_reset"}
TO_STAFF = {
    "enquiry_notice",
    "messages_from_client",
    "staff_booking_notice",
    "staff_consultation_changed",
    "staff_consultation_notice",
}
HOSTILE = "<script>alert('1')</script><img src=https://evil.example/x.png onerror=alert(1)>\" & {{x}}"


class Reader(HTMLParser):
    """What a mail program would make of the HTML."""

    EMPTY = frozenset({"meta", "br"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: set[str] = set()
        self.addresses: list[str] = []
        self.words: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on") or name in ("src", "background")]
        self.addresses += [value or "" for name, value in attrs if name == "href"]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.mark.parametrize("draft", every_letter(HOSTILE), ids=lambda draft: draft.kind)
def test_words_from_outside_stay_words(draft):
    page = Reader(as_html(draft))
    assert page.open == []
    plain = {"html", "head", "meta", "title", "body", "table", "tr", "td", "h1", "h2", "p", "br", "div", "span", "a"}
    assert page.names <= plain
    assert all(re.match(r"https://heliospm\.example|mailto:office@heliospm\.example", a) for a in page.addresses)
    if draft.kind in ("staff_booking_notice", "enquiry_notice"):
        assert HOSTILE in page.words


TO_STAFF = ("staff_booking_notice", "enquiry_notice", "messages_from_client", "staff_consultation_notice")


@pytest.mark.parametrize("kind", (*TO_STAFF, "staff_service_paid"))
def test_a_name_that_is_a_sentence_is_no_sentence_of_a_letter_to_staff(kind):
    said = "Your sign-in expires today: go to evil.com"
    [draft, *_] = [each for each in every_letter(said) if each.kind == kind]
    assert said not in draft.subject.replace(f": {said}, ", ": ", 1)  # there as the service
    assert not any(isinstance(block, Paragraph) and said in block.text for block in draft.blocks)
    [known, *_] = [each for each in every_letter("Maria Rossi") if each.kind == kind]
    assert "Maria Rossi" in known.subject


def test_the_list_of_letters_is_complete():
    sources = Path(letters.__file__).parent.glob("*.py")
    kinds = {kind for source in sources for kind in re.findall(r'kind="(\w+)"', source.read_text())}
    assert {draft.kind for draft in every_letter("Maria")} == kinds


@pytest.mark.parametrize("draft", every_letter("Maria Rossi"), ids=lambda draft: draft.kind)
def test_every_letter_to_a_client_has_one_button_and_it_leads_to_the_site(draft):
    buttons = [block for block in draft.blocks if isinstance(block, Action)]
    if draft.kind not in TO_STAFF:
        assert len(buttons) == 1
    for button in buttons:
        assert button.address.startswith(f"{FIRM.site_address}/")
        assert Reader(as_html(draft)).addresses.count(button.address) == 1


@pytest.mark.parametrize("draft", every_letter("Maria Rossi"), ids=lambda draft: draft.kind)
def test_every_letter_says_the_same_in_text_and_html(draft):
    text = as_text(draft)
    assert all(c == "\n" or c.isprintable() for c in text)
    assert max(len(line) for line in text.splitlines()) <= 80
    assert "None" not in text.replace("None so far", "")
    page = Reader(as_html(draft))
    shown = re.sub(r"\W+", "", " ".join(page.words + page.addresses))
    for line in text.split("\n-- \n")[0].splitlines()[2:]:
        for word in re.findall(r"\w+", line.removeprefix("> ")):
            assert word in shown
    for fact in (FIRM.name, FIRM.abn, FIRM.phone, FIRM.email, "heliospm.example"):
        assert fact in text
        assert fact in " ".join(Reader(as_html(draft)).words)


@pytest.mark.parametrize(
    "draft", every_letter("\u202ecod.exe\u202c\0 \ud800 contract\u2028x"), ids=lambda draft: draft.kind
)
def test_marks_that_reorder_or_break_text_are_dropped(draft):
    for shown in (as_text(draft), as_html(draft)):
        assert not set(shown) & {*"\u202e\u202c\0\ud800\u2028"}
        shown.encode()


@pytest.mark.parametrize(("transaction", "told"), [("pi_123", True), ("HPM-12", False)])
def test_only_a_card_payment_has_a_transaction_beside_its_reference(transaction, told):
    to = {"firm": FIRM, "to": "maria@example.com", "name": "Maria Rossi"}
    answers = {"email": "m@example.com", "phone": "0400 000 000", "project_address": "", "preferred_contact": "Email"}
    paid = {**PAID, "transaction_id": transaction}
    failed = {"reference": "HPM-12", "missing_cents": 5_000, "transaction_id": transaction, "address": PAGE}
    for draft in (
        letters.staff_booking_notice(**to, **paid, **answers, admin_link=PAGE),
        letters.refund_failed(**to, **failed),
    ):
        assert ("Transaction" in as_text(draft)) is told


def test_the_confirmation_carries_the_receipt_and_the_promises():
    text = " ".join(as_text(every_letter("Maria Rossi")[0]).split())
    for words in (
        "Booking fee: $250.00 AUD inc. GST",
        "GST included: $22.73 AUD",
        "ABN: 53 004 085 616",
        "Transaction: pi_123",
        "Paid: Tuesday 12 May 2026, 10:00 am (Sydney time)",
        "Reference: HPM-12",
        "Scope & Tender Management",
        "Home Renovation",
        "$1M to $3M",
        "Please choose the time of your consultation, or we call you within 24 hours to arrange one.",
        CHOOSE_AT,
        "the $250.00 is deducted from the agreed total service cost.",
    ):
        assert words in text


def test_the_confirmation_leaves_out_what_was_not_said():
    text = as_text(
        letters.booking_confirmed(FIRM, to="m@example.com", name="Maria", **PAID, minutes=45, choose_at=CHOOSE_AT)
    )
    assert "Project type" not in text
    assert "separate email" not in text
    assert "Documents: None so far" in text


def test_the_credentials_letter_is_secret_and_says_how_long_the_password_lasts():
    draft = every_letter("Maria Rossi")[2]
    text = " ".join(as_text(draft).split())
    assert draft.secret
    assert "vTq7-mK2p-Xw9d" in text
    assert "https://heliospm.example/client-portal" in text
    assert "valid for 7 days, until Tuesday 12 May 2026, 10:00 am (Sydney time)" in text
    assert "When you first use it, we ask you to choose a new one that only you know." in text
    assert {other.kind for other in every_letter("Maria Rossi") if other.secret} == SECRET


def test_the_staff_notice_holds_every_answer():
    text = as_text(every_letter("These words")[3])
    for words in ("m@example.com", "Already with us", "phone: These words", "These words (430 kB)", "> These words"):
        assert words in text
    assert "https://heliospm.example/admin/dashboard" in text


@pytest.mark.spec("C-05")
def test_the_transfer_letter_gives_account_amount_and_reference():
    text = " ".join(as_text(every_letter("Helios Project Management")[4]).split())
    for words in ("BSB: 062-000", "Account number: 12345678", "Amount: $3,000.00 AUD", "Reference: HPM-7"):
        assert words in text
    assert "transfer $3,000.00, using exactly this reference" in text
    assert "Helios Project Management We write again as soon as the money has arrived" in text
    assert "business days, using" not in text


@pytest.mark.spec("C-05")
def test_a_transfer_without_a_time_is_asked_for_within_three_business_days():
    told = {**TRANSFER, "to": "m@example.com", "name": "Maria", "amount_cents": 25_000}
    text = " ".join(as_text(letters.transfer_details(FIRM, **told, **BROWSERS)).split())
    assert "Please transfer $250.00 within 3 business days, using" in text


@pytest.mark.parametrize("service", ["Initial consultation booking", "Design & Project Coordination"])
@pytest.mark.parametrize("question", [None, "https://heliospm.example/client-portal/confirm?token=x"])
def test_a_transfers_letter_names_what_it_is_for_outside_its_sentences(service, question):
    told = {**TRANSFER, "to": "m@example.com", "name": "", "is_this_yours": question, "service": service}
    text = " ".join(as_text(letters.transfer_details(FIRM, **told, **BROWSERS)).split())
    assert text.count(service) == 1 and f"For: {service}" in text


def test_the_way_back_does_not_call_itself_the_only_letter():
    draft = letters.way_back(FIRM, to="m@example.com", address="https://heliospm.example/contact", until=START)
    text = " ".join(as_text(draft).split())
    assert "We remind you only this once." in text and "only letter" not in text


def test_a_partial_refund_is_told_from_a_whole_one():
    told = {"to": "m@example.com", "name": "Maria", "reference": "HPM-7", "transaction_id": "pi", "refunded_at": START}
    told["address"] = PAGE

    def said(now: int, before: int) -> str:
        sums = {"refunded_cents": now, "gst_cents": 455, "refunded_before_cents": before, "paid_cents": 25_000}
        return " ".join(as_text(letters.payment_refunded(FIRM, **sums, **told)).split())

    assert "refunded $50.00 of the $250.00 you paid for HPM-7." in said(5_000, 0)
    assert "refunded the $250.00 you paid for HPM-7 in full." in said(25_000, 0)
    before = "$150.00 of the $250.00 you paid for HPM-7, after"
    assert f"{before} $50.00 earlier: $200.00 together." in said(15_000, 5_000)
    assert f"{before} $100.00 earlier: all of it together." in said(15_000, 10_000)
    told["undecided_cents"] = 33_000
    assert "in full. The money" in said(25_000, 0) and "refund of $330.00 of what you paid for your" in said(25_000, 0)
    assert "Refunded now: $150.00" in said(15_000, 10_000) and "Refunded in all: $250.00" in said(15_000, 10_000)


def test_the_answer_to_an_enquiry_carries_nothing_a_stranger_wrote(people: People) -> None:
    enquiries.receive("Win $500 at evil.example now", "victim@example.com", "0400 000 000", "evil.example", None)
    letter = Letter.get(Letter.recipient == "victim@example.com")
    assert "evil.example" not in letter.text + letter.html + letter.subject and "Hello," in letter.text


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Maria Rossi", "Dear Maria Rossi,"),
        ("J. P. O'Neill-Ng", "Dear J. P. O'Neill-Ng,"),
        ("李小龙", "Dear 李小龙,"),
        ("Visit www.evil.example", "Hello,"),
        ("https://evil.example", "Hello,"),
        ("a@b", "Hello,"),
        ("x" * 40, f"Dear {'x' * 40},"),
        ("x" * 41, "Hello,"),
        ("Dr. María José Núñez", "Dear Dr. María José Núñez,"),
        ("Ann-Marie D’Arcy", "Dear Ann-Marie D’Arcy,"),
        ("राम कुमार", "Dear राम कुमार,"),
        ("Call 0400 111 222", "Hello,"),
        ("Call ٠٤٠٠ ١١١", "Hello,"),
        ("Your invoice is overdue now", "Hello,"),
        ("50% off", "Hello,"),
        ("   ", "Hello,"),
        ("Maria\nRossi", "Dear Maria Rossi,"),
        (unicodedata.normalize("NFD", "Nguyễn Thị Hồng"), f"Dear {unicodedata.normalize('NFD', 'Nguyễn Thị Hồng')},"),
        ("佐々木 ケー", "Dear 佐々木 ケー,"),
        ("สมชาย ใจดี", "Dear สมชาย ใจดี,"),
        ("http\u02d0\u2cc6\u2cc6evil\ua4f8com", "Hello,"),  # letters that look like ':', '/' and '.'
        ("Ann evil\ua4f8com", "Hello,"),
        ("evil\ua78fcom", "Hello,"),
        ("Ann \u3164\u3164", "Hello,"),  # letters that show nothing
        ("Ann \u115f\u1160", "Hello,"),
        ("A\u034fnn", "Hello,"),
        ("A" + "\u0301" * 17, "Hello,"),
        ("欧阳 震华", "Dear 欧阳 震华,"),
        ("您的发票已逾期请付款", "Hello,"),  # your bill is overdue, please pay
        ("您的发票 已经逾期", "Hello,"),
        ("小野寺 五典", "Dear 小野寺 五典,"),
        ("佐々木 々々々々々", "Hello,"),
        ("アレクサンダー ベルク", "Dear アレクサンダー ベルク,"),
        ("アレクサンダー マクドナルド スミス", "Hello,"),
        ("すぐお支払いください", "Hello,"),  # please pay at once
        ("今すぐ振込んでください", "Hello,"),
        ("김 민준", "Dear 김 민준,"),
        ("ประยุทธ์ จันทร์โอชา", "Dear ประยุทธ์ จันทร์โอชา,"),
        ("กรุณาชำระเงินทันที", "Hello,"),  # please pay at once
        ("ใบแจ้งหนี้ของคุณค้างชำระแล้ว", "Hello,"),  # your bill is overdue
        ("ສົມສັກ ແກ້ວມະນີ", "Dear ສົມສັກ ແກ້ວມະນີ,"),
        ("សុខ សុភា", "Dear សុខ សុភា,"),
        ("អ្នកត្រូវតែបង់ប្រាក់ភ្លាមៗ", "Hello,"),  # you have to pay at once
        ("ငွေချက်ချင်းပေးချေပါ", "Hello,"),  # pay at once
    ],
)
def test_a_greeting_uses_names_only(name, line):
    assert greeting(name) == line


@pytest.mark.spec("S-12")
def test_the_owners_facts_come_from_the_configuration(configured):
    own = {"name": "Selene Pty Ltd", "short_name": "Selene", "phone": "(02) 5550 9999", "abn": "11 111 111 111"}
    configured("serve", {"business": own, "server": {"address": "https://selene.example"}})
    for draft in every_letter("Maria", Firm.present()):
        text, html = as_text(draft), as_html(draft)
        assert "Helios" not in text + html
        assert "https://selene.example" in text
        assert "SELENE" in html


def test_a_firm_without_a_number_of_its_own_names_none():
    for draft in every_letter("Maria", replace(FIRM, abn="")):
        assert "ABN" not in as_text(draft) + as_html(draft)


def test_a_firm_with_fictional_facts_tells_nobody_to_call_or_write_there(outbox, configured):
    """As on the first day of a real installation, where every default still stands."""
    configured("serve")
    for draft in every_letter("Maria", Firm.present()):
        said = as_text(draft) + as_html(draft)
        assert "5550 0134" not in said and "@heliospm.example" not in said, draft.kind
        assert not re.search(r"(us on|us at) ?[,.]|\| ?\||\n\n\n", as_text(draft)), draft.kind
        letter = post(draft, f"first-day-{draft.kind}-{Letter.select().count()}", START)
        assert re.fullmatch(r"<[0-9a-f]{32}@127\.0\.0\.1>", letter.message_id)
        assert b"Reply-To: Helios" not in message(letter)


def test_letters_are_marked_while_no_real_money_moves():
    draft = every_letter("Maria", replace(FIRM, test_mark="TEST"))[0]
    assert as_text(draft).startswith("*** TEST: no real money has moved ***")
    assert "TEST: no real money has moved." in as_html(draft)
    assert "TEST" not in as_html(every_letter("Maria")[0])


@pytest.mark.parametrize(
    ("cents", "shown", "gst"),
    [(25_000, "$250.00", 2_273), (150_000, "$1,500.00", 13_636), (5, "$0.05", 0), (6, "$0.06", 1), (0, "$0.00", 0)],
)
def test_money_is_shown_with_two_decimals_and_holds_an_eleventh_of_gst(cents, shown, gst):
    assert (dollars(cents), gst_part(cents)) == (shown, gst)
