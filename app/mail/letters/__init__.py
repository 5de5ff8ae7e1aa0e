"""The letters, one function each.

They take plain values: labels as people read them, money in cents, moments aware.
"""

from app.mail.letters.consultations import (
    choose_another_time,
    consultation_cancelled,
    consultation_confirmed,
    consultation_moved,
    hold_expired,
    other_price_received,
    paid_after_closing,
    paid_too_much,
    payment_received,
    reminder,
    staff_consultation_notice,
)
from app.mail.letters.money import booking_confirmed, payment_refunded, refund_failed, transfer_details
from app.mail.letters.people import credentials, enquiry_received, ownership_question
from app.mail.letters.staff import enquiry_notice, staff_booking_notice
from app.mail.letters.unfinished import way_back

__all__ = [
    "booking_confirmed",
    "choose_another_time",
    "consultation_cancelled",
    "consultation_confirmed",
    "consultation_moved",
    "credentials",
    "enquiry_notice",
    "enquiry_received",
    "hold_expired",
    "other_price_received",
    "ownership_question",
    "paid_after_closing",
    "paid_too_much",
    "payment_received",
    "payment_refunded",
    "refund_failed",
    "reminder",
    "staff_booking_notice",
    "staff_consultation_notice",
    "transfer_details",
    "way_back",
]
