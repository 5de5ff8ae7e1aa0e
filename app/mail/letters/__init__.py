"""The letters, one function each.

They take plain values: labels as people read them, money in cents, moments aware.
"""

from app.mail.letters.addresses import (
    email_change_new,
    email_change_old,
    email_changed,
    email_corrected,
    email_known,
    email_was_slip,
    password_changed,
)
from app.mail.letters.bills import bill_issued, bill_paid, bill_withdrawn, withdrawn_bill_paid
from app.mail.letters.consultations import (
    choose_another_time,
    consultation_cancelled,
    consultation_confirmed,
    consultation_meets_otherwise,
    consultation_moved,
    held_time_moved,
    hold_expired,
    other_price_received,
    paid_after_closing,
    paid_too_much,
    payment_received,
    reminder,
    staff_consultation_changed,
    staff_consultation_notice,
    time_given_back,
)
from app.mail.letters.corrections import transfer_not_come
from app.mail.letters.documents import documents_needed, documents_shared
from app.mail.letters.erasure import client_erased
from app.mail.letters.messages import messages_from_client, messages_from_us
from app.mail.letters.money import booking_confirmed, payment_refunded, refund_failed, transfer_details
from app.mail.letters.people import (
    credentials,
    enquiry_answered,
    enquiry_received,
    from_us,
    ownership_question,
    password_reset,
)
from app.mail.letters.projects import money_kept, project_goes_on, review_begun
from app.mail.letters.proposals import service_paid, service_proposed, staff_service_paid
from app.mail.letters.staff import enquiry_notice, staff_booking_notice
from app.mail.letters.unfinished import way_back

__all__ = [
    "bill_issued",
    "bill_paid",
    "bill_withdrawn",
    "booking_confirmed",
    "choose_another_time",
    "client_erased",
    "consultation_cancelled",
    "consultation_confirmed",
    "consultation_meets_otherwise",
    "consultation_moved",
    "credentials",
    "documents_needed",
    "documents_shared",
    "email_change_new",
    "email_change_old",
    "email_changed",
    "email_corrected",
    "email_known",
    "email_was_slip",
    "enquiry_answered",
    "enquiry_notice",
    "enquiry_received",
    "from_us",
    "held_time_moved",
    "hold_expired",
    "messages_from_client",
    "messages_from_us",
    "money_kept",
    "other_price_received",
    "ownership_question",
    "paid_after_closing",
    "paid_too_much",
    "password_changed",
    "password_reset",
    "payment_received",
    "payment_refunded",
    "project_goes_on",
    "refund_failed",
    "reminder",
    "review_begun",
    "service_paid",
    "service_proposed",
    "staff_booking_notice",
    "staff_consultation_changed",
    "staff_consultation_notice",
    "staff_service_paid",
    "time_given_back",
    "transfer_details",
    "transfer_not_come",
    "way_back",
    "withdrawn_bill_paid",
]
