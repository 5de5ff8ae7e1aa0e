import type { ReactNode } from "react";
import { AppLink } from "../../components/AppLink";
import { Money } from "../../components/Money";
import { Skeleton } from "../../components/Skeleton";
import { sydneyDay } from "../../components/time";
import { toList, unfiltered, useListAddress, type Filters } from "./address";
import type { Dashboard } from "./api";
import * as css from "./Counts.module.css";

const labels = ["Projects paid", "Money that stays", "Awaiting transfer", "Unfinished", "Letters waiting"];

/** The numbers, ruled like the title block of a drawing. */
export function Counts({ dashboard }: { dashboard: Dashboard | undefined }) {
  const address = useListAddress();
  if (!dashboard) {
    return (
      <dl className={css.block} aria-busy="true">
        {labels.map((label) => (
          <Cell key={label} label={label} value={<Skeleton />}>
            <Skeleton />
          </Cell>
        ))}
      </dl>
    );
  }
  const { counts, mail } = dashboard;
  const list = (change: Partial<Filters>) =>
    address.with({ view: "projects", ...unfiltered, ...change });
  return (
    <dl className={css.block}>
      <Cell label="Projects paid" value={counts.paid}>
        {counts.paid > 0 && <AppLink to={list({ payment: "paid" })} state={toList}>See them</AppLink>}
        {counts.paid > 0 && ", "}
        <AppLink to={list({ payment: "paid", since: "week" })} state={toList}>{counts.newThisWeek} of them begun since Monday</AppLink>;{" "}
        <AppLink to={list({ payment: "to_chase" })} state={toList}>{counts.toChase} open and not paid</AppLink>
      </Cell>
      <Cell label="Money that stays" value={<Money cents={counts.paidCents} />}>
        <AppLink to={address.with({ view: "money", ...unfiltered, month: `${sydneyDay(new Date()).slice(0, 7)}-01` })} state={toList}>
          <Money cents={counts.paidThisMonthCents} />
        </AppLink>{" "}
        of it this month, for bookings and services
        {counts.refundedCents > 0 && (
          <>
            ; <Money cents={counts.refundedCents} /> more was refunded (
            <AppLink to={address.with({ view: "money", ...unfiltered })} state={toList}>
              all of it
            </AppLink>
            )
          </>
        )}
      </Cell>
      <Cell label="Awaiting transfer" value={<Money cents={counts.awaitedCents} />}>
        {counts.awaited > 0 ? (
          <>
            <AppLink to={address.with({ waiting: "transfers" })}>See the transfers</AppLink> ({counts.awaited})
          </>
        ) : (
          "No transfer is awaited"
        )}
      </Cell>
      <Cell label="Unfinished" value={counts.unfinished}>
        {counts.unfinished > 0 ? <AppLink to={address.with({ view: "unfinished", ...unfiltered })} state={toList}>See where they stopped</AppLink> : "Nobody stopped halfway"}
      </Cell>
      <Cell label="Letters waiting" value={mail.queued} alarm={mail.failed > 0}>
        {lettersNote(mail)}
      </Cell>
    </dl>
  );
}

function lettersNote({ mode, filed, failed }: Dashboard["mail"]): string {
  const said = [];
  if (failed > 0) said.push(`${failed} not delivered`);
  if (filed > 0) said.push(`${filed} filed, not sent`);
  return said.join(", ") || (mode === "smtp" ? "Sent by email" : "Filed, not sent: no mail server is set");
}

type CellProps = { label: string; value: ReactNode; alarm?: boolean; children: ReactNode };

function Cell({ label, value, alarm = false, children }: CellProps) {
  return (
    <div className={css.cell}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.value}>{value}</dd>
      <dd className={css.more} data-alarm={alarm || undefined}>
        {children}
      </dd>
    </div>
  );
}
