import { useState, type ReactNode } from "react";
import { STAFF_TEXT_RULES } from "../../../api/staffRules.gen";
import { formatCents } from "../../../components/Money";
import { formatTime } from "../../../components/time";
import { Badge, type BadgeTone } from "../../../components/StatusBadge";
import { Act } from "../Act";
import type { StaffOrder } from "../api";
import { useFetch } from "../documents/useFile";
import { orderStates } from "../labels/money";
import { ActButton } from "./acts";
import * as css from "./OrderSums.module.css";
import { Acts } from "./Part";
import ReasonDialog from "./ReasonDialog";

/** An order or a bill: its lines and sums, its papers, and whether it is owed. */
export function OrderSums({ order, children }: { order: StaffOrder; children: ReactNode }) {
  const [withdrawing, setWithdrawing] = useState(false);
  const { label, tone }: { label: string; tone: BadgeTone } = order.withdrawn ? { label: "Withdrawn", tone: "grey" } : orderStates[order.state];
  return (
    <section className={css.order} aria-label={order.bill ? `Bill ${order.reference}` : "What it was begun with"}>
      <p className={css.head}>
        <strong>{order.bill ? `Bill ${order.reference}` : order.reference}</strong>
        <Badge tone={order.overdue ? "red" : tone}>{order.overdue ? "Overdue" : label}</Badge>
        {order.dueOn && <span>due {formatTime(`${order.dueOn}T00:00:00+10:00`, "date")}</span>}
      </p>
      <ul className={css.lines}>
        {order.lines.map(({ description, cents }) => (
          <li key={`${description} ${cents}`} className={css.line}>
            <span>{description}</span>
            <span>{formatCents(cents)}</span>
          </li>
        ))}
        <li className={css.line}>
          <strong>Total inc. GST</strong>
          <strong>{formatCents(order.totalCents)}</strong>
        </li>
        {order.owedCents > 0 && order.owedCents < order.totalCents && (
          <li className={css.line}>
            <span>Still owed</span>
            <span>{formatCents(order.owedCents)}</span>
          </li>
        )}
      </ul>
      {order.note && <p>{order.note}</p>}
      {order.used && <p>{order.used}</p>}
      <p className={css.papers}>
        {order.papers.map((paper) => (
          <Paper key={paper.id} id={paper.id} name={`${paper.title} ${paper.number}`} />
        ))}
      </p>
      <Acts>
        {children}
        {order.withdrawRefusal !== null && (
          <ActButton label="Withdraw this bill" about={order.reference} refusal={order.withdrawRefusal} onClick={() => setWithdrawing(true)} />
        )}
      </Acts>
      <ReasonDialog
        open={withdrawing}
        title={`Withdraw ${order.reference}?`}
        url={`/api/admin/bills/${order.id}/withdraw`}
        rule={STAFF_TEXT_RULES.billReason}
        name="reason"
        label="Reason, as the client reads it"
        confirmLabel="Withdraw the bill"
        danger
        done={`${order.reference} is withdrawn`}
        onClose={() => setWithdrawing(false)}
      >
        {order.totalCents > 0 ? (
          <p>
            {formatCents(order.totalCents)} need not be paid any more. An adjustment note is written, and a letter with your reason goes to the client. A card
            payment that was begun for it is ended.
          </p>
        ) : (
          <p>
            The booking fee covered it: {formatCents(order.creditCents)} of the fee is free again. A letter with your reason goes to the client.
          </p>
        )}
      </ReasonDialog>
    </section>
  );
}

function Paper({ id, name }: { id: number; name: string }) {
  const { busy, fetchFile } = useFetch();
  return (
    <Act aria-label={`Download ${name}`} onClick={() => busy || void fetchFile(`/api/admin/invoices/${id}/download`, `${name}.pdf`)}>
      {name}
    </Act>
  );
}
