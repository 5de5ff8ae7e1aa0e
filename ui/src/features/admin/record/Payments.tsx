import { DateTime } from "../../../components/DateTime";
import { Money } from "../../../components/Money";
import { Badge } from "../../../components/StatusBadge";
import type { Payment } from "../api";
import * as css from "./Payments.module.css";
import { CopyButton } from "../../../components/CopyButton";
import { paymentMethod, paymentState } from "../labels/money";
import { Fact, Facts } from "./Part";

/** Every payment, also those that came to nothing. */
export function Payments({ payments }: { payments: readonly Payment[] }) {
  return payments.map((payment) => <PaymentFacts key={payment.id} payment={payment} />);
}

function PaymentFacts({ payment }: { payment: Payment }) {
  const { label, tone } = paymentState(payment);
  const left = payment.amountCents - payment.refundedCents;
  return (
    <div className={css.payment}>
      <p className={css.sum}>
        <span className={css.amount}>
          <Money cents={payment.amountCents} />
        </span>
        <Badge tone={tone}>{label}</Badge>
        <span>
          {payment.byBill ? "The bill asks for it" : paymentMethod(payment)}
          {payment.reference && `, ${payment.reference}`}
        </span>
      </p>
      <Facts>
        {payment.refundedCents > 0 && (
          <Fact name="Refunded">
            <Money cents={payment.refundedCents} />, <Money cents={left} /> still here
          </Fact>
        )}
        {payment.lastError && (
          <Fact name="Last problem">
            <span className={css.error}>{payment.lastError}</span>
          </Fact>
        )}
        {payment.paidAt && (
          <Fact name="Paid">
            <DateTime iso={payment.paidAt} format="full" />
          </Fact>
        )}
        {!payment.paidAt && (
          <Fact name={payment.byBill ? "Asked for" : payment.provider === "bank" ? "Chosen" : "Begun"}>
            <DateTime iso={payment.createdAt} format="full" />
          </Fact>
        )}
        {payment.intentId && (
          <Fact name="Transaction">
            <span className={css.intent}>
              <code>{payment.intentId}</code>
              <CopyButton text={payment.intentId} what="transaction number" />
            </span>
          </Fact>
        )}
        {payment.providerStatus && payment.providerStatus !== "succeeded" && payment.providerStatus !== "canceled" && (
          <Fact name="Provider says">{payment.providerStatus.replaceAll("_", " ")}</Fact>
        )}
      </Facts>
    </div>
  );
}
