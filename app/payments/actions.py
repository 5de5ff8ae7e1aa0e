"""Starting a payment: by card, or by transfer; and noting that a transfer arrived."""

import logging
import secrets
from dataclasses import dataclass
from datetime import datetime

from app import clock
from app.access import Caller
from app.catalogue.actions import require_open, services
from app.catalogue.rules import CURRENCY, ServiceType
from app.config import Config
from app.db import write
from app.errors import AppError, invalid
from app.onboarding import actions as onboarding
from app.onboarding.models import Onboarding
from app.payments import credit
from app.payments.gateway import Gateway, GatewayError, Intent, ProviderBusy, ProviderRefused, ProviderUnavailable
from app.payments.models import Payment
from app.payments.payable import ALREADY_PAID, PROJECT_PAID, Payable, changed, require_unpaid, settled_payment
from app.payments.rules import TERMS_VERSION
from app.payments.settle import settle
from app.projects import actions as projects
from app.projects.models import Project
from app.projects.rules import SETTLED, PaymentStatus, reference
from app.proofs import actions as proofs

log = logging.getLogger("helios.payments")

UNAVAILABLE = "Failed to initialize payment system. Please try again."
BEING_DECIDED = "Your card payment is being processed. Please wait until your bank has decided."
TRANSFER_CHOSEN = (
    "You have chosen to pay for {reference} by bank transfer, and we are waiting for it. "
    "Nothing has changed; to pay in another way, open its checkout and say so there."
)
BUSY = "The payment system is busy at the moment. Please try again in a few seconds."
BUSY_SECONDS = 2
NO_CARDS = "Card payment is not available at the moment. Please call us and we will arrange your booking."


@dataclass(frozen=True)
class Started:
    """What the browser's card form needs; `amount_cents` is what will be charged."""

    intent_id: str
    client_secret: str
    amount_cents: int


def unavailable(reason: GatewayError | None = None, message: str = UNAVAILABLE) -> AppError:
    """The provider cannot be used right now; nothing is lost by trying again.

    Where others wait for it already, the answer says when to come again.
    """
    if isinstance(reason, ProviderBusy):
        return AppError("provider_busy", 503, BUSY, retry_after=BUSY_SECONDS)
    return AppError("provider_unavailable", 503, message)


def check_amount(payable: Payable, amount: float | None) -> None:
    """Refuse a browser that believes in another price: AppError 422. The amount itself is never charged."""
    if amount is not None and amount != payable.total_cents / 100:
        raise invalid({"amount": f"The amount is {payable.total_cents / 100:.2f} AUD."}, "The amount does not match.")


def start(
    gateway: Gateway | None, config: Config, payable: Payable, amount: float | None, replace_transfer: bool = False
) -> Started:
    """One payment intent for what is to be paid: made on the first call, the same one ever after.

    amount: what the browser believes it costs, in dollars; replace_transfer: the visitor has said that the card takes
    the place of a bank transfer that was chosen before.
    Raises AppError 409 when it is paid already, was changed meanwhile or a transfer was chosen, 422 for another amount,
    503 when the provider cannot be reached.
    """
    payable.require_charge()
    check_amount(payable, amount)
    if gateway is None:
        require_open()
        raise AppError("no_cards", 503, NO_CARDS)
    try:
        return _started(gateway, config, payable, replace_transfer)
    except ProviderUnavailable as reason:
        log.warning("the card provider could not be reached: %s", reason)
        raise unavailable(reason) from None
    except GatewayError:
        log.exception("the card provider refused to start a payment")
        raise unavailable() from None


def _started(gateway: Gateway, config: Config, payable: Payable, replace_transfer: bool) -> Started:
    for _ in range(2):
        payment = _row(gateway, config, payable, replace_transfer)
        intent = _intent(gateway, payment, payable)
        if intent is not None and intent.status != "canceled":
            break
        _supersede(payment)
    else:
        raise unavailable()
    if intent.status in ("succeeded", "processing"):
        # Paid in another tab, or before a reload: nothing is left to pay, so say so after recording it.
        settle(gateway, config, intent.id)
        raise AppError("already_paid", 409, ALREADY_PAID if payable.booking_id else PROJECT_PAID)
    return Started(intent.id, intent.client_secret, payment.amount_cents)


