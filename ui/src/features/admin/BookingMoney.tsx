import { DateTime } from "../../components/DateTime";
import { Money } from "../../components/Money";
import { Badge } from "../../components/StatusBadge";
import type { BookingDetail, Payment } from "./api";
import * as css from "./BookingMoney.module.css";
import { CopyButton } from "../../components/CopyButton";
import { paymentMethod, paymentState } from "./labels";
import { Fact, Facts, Part } from "./Part";
import { ProjectMoney } from "./ProjectMoney";

/** Every payment of a booking, also those that came to nothing. */
export function BookingMoney({ booking }: { booking: BookingDetail }) {
  return (
    <Part title="Money">
      {booking.payments.length === 0 && <p>No payment has been started.</p>}
      {booking.payments.map((payment) => (
        <PaymentFacts key={payment.id} payment={payment} />
      ))}
      {booking.money && booking.projectId && booking.reference && (
        <div className={css.acts}>
          <ProjectMoney of={{ projectId: booking.projectId, name: booking.fullName, reference: booking.reference }} money={booking.money} />
        </div>
      )}
    </Part>
  );
}

function PaymentFacts({ payment }: { payment: Payment }) {
  const { label, tone } = paymentState(payment.status);
  const kept = payment.amountCents - payment.refundedCents;
  return (
    <div className={css.payment}>
      <p className={css.sum}>
        <span className={css.amount}>
          <Money cents={payment.amountCents} />
        </span>
        <Badge tone={tone}>{label}</Badge>
        <span>{paymentMethod(payment)}</span>
      </p>
      <Facts>
        {payment.refundedCents > 0 && (
          <Fact name="Refunded">
            <Money cents={payment.refundedCents} />, <Money cents={kept} /> kept
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
          <Fact name="Begun">
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
        {payment.providerStatus && payment.providerStatus !== "succeeded" && (
          <Fact name="Provider says">{payment.providerStatus.replaceAll("_", " ")}</Fact>
        )}
      </Facts>
    </div>
  );
}
