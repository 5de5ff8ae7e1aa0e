import { useState } from "react";
import { useQuery } from "../../api/query";
import { DateTime } from "../../components/DateTime";
import { Money } from "../../components/Money";
import { Skeleton } from "../../components/Skeleton";
import { Badge, type BadgeTone } from "../../components/StatusBadge";
import { Fold, useOneColumn } from "../../components/Fold";
import { moneyKey, type OrderMoney, type ProjectDetails, type ProjectMoney as MoneyOfProject } from "./api";
import { LoadTrouble, Stale } from "./Loaded";
import { OpenBill } from "./OpenBill";
import { Paper } from "./Paper";
import * as css from "./ProjectMoney.module.css";
import { ProjectSection } from "./ProjectSection";
import { ToPay } from "./ToPay";

/** What was paid, owed and credited for the project, with its invoices to keep. */
export function ProjectMoney({ project }: { project: ProjectDetails }) {
  const loaded = useQuery<MoneyOfProject>(moneyKey(project.id));
  const { data: money, error, mutate } = loaded;
  return (
    <ProjectSection id="money" title="Money">
      {money ? (
        <>
          <Stale loaded={loaded} />
          {money.orders.length > 0 ? <Sums money={money} /> : <p>Nothing has been paid, and nothing is to be paid.</p>}
          {money.unsettledCents > 0 && (
            <p>
              Our team decides about a refund of <Money cents={money.unsettledCents} /> of what you paid, and is in touch with you.
            </p>
          )}
          {money.keptCents > 0 && (
            <p>
              <Money cents={money.keptCents} /> of what you paid is kept: our team has decided about it without a refund, and nothing else deducts it. If you see that
              differently, please ask us about it.
            </p>
          )}
          {money.orders.map((order) => (
            <Order key={order.reference} project={project} money={money} order={order} />
          ))}
        </>
      ) : error ? (
        <LoadTrouble what="payments" error={error} retry={mutate} />
      ) : (
        <div aria-busy="true">
          <p role="status">Loading your payments...</p>
          <Skeleton count={3} />
        </div>
      )}
    </ProjectSection>
  );
}

