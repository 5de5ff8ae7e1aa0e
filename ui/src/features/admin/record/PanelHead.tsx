import { Printer, X } from "lucide-react";
import { useEffect, useRef, type ReactNode, type Ref } from "react";
import { CopyButton } from "../../../components/CopyButton";
import { formatCents } from "../../../components/Money";
import { Badge, StatusBadge } from "../../../components/StatusBadge";
import { livesElsewhere } from "../../../components/time";
import type { ProjectRecord } from "../api";
import { moneyState, statusWord } from "../labels/money";
import * as css from "./RecordPanel.module.css";

type Props = { ref: Ref<HTMLHeadingElement>; id: string; name: string; what: string; onClose: () => void; children: ReactNode };

const ways = { booking: "by a booking", onboarding: "by onboarding", staff: "begun by us", portal: "chosen in the portal" };

/** The head of a panel, which stays in sight: whose it is, how it stands, and the way out. */
export function PanelHead({ ref, id, name, what, onClose, children }: Props) {
  const head = useRef<HTMLDivElement>(null);

  // What is scrolled to stands below it, however many lines it has now.
  useEffect(() => {
    const panel = head.current?.closest("dialog");
    if (panel) panel.style.scrollPaddingTop = `${head.current?.offsetHeight ?? 0}px`;
  });

  return (
    <div ref={head} className={css.top}>
      <h2 ref={ref} id={id} className={css.name} tabIndex={-1}>
        {name || "No name yet"}
      </h2>
      <button type="button" className={css.tool} aria-label={`Print this ${what}`} onClick={() => window.print()}>
        <Printer size={20} strokeWidth={1.5} aria-hidden />
      </button>
      <button type="button" className={css.tool} aria-label="Close" onClick={onClose}>
        <X size={22} strokeWidth={1.5} aria-hidden />
      </button>
      {children}
      {livesElsewhere() && <p className={css.zone}>Sydney time</p>}
    </div>
  );
}

/** Its reference, what it is about, and how it and its money stand. */
export function States({ record }: { record: ProjectRecord }) {
  const money = moneyState({ ...record, money: record.moneyState });
  const billsOwed = record.money.owedCents - record.money.begunOwedCents;
  return (
    <div className={css.states}>
      <span className={css.reference}>
        {record.reference}
        <CopyButton text={record.reference} what="reference" />
      </span>
      <StatusBadge status={record.status} {...statusWord(record.status, record.moneyState, record.isAsked)} />
      <Badge tone={money.tone}>{money.label}</Badge>
      {billsOwed > 0 && <Badge tone="amber">{`Bills: ${formatCents(billsOwed)} owed`}</Badge>}
      <span>
        {record.serviceTitle}, {ways[record.way]}
      </span>
    </div>
  );
}
