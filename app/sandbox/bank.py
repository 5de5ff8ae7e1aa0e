"""The payer's bank, and what the books tell: what no caller of the API sees or does, tests and demonstrations do."""

from app.sandbox import attempts, charges, refunds
from app.sandbox.books import Object
from app.sandbox.delivery import Worker
from app.sandbox.store import Store
from app.sandbox.webhooks import Webhooks


class Bank:
    """What happens to money behind the API. Safe to use from many threads."""

    def __init__(self, store: Store, webhooks: Webhooks) -> None:
        self.webhooks = webhooks
        self._store = store
        self._worker = Worker(self.catch_up)

    def catch_up(self) -> float | None:
        """Everything due now; returns when the next thing is."""
        with self._store.transaction() as books:
            for id_ in books.settling(until=books.now):
                attempts.settle(books, id_)
        self.webhooks.deliver_due()
        with self._store.transaction() as books:
            settles_at = books.next_settlement_at()
        return min(
            (moment for moment in (settles_at, self.webhooks.next_due_at()) if moment is not None),
            default=None,
        )

    def settle_processing(self, intent_id: str | None = None) -> int:
        """Let the bank finish one processing intent, or all of them, without waiting; returns how many it was."""
        with self._store.transaction() as books:
            found = [id_ for id_ in books.settling() if intent_id in (None, id_)]
            for id_ in found:
                attempts.settle(books, id_)
        self._worker.wake()
        return len(found)

    def dispute(self, intent_id: str) -> None:
        """Let the payer's bank call a charge into question; only the event tells of it."""
        with self._store.transaction() as books:
            charges.dispute(books, next(each for each in books.all("charge", intent_id) if each["paid"]))

    def fail_refund(self, refund_id: str) -> None:
        """Let the payer's bank send a refund back; ApiProblem when there is none."""
        with self._store.transaction() as books:
            refunds.fail(books, refund_id)
        self._worker.wake()

    def intent(self, intent_id: str) -> Object:
        """The whole intent, as the secret key would see it; ApiProblem when there is none."""
        with self._store.transaction() as books:
            return books.find("payment_intent", intent_id)

    def intents(self) -> list[Object]:
        """Every intent, oldest first."""
        with self._store.transaction() as books:
            return books.all("payment_intent")

    def charges(self, intent_id: str | None = None) -> list[Object]:
        """Charges that took money, refunded or not, oldest first; of one intent or of all."""
        with self._store.transaction() as books:
            return [charge for charge in books.all("charge", intent_id) if charge["paid"]]

    def refunds(self, intent_id: str | None = None) -> list[Object]:
        """Refunds, oldest first; of one intent or of all."""
        with self._store.transaction() as books:
            return books.all("refund", intent_id)

    def events(self, intent_id: str | None = None, *, undelivered: bool = False) -> list[Object]:
        """Events, oldest first; of one intent or of all, only those not yet taken by the webhook if asked."""
        with self._store.transaction() as books:
            found = books.events(undelivered=undelivered, about=intent_id)
        return [
            event
            for event in found
            if intent_id in (None, (subject := event["data"]["object"])["id"], subject.get("payment_intent"))
        ]