function Sums({ money }: { money: MoneyOfProject }) {
  const rest = money.orders.reduce((sum, { state, owedCents }) => (state === "part_paid" ? sum + owedCents : sum), 0);
  const sums = [
    { name: "Paid", cents: money.paidCents, always: true },
    { name: "Refunded", cents: money.refundedCents },
    { name: "To pay", cents: money.owedCents - rest + (money.toPay?.awaitsTransfer ? 0 : (money.toPay?.cents ?? 0)) },
    { name: "Awaited by transfer", cents: money.toPay?.awaitsTransfer ? money.toPay.cents : 0 },
    { name: "Still owed", cents: rest },
  ];
  return (
    <dl className={css.sums}>
      {sums
        .filter(({ cents, always }) => always || cents > 0)
        .map(({ name, cents }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Money cents={cents} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

function stateOf(order: OrderMoney, status: ProjectDetails["status"], asked: MoneyOfProject["toPay"]): { tone: BadgeTone; label: string } {
  if (order.withdrawn) return { tone: "grey", label: "Withdrawn" };
  if (order.isDeciding) return { tone: "blue", label: "Being checked" };
  if (order.overdue) return { tone: "red", label: "Overdue" };
  switch (order.state) {
    case "paid":
      return { tone: "green", label: "Paid" };
    case "part_refunded":
      return { tone: "green", label: "Paid, partly refunded" };
    case "refunded":
      return { tone: "grey", label: "Refunded" };
    case "part_paid":
      return { tone: "amber", label: "Paid in part" };
    case "unpaid":
      if (status === "cancelled" && !order.bill) return { tone: "grey", label: "Cancelled, nothing to pay" };
      if (asked?.awaitsTransfer && !order.bill) return { tone: "purple", label: "Awaiting your transfer" };
      return { tone: "purple", label: order.bill || asked ? "To pay" : "Not paid yet" };
  }
}

type OrderProps = { project: ProjectDetails; money: MoneyOfProject; order: OrderMoney };

function Order({ project, money, order }: OrderProps) {
  const { tone, label } = stateOf(order, project.status, money.toPay);
  const oneColumn = useOneColumn();
  const top = (
    <>
      <h3 id={order.reference}>{order.reference}</h3> <Badge tone={tone}>{label}</Badge>
    </>
  );
  // What is paid while the page is open stays in sight with what is said of it.
  const [wasOver] = useState(() => isOver(order));
  const folds = oneColumn && wasOver && isOver(order);
  return (
    <article className={css.order} aria-label={order.reference}>
      {!folds && <div className={css.top}>{top}</div>}
      <Fold title={top} when={folds}>
        <Details project={project} money={money} order={order} />
      </Fold>
      {order.papers.length > 0 && (
        <ul className={css.papers}>
          {order.papers.map((paper) => (
            <Paper key={paper.id} paper={paper} />
          ))}
        </ul>
      )}
    </article>
  );
}

/** Nothing of it is still to be paid, refunded or decided. */
function isOver({ withdrawn, isDeciding, state, dueBackCents }: OrderMoney): boolean {
  return !isDeciding && dueBackCents === 0 && (withdrawn || ["paid", "part_refunded", "refunded"].includes(state));
}

/** What an order is made of, what came and went for it, and how the rest is paid. */
function Details({ project, money, order }: OrderProps) {
  return (
    <>
      <ul className={css.rows}>
        {order.lines.map((line, index) => (
          <li key={index}>
            <span>{line.description}</span>
            <Money cents={line.cents} />
          </li>
        ))}
        {order.lines.length > 1 && (
          <li className={css.total}>
            <span>Total inc. GST</span>
            <Money cents={order.totalCents} />
          </li>
        )}
        {order.movements.map((moved, index) => (
          <li key={`moved ${index}`} className={css.moved}>
            <span>
              {moved.kind === "payment" ? "Paid" : moved.cameBack ? "Sent back, but returned by the bank" : "Refunded"}{" "}
              <DateTime iso={moved.at} />
              {moved.kind === "payment" && (moved.method === "card" ? " by card" : " by bank transfer")}
            </span>
            <Money cents={moved.cents} />
          </li>
        ))}
        {order.dueBackCents > 0 && (
          <li className={css.moved}>
            <span>{order.withdrawn ? "Still with us: we agree with you what it is for, or refund it" : "Too much, to be refunded"}</span>
            <Money cents={order.dueBackCents} />
          </li>
        )}
      </ul>
      {order.note && <p className={css.note}>{order.note}</p>}
      {order.used && <p className={css.note}>{order.used}</p>}
      {money.toPay && !order.bill && <ToPay project={project} money={money} asked={money.toPay} />}
      <OpenBill project={project} money={money} order={order} />
      <WrittenBefore order={order} />
    </>
  );
}

/** Of an invoice that was billed and needs no payment any more: its file was made before, and never changes. */
function WrittenBefore({ order }: { order: OrderMoney }) {
  const isPaid = ["paid", "part_refunded", "refunded"].includes(order.state);
  if (!order.bill || order.totalCents <= 0 || !(isPaid || order.withdrawn)) return null;
  const { paidAt } = order;
  // What came later is a second payment, with its own letter.
  const paid = paidAt && (order.movements.findLast(({ kind, at }) => kind === "payment" && at <= paidAt)?.at ?? paidAt);
  return (
    <p className={css.note}>
      {order.withdrawn ? (
        "Withdrawn."
      ) : paid ? (
        <>
          Paid on <DateTime iso={paid} />: our receipt came by email.
        </>
      ) : (
        "What came for it was refunded."
      )}{" "}
      The PDF of the invoice was made before that and still says how to pay: please do not pay {paid && !order.withdrawn ? "it again" : "it"}.
    </p>
  );
}
