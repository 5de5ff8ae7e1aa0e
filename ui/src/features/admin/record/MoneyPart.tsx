import { Suspense, useState } from "react";
import { formatCents } from "../../../components/Money";
import { lazily } from "../../../lazily";
import { AwaitedTransfer } from "../AwaitedTransfer";
import type { ProjectRecord, StaffOrder } from "../api";
import { ActButton, refusalOf } from "./acts";
import { MoneyActs } from "./MoneyActs";
import { OrderSums } from "./OrderSums";
import * as css from "./OrderSums.module.css";
import { MarkedByMistake } from "./NotCome";
import { Acts, Part } from "./Part";
import { Payments } from "./Payments";

const BillDialog = lazily(() => import("./BillDialog"));

/** What was ordered and billed, what came and went for it, and the acts of staff about it. */
export function MoneyPart({ record, wanted }: { record: ProjectRecord; wanted: boolean }) {
  const [billing, setBilling] = useState(false);
  const { money, orders, payments, reference, client, unsettledCents, keptCents } = record;
  const owed = orders.reduce((sum, order) => sum + order.owedCents, 0);
  const of = { projectId: record.projectId, name: client.name, reference };
  return (
    <Part title="Money" gist={owed > 0 ? `${formatCents(owed)} owed` : `${formatCents(money.paidCents)} came`} wanted={wanted}>
      {unsettledCents > 0 && <p>Please decide about a refund of {formatCents(unsettledCents)} of what was paid.</p>}
      {keptCents > 0 && <p>{formatCents(keptCents)} of what was paid is kept without a refund: that is decided.</p>}
      {orders.map((order) => (
        <OrderSums key={order.id} order={order}>
          <OrderTransfer order={order} name={client.name} />
        </OrderSums>
      ))}
      {record.erased && money.dueBackCents === 0 ? (
        <details>
          <summary className={css.unawaited}>Money came or went all the same?</summary>
          <Acts>
            <MoneyActs of={of} money={money} />
          </Acts>
        </details>
      ) : (
        <Acts>
          <MoneyActs of={of} money={money} />
          {!record.erased && (
            <ActButton label="Bill further work" about={reference} refusal={refusalOf(record, "bill")} onClick={() => setBilling(true)} />
          )}
        </Acts>
      )}
      <MarkedByMistake of={of} money={money} />
      {refusalOf(record, "refund") && money.paidCents > money.refundedCents && <p>{refusalOf(record, "refund")}</p>}
      {payments.length === 0 && <p>No payment has been started.</p>}
      <Payments payments={payments} />
      <Suspense>{billing && <BillDialog record={record} onClose={() => setBilling(false)} />}</Suspense>
    </Part>
  );
}

/** The transfer that was asked for; one that nobody waits for any more is folded away, as now and then it comes all the same. */
function OrderTransfer({ order, name }: { order: StaffOrder; name: string }) {
  const { awaitedPaymentId, awaitedCents, awaitedSince, givenUp, reference, prospect } = order;
  if (awaitedPaymentId === null || awaitedCents === null || awaitedSince === null) return null;
  const transfer = (
    <AwaitedTransfer
      from={{ name, reference, prospect }}
      transfer={{ paymentId: awaitedPaymentId, amountCents: awaitedCents, askedAt: awaitedSince }}
      givenUp={givenUp}
      isBill={order.bill !== null}
    />
  );
  if (!givenUp) return transfer;
  return (
    <details>
      <summary className={css.unawaited}>{order.owedCents > 0 ? "The transfer came all the same?" : "A transfer came as well?"}</summary>
      {transfer}
    </details>
  );
}
