"""Every letter there is, as a list."""

from mail_helpers import FIRM, START

from app.mail import letters
from app.mail.content import Draft, Firm, OpensIn
from app.meeting import meeting

PAID = {
    "reference": "HPM-12",
    "service": "Scope & Tender Management",
    "amount_cents": 25_000,
    "transaction_id": "pi_123",
    "paid_at": START,
}
CHOOSE_AT = "https://heliospm.example/success?projectId=12"
PAGE = "https://heliospm.example/client-portal/projects/HPM-7"
STAFF_PAGE = "https://heliospm.example/admin/dashboard"
TRANSFER = {
    "reference": "HPM-7",
    "service": "Premium Advisory",
    "amount_cents": 300_000,
    "account_name": "Ours",
    "bsb": "062-000",
    "account": "12345678",
    "due": "within 3 business days",
}


def every_letter(words: str, firm: Firm = FIRM) -> list[Draft]:
    """All letters, with `words` wherever a visitor's words can stand."""
    to = {"firm": firm, "to": "maria@example.com"}
    client = {**to, "name": words}
    about = {**client, "reference": "HPM-7", "address": PAGE}
    sums = {"in_all_cents": 55_000, "back_cents": 5_000, "price_cents": 25_000}
    answers = {"project_type": "Home Renovation", "project_value": "$1M to $3M", "project_address": words}
    return [
        letters.booking_confirmed(
            **client,
            **PAID,
            **answers,
            minutes=45,
            choose_at=CHOOSE_AT,
            files=[words],
            account_created=True,
        ),
        letters.booking_confirmed(**client, **PAID, minutes=45, choose_at=CHOOSE_AT),
        letters.credentials(**client, temporary_password="vTq7-mK2p-Xw9d", expires_at=START),
        letters.staff_booking_notice(
            **client,
            **PAID,
            **answers,
            email="m@example.com",
            phone=words,
            preferred_contact="Email",
            message=words,
            files=[(words, 440_123)],
            returning=True,
            differences=[f"phone: {words}"],
            admin_link="https://heliospm.example/admin/dashboard",
        ),
        letters.transfer_details(
            **client,
            reference="HPM-7",
            service="Premium Advisory",
            amount_cents=300_000,
            account_name=words,
            bsb="062-000",
            account="12345678",
            due="within 3 business days",
            consultation_at=START,
            kept=words,
            address=PAGE,
            opens_in=OpensIn(browser=True, portal=False),
        ),
        letters.paid_too_much(**about, amount_cents=25_000, surplus_cents=25_000, was_paid=True, **sums),
        letters.paid_too_much(**about, amount_cents=25_000, surplus_cents=5_000, was_paid=False, **sums),
        letters.paid_too_much(**about, amount_cents=25_000, surplus_cents=0, was_paid=True, **sums),
        letters.other_price_received(
            **about, came_cents=80_000, price_cents=300_000, owed_cents=220_000, kept=words, proved=False
        ),
        letters.other_price_received(
            **about, came_cents=1, price_cents=300_000, owed_cents=299_999, kept="", proved=False, is_this_yours=PAGE
        ),
        letters.payment_refunded(
            **about,
            refunded_cents=5_000,
            gst_cents=455,
            refunded_before_cents=5_000,
            paid_cents=25_000,
            transaction_id=words,
            refunded_at=START,
        ),
        letters.payment_refunded(
            **about,
            refunded_cents=5_000,
            gst_cents=455,
            refunded_before_cents=0,
            paid_cents=25_000,
            transaction_id=words,
            refunded_at=START,
            by_transfer=True,
        ),
        letters.bill_issued(
            **about,
            number="INV-000002",
            lines=((words, 40_000),),
            total_cents=40_000,
            credit_left_cents=0,
            due="30 May 2026",
            note=words,
            account=(("BSB", "062-000"), ("Reference", "HPM-7-2")),
        ),
        letters.bill_withdrawn(**about, number="INV-000002", reason=words, credit_cents=0),
        letters.bill_paid(**about, number="INV-000002", total_cents=40_000, came_cents=40_000, method="card", at=START),
        letters.bill_paid(
            **about,
            number="INV-000002",
            total_cents=40_000,
            came_cents=30_000,
            before_cents=10_000,
            method="card",
            at=START,
        ),
        letters.withdrawn_bill_paid(**about, number="INV-000002", came_cents=40_000, method="bank transfer", at=START),
        letters.payment_received(**about, came_cents=5_000, paid_cents=25_000, received_at=START),
        letters.payment_received(**about, came_cents=5_000, paid_cents=25_000, more_cents=1_000, received_at=START),
        letters.enquiry_notice(**client, email="m@example.com", phone=words, message=words, received_at=START),
        letters.enquiry_received(**to, answered="within one business day"),
        letters.service_proposed(
            **about,
            service="Scope & Tender Management",
            price_cents=200_000,
            credit_cents=0,
            includes=[],
            message=words,
            until="11 June 2026, 12:00 pm",
        ),
        letters.service_paid(
            **about,
            service="Scope & Tender Management",
            fee_cents=25_000,
            credit_cents=25_000,
            paid_cents=0,
            came_cents=0,
            method="booking fee credit",
            invoice="INV-000003",
            transaction_id=about["reference"],
            paid_at=START,
            consultation="That of HPM-6, held before: no other is needed",
        ),
        letters.service_paid(
            **about,
            service="Scope & Tender Management",
            fee_cents=200_000,
            credit_cents=0,
            paid_cents=200_000,
            came_cents=150_000,
            more_cents=1_000,
            method="bank transfer",
            invoice="INV-000003",
            transaction_id="pi_1",
            paid_at=START,
            consultation="That of HPM-6, held before: no other is needed",
        ),
        letters.staff_service_paid(
            to="office@helios.example",
            firm=firm,
            reference="HPM-7",
            name=words,
            email="m@example.com",
            phone=words,
            service="Scope & Tender Management",
            more_cents=100,
            paid_cents=200_000,
            method="card",
            goes_on="It goes on from HPM-6 and shares its consultation, which is over: it needs no time of its own.",
            admin_link=PAGE,
        ),
        letters.client_erased(**client, erased=["2 messages."], kept=["1 payment, until 12 May 2033."]),
        letters.client_erased(**client, erased=["2 messages."], kept=[]),
        letters.documents_shared(**about, files=[words]),
        letters.documents_shared(**about, files=[words], replaces=words),
        letters.enquiry_answered(**to, message=words, received_at=START),
        letters.from_us(**client, title="Your documents", message=words),
        letters.documents_needed(**about, titles=[words], is_again=True, is_last=True),
        letters.review_begun(**about, said=words, consultation=words),
        *(
            letters.project_goes_on(**about, service="Premium Advisory", news=news)
            for news in ("completed", "consulting", "consulted", "never_timed", "missed", "open")
        ),
        letters.booking_confirmed(
            **client, **PAID, minutes=45, choose_at=CHOOSE_AT, own_password=False, by_money_alone=True
        ),
        letters.enquiry_received(**to, answered="within one business day", bookable=False),
        letters.password_reset(**client, link=f"{CHOOSE_AT}&x", expires_at=START),
        letters.ownership_question(**to, service="Premium Advisory", made_at=START, link=PAGE, expires_at=START),
        letters.way_back(**to, address=PAGE, until=START),
        letters.transfer_details(
            **client,
            **TRANSFER,
            replaced_cents=25_000,
            is_this_yours=PAGE,
            address=PAGE,
            opens_in=OpensIn(browser=True, portal=False),
        ),
        letters.transfer_details(
            **client, **TRANSFER, accepted=True, address=PAGE, opens_in=OpensIn(browser=False, portal=True)
        ),
        letters.money_kept(**about, kept_cents=25_000, by_client=True),
        letters.money_kept(**about, kept_cents=25_000, by_client=False),
        letters.refund_failed(**about, missing_cents=5_000, transaction_id=words),
        *(
            letters.transfer_not_come(
                **about,
                noted_cents=150_000,
                owed_cents=owed,
                came_cents=came,
                stays_paid=stays,
                kept=words,
                note="ADJ-000001" if owed else "",
                account=(("BSB", words),) if owed else (),
                is_this_yours=asks,
                calendar="BEGIN:VCALENDAR" if owed else None,
                proved=asks is None,
            )
            for owed, came, stays, asks in (
                (150_000, 0, False, None),
                (110_000, 40_000, False, None),
                (150_000, 0, False, "https://heliospm.example/client-portal/confirm#t"),
                (0, 150_000, True, None),
                (0, 0, False, None),
            )
        ),
        letters.paid_after_closing(**about, came_cents=25_000, closed_as="cancelled", proved=True),
        *(
            letters.consultation_confirmed(
                **about,
                service="Premium Advisory",
                start=START,
                minutes=45,
                meeting=meeting("phone", words),
                fee_cents=300_000,
                credit_cents=25_000,
                paid_cents=275_000,
                transaction_id=words,
                paid_at=START,
                calendar="BEGIN:VCALENDAR",
                account_created=created,
                reminded=created,
                in_portal=created,
            )
            for created in (True, False)
        ),
        *(
            letters.consultation_moved(
                **about,
                service="Premium Advisory",
                before=before,
                start=START,
                minutes=45,
                meeting=meeting("phone", words),
                moving=None if before else "You can move it once.",
                calendar="BEGIN:VCALENDAR",
            )
            for before in (None, START)
        ),
        *(
            letters.consultation_cancelled(
                **about, start=START, reason=reason, money="We are in touch.", calendar="BEGIN:VCALENDAR"
            )
            for reason in (None, words)
        ),
        letters.consultation_cancelled(
            **about, start=None, reason=words, money=words, calendar=None, held=START, awaited=True, proved=False
        ),
        letters.time_given_back(**about, start=START, calendar="BEGIN:VCALENDAR"),
        letters.consultation_meets_otherwise(
            **about,
            service="Premium Advisory",
            start=START,
            minutes=45,
            meeting=meeting("place", place=words),
            calendar="BEGIN:VCALENDAR",
        ),
        letters.reminder(
            **about,
            service="Premium Advisory",
            start=START,
            minutes=45,
            meeting=meeting("video", link="https://meet.example/helios"),
            today=False,
        ),
        *(
            letters.hold_expired(
                **about,
                start=START,
                passed=passed,
                by_transfer=passed,
                opens_in=OpensIn(browser=True, portal=passed),
                proved=passed,
                deciding=deciding,
            )
            for passed, deciding in ((True, False), (False, False), (False, True))
        ),
        *(
            letters.held_time_moved(
                **about,
                before=START,
                start=START,
                until=START,
                by_transfer=by_transfer,
                opens_in=OpensIn(browser=True, portal=True),
                proved=by_transfer,
            )
            for by_transfer in (True, False)
        ),
        letters.choose_another_time(
            **about,
            paid_cents=25_000,
            before=START,
            passed=False,
            opens_in=OpensIn(browser=True, portal=True),
            account_created=True,
        ),
        letters.bill_issued(
            **about,
            number="INV-12",
            lines=((words, 25_000), ("Booking fee deducted", -5_000)),
            total_cents=20_000,
            credit_left_cents=5_000,
            due="30 May 2026",
            note=words,
            account=(("BSB", "062-000"),),
        ),
        letters.bill_withdrawn(**about, number="INV-12", reason=words, credit_cents=25_000),
        letters.bill_paid(**about, number="INV-12", total_cents=20_000, came_cents=20_000, method="card", at=START),
        letters.withdrawn_bill_paid(**about, number="INV-12", came_cents=20_000, method="bank transfer", at=START),
        letters.service_paid(
            **about,
            service=words,
            fee_cents=200_000,
            credit_cents=25_000,
            paid_cents=175_000,
            came_cents=175_000,
            method="card",
            invoice="INV-000003",
            transaction_id=words,
            paid_at=START,
            consultation="That of HPM-6, held before: no other is needed",
        ),
        letters.service_proposed(
            **about,
            service="Scope & Tender Management",
            price_cents=200_000,
            credit_cents=25_000,
            includes=[words],
            message=words,
            until="11 June 2026, 12:00 pm",
        ),
        letters.email_change_old(**client, new="new@example.com", link=PAGE, expires_at=START),
        letters.email_change_new(**to, link=PAGE, expires_at=START),
        letters.email_known(**to),
        letters.email_corrected(
            **to,
            reference="HPM-7",
            service="Planning Approvals",
            consultation_at=START,
            money="Paid.",
            is_this_yours=PAGE,
            address=PAGE,
            opens_in=OpensIn(browser=True, portal=False),
        ),
        letters.email_was_slip(**to, reference="HPM-7"),
        letters.email_changed(**client, new="new@example.com"),
        letters.password_changed(**client, changed_at=START),
        letters.messages_from_us(
            **about, service="Premium Advisory", author="Helena", count=2, first_line=words, is_closed=False
        ),
        letters.messages_from_client(**about, count=1, first_line=words),
        letters.staff_consultation_notice(
            **to,
            name=words,
            headline="Paid",
            reference="HPM-7",
            email="m@example.com",
            phone=words,
            is_disowned=True,
            service="Premium Advisory",
            start=None,
            meeting=meeting("phone"),
            paid_cents=25_000,
            method="card",
            admin_link=STAFF_PAGE,
        ),
        letters.staff_consultation_changed(
            **to,
            name=words,
            headline="Moved",
            reference="HPM-7",
            service="Premium Advisory",
            before=START,
            start=START,
            meeting=meeting("phone"),
            ended="",
            free_cents=0,
            used="Of what was paid, we have deducted $250.00 from HPM-8. Nothing is left of it to refund.",
            lost="HPM-9 shared this consultation and has lost it, too: please agree with the client on what it needs.",
            admin_link=STAFF_PAGE,
        ),
    ]