def _row(gateway: Gateway, config: Config, payable: Payable, replace_transfer: bool) -> Payment:
    """The payment's row, written down before the provider is called; another method or sum gets a row of its own."""
    payment = payable.payment()
    if not replace_transfer:
        require_no_transfer(payment)
    if payment is not None and not _fits(payment, gateway, payable):
        withdraw(gateway, config, payment)
    now = clock.now()
    free_credit(gateway, config, payable, now)
    with write():
        if payable.project_id is not None:
            # It may have been paid or cancelled since the payable was made up.
            require_unpaid(Project.get_by_id(payable.project_id))
        payment = payable.payment()
        if payment is not None and _fits(payment, gateway, payable):
            return payment
        if not replace_transfer:
            require_no_transfer(payment)
        if payment is not None or credit.claim(payable.credit_booking_id, payable.project_id) is not None:
            raise changed()
        made: Payment = Payment.create(
            provider=gateway.mode,
            booking=payable.booking_id,
            project=payable.project_id,
            idempotency_key=secrets.token_urlsafe(24),
            amount_cents=payable.total_cents,
            credit_booking=payable.credit_booking_id,
            credit_cents=payable.credit_cents,
            currency=CURRENCY,
            livemode=gateway.livemode,
            created_at=now,
            updated_at=now,
        )
    return made


def _fits(payment: Payment, gateway: Gateway, payable: Payable) -> bool:
    """Whether a row that was begun earlier is still about the same sum at the same provider."""
    begun = (payment.provider, bool(payment.livemode), payment.amount_cents, payment.credit_booking_id)
    return begun == (gateway.mode, gateway.livemode, payable.total_cents, payable.credit_booking_id)


def require_no_transfer(payment: Payment | None) -> None:
    """Refuse to put anything in the place of a bank transfer that was chosen: AppError 409.

    Its letter is out, and the client may have sent the money: only their own word withdraws it.
    """
    if payment is not None and payment.provider == "bank":
        raise AppError("transfer_chosen", 409, TRANSFER_CHOSEN.format(reference=reference(payment.project_id)))


def withdraw(gateway: Gateway | None, config: Config, payment: Payment) -> None:
    """Give up a payment that was begun, at the provider first, so that it can never be charged afterwards.

    AppError 409 when it turns out to be paid, or the bank is deciding about it; GatewayError when the provider cannot
    be asked.
    """
    if payment.status in SETTLED:
        raise AppError("already_paid", 409, ALREADY_PAID if payment.booking_id else PROJECT_PAID)
    if payment.intent_id is not None and gateway is not None and payment.provider == gateway.mode:
        _cancel(gateway, config, payment.intent_id)
    else:
        _require_undecided(payment)
    if not _supersede(payment):
        # Its intent has become known meanwhile, or it was paid: what was read is not what is there.
        present = Payment.get_by_id(payment.id)
        if not present.superseded:
            withdraw(gateway, config, present)


def _cancel(gateway: Gateway, config: Config, intent_id: str) -> None:
    deciding = False
    try:
        # Looked at first: some payments can be cancelled while a bank decides, and the client has made this one.
        deciding = gateway.retrieve_intent(intent_id).status == "processing"
        if not deciding:
            gateway.cancel_intent(intent_id)
            return
    except ProviderRefused:
        log.info("a payment could not be cancelled any more")
    _require_undecided(settle(gateway, config, intent_id).payment)
    if deciding:
        raise AppError("being_decided", 409, BEING_DECIDED)


def _require_undecided(payment: Payment | None) -> None:
    if payment is None:
        return
    if payment.status in SETTLED:
        raise AppError("already_paid", 409, ALREADY_PAID if payment.booking_id else PROJECT_PAID)
    if payment.status == PaymentStatus.PROCESSING:
        raise AppError("being_decided", 409, BEING_DECIDED)


def free_credit(gateway: Gateway | None, config: Config, payable: Payable, now: datetime) -> None:
    """Withdraw the payment of a checkout that was given up, when its credit is to be deducted here.

    AppError 409 when the credit has been used since `payable` was made up: asked again, the price is another.
    GatewayError when the provider cannot be asked.
    """
    claim = credit.claim(payable.credit_booking_id, payable.project_id)
    if claim is None or payable.credit_booking_id is None or payable.project_id is None:
        return
    if credit.is_used(payable.credit_booking_id, payable.project_id, now):
        raise changed()
    try:
        withdraw(gateway, config, claim)
    except AppError:
        # That checkout was paid at the last moment.
        raise changed() from None


def submit_project(
    gateway: Gateway | None,
    config: Config,
    row: Onboarding,
    service: ServiceType,
    caller: Caller,
    replace_transfer: bool = False,
) -> Onboarding:
    """Make a submission's project, or give it another service.

    caller: an address that is not theirs leads to the letter that asks whoever reads it whether it is.
    A card payment that was begun at another price is withdrawn first, so that nobody pays one service's price for
    another. A transfer is withdrawn only where the visitor has said so (replace_transfer).
    AppError 409 as in onboarding, and when something was paid already, a bank is deciding about a payment or a
    transfer at another price was chosen; GatewayError when the provider is away.
    """
    if row.project_id is not None:
        _make_way(gateway, config, row.project_id, services()[service].cents, replace_transfer)
    with write():
        made = onboarding.submit_project(config, row.id, service)
        proofs.arrived(config, made.project, caller, clock.now())
    return made


def _make_way(
    gateway: Gateway | None, config: Config, project_id: int, price_cents: int, replace_transfer: bool
) -> None:
    if settled_payment(project_id) is not None:
        raise AppError("already_paid", 409, PROJECT_PAID)
    begun = Payable(None, project_id, price_cents, 0, None, "").payment()
    if begun is None or begun.price_cents == price_cents:
        return
    if not replace_transfer:
        require_no_transfer(begun)
    withdraw(gateway, config, begun)


def _intent(gateway: Gateway, payment: Payment, payable: Payable) -> Intent | None:
    """The payment's intent: fetched when it is known, else made with the stored idempotency key.

    None when the key was used with other words: an earlier answer was lost, and the service has another name since.
    Nobody holds that first intent's secret, so it cannot be paid.
    """
    if payment.intent_id is not None:
        return gateway.retrieve_intent(payment.intent_id)
    try:
        intent = gateway.create_intent(
            payment.amount_cents, payment.currency, payment.marks, payment.idempotency_key, payable.description
        )
    except ProviderRefused as refused:
        if refused.code != "idempotency_error":
            raise
        return None
    with write():
        Payment.update(intent_id=intent.id, updated_at=clock.now()).where(
            Payment.id == payment.id, Payment.intent_id.is_null()
        ).execute()
        kept = Payment.get_by_id(payment.id)
    if kept.superseded or kept.intent_id != intent.id:
        # Another way to pay was chosen while the provider answered: nobody may get hold of this intent.
        gateway.cancel_intent(intent.id)
        raise changed()
    payment.intent_id = intent.id
    return intent


def _supersede(payment: Payment) -> bool:
    """Set an unpaid row aside, so that there may be another; False when its intent is not the one that was read.

    What became of it says nothing any more of how the project's payment stands.
    """
    with write():
        moved = (
            Payment.update(superseded=True, updated_at=clock.now())
            .where(Payment.id == payment.id, Payment.status.not_in(SETTLED), Payment.intent_id == payment.intent_id)
            .execute()
        )
        if moved and payment.project_id is not None:
            projects.note_payment(payment.project_id, PaymentStatus.PENDING, None, clock.now())
    return bool(moved)


def accept_terms(payable: Payable, now: datetime) -> None:
    """Note which terms were accepted for the payment that was begun, and when."""
    payment = payable.payment()
    if payment is None:
        raise AppError("no_payment", 409, "Please wait until the payment form is ready.")
    with write():
        Payment.update(terms_version=TERMS_VERSION, terms_accepted_at=now).where(Payment.id == payment.id).execute()
