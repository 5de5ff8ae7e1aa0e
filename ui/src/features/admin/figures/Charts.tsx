import type { ReactNode } from "react";
import { AppLink } from "../../../components/AppLink";
import { Money } from "../../../components/Money";
import { Skeleton } from "../../../components/Skeleton";
import { statusLabel } from "../../../components/statusLabel";
import { toList, unfiltered, useListAddress, type ListAddress } from "../address";
import { useStaffQuery } from "../api";
import { dayText } from "../appointments/days";
import { LoadProblem } from "../LoadProblem";
import { Bars } from "./Bars";
import * as css from "./Charts.module.css";
import { Columns } from "./Columns";
import { figuresKey, promiseLabel, stepLabel, type Figures } from "./figures";

const dollars = new Intl.NumberFormat("en-AU", { style: "currency", currency: "AUD", notation: "compact", maximumFractionDigits: 1 });
const month = (day: string): string => dayText(day, "month");
const shortMonth = (day: string): string => month(day).slice(0, 3);
const shortDay = (day: string): string => `${Number(day.slice(8))}/${Number(day.slice(5, 7))}`;

/** The firm in pictures, each over the table of its figures; every figure opens the list that it counts. */
export default function Charts() {
  const address = useListAddress();
  const { data, error, mutate } = useStaffQuery<Figures>(figuresKey);
  if (error && !data) return <LoadProblem what="The charts" error={error} retry={() => void mutate()} />;
  if (!data) return <Skeleton shape="field" count={4} />;
  return (
    <div className={css.charts}>
      <MoneyChart data={data} address={address} />
      <CameChart data={data} address={address} />
      <Chart title="Where the wizard loses people, last 30 days" calm={data.booked + sum(data.stopped, ({ count }) => count) === 0 && "Nobody began a booking."}>
        <Bars
          name="Where people stopped"
          first="Stopped at"
          second="People"
          rows={[
            ...data.stopped.map(({ step, count }) => ({ label: stepLabel(step), parts: [{ count, tone: "amber" as const, to: list(address, { view: "unfinished", step }) }] })),
            { label: "Booked and paid", parts: [{ count: data.booked, tone: "green" as const, to: list(address, { way: "booking", since: "month", payment: "paid" }) }] },
          ]}
        />
      </Chart>
      <Chart title="Projects by status" calm={sum(data.statuses, ({ count }) => count) === 0 && "Nothing to count yet."}>
        <Bars
          name="Projects by status"
          first="Status"
          second="Projects"
          rows={data.statuses.map(({ status, count }) => ({ label: status === "to_be_scheduled" ? "To be scheduled" : statusLabel(status), parts: [{ count, tone: "indigo" as const, to: list(address, { status }) }] }))}
        />
      </Chart>
      <Chart title="Promises kept in time, last 30 days" calm={sum(data.promises, (each) => each.inTime + each.late + each.missed + each.open + each.notNeeded) === 0 && "Nothing was promised."}>
        <Bars
          name="Promises kept in time"
          first="Promised"
          second="In time, late, not kept, not due yet, not needed"
          rows={data.promises.map(({ kind, inTime, late, missed, open, notNeeded }) => ({
            label: promiseLabel(kind),
            parts: [
              { count: inTime, tone: "green" as const, word: "in time", to: list(address, { view: "promises", kind, kept: "in_time" }) },
              { count: late, tone: "amber" as const, word: "late", to: list(address, { view: "promises", kind, kept: "late" }) },
              { count: missed, tone: "red" as const, word: "not kept", to: list(address, { view: "promises", kind, kept: "missed" }) },
              { count: open, tone: "grey" as const, word: "not due yet", to: list(address, { view: "promises", kind, kept: "open" }) },
              { count: notNeeded, tone: "indigo" as const, word: "not needed", to: list(address, { view: "promises", kind, kept: "not_needed" }) },
            ],
          }))}
        />
      </Chart>
    </div>
  );
}

type Part = { data: Figures; address: ListAddress };

/** What of a month's money is the firm's: what came too much is to be given back. */
const leftOf = ({ cameCents, givenCents, dueBackCents }: Pick<Figures["money"][number], "cameCents" | "givenCents" | "dueBackCents">): number =>
  cameCents - givenCents - dueBackCents;

function MoneyChart({ data, address }: Part) {
  const to = (day: string) => list(address, { view: "money", month: day });
  const moved = sum(data.money, ({ cameCents, givenCents }) => cameCents + givenCents);
  return (
    <Chart title="Money by month" calm={moved === 0 && "No money has moved in the last 12 months."}>
      <Columns
        label={(cents) => dollars.format(cents / 100)}
        columns={data.money.map(({ month: day, ...moved }) => ({
          key: day,
          name: shortMonth(day),
          to: to(day),
          said: `${month(day)}: ${dollars.format(leftOf(moved) / 100)}`,
          parts: [{ value: Math.max(0, leftOf(moved)), tone: "green" }],
        }))}
      />
      <Behind
        heads={["Month", "Came", "Given back", "To give back", "Left"]}
        rows={data.money.map(({ month: day, cameCents, givenCents, dueBackCents }) => [
          month(day),
          <AppLink key="came" to={to(day)} state={toList}>
            <Money cents={cameCents} />
          </AppLink>,
          <Money key="given" cents={givenCents} />,
          <Money key="due" cents={dueBackCents} />,
          <Money key="left" cents={leftOf({ cameCents, givenCents, dueBackCents })} />,
        ])}
      />
    </Chart>
  );
}

function CameChart({ data, address }: Part) {
  const to = (week: string, way = "") => list(address, { week, way });
  return (
    <Chart title="Bookings by week and source" calm={sum(data.came, ({ booking, onboarding, staff, portal }) => booking + onboarding + staff + portal) === 0 && "Nobody came in the last 12 weeks."}>
      <Columns
        label={String}
        whole
        legend={[
          { tone: "indigo", name: "Booking wizard" },
          { tone: "amber", name: "Onboarding" },
          { tone: "green", name: "Begun by us" },
          { tone: "grey", name: "Chosen in the portal" },
        ]}
        columns={data.came.map(({ week, booking, onboarding, staff, portal }) => ({
          key: week,
          name: shortDay(week),
          to: to(week),
          said: `Week of ${dayText(week, "date")}: ${booking} by the wizard, ${onboarding} by onboarding, ${staff} begun by us, ${portal} chosen in the portal`,
          parts: [
            { value: booking, tone: "indigo" },
            { value: onboarding, tone: "amber" },
            { value: staff, tone: "green" },
            { value: portal, tone: "grey" },
          ],
        }))}
      />
      <Behind
        heads={["Week of", "Booking wizard", "Onboarding", "Begun by us", "Chosen in the portal"]}
        rows={data.came.map(({ week, booking, onboarding, staff, portal }) => [
          dayText(week, "date"),
          <Count key="booking" count={booking} to={to(week, "booking")} />,
          <Count key="onboarding" count={onboarding} to={to(week, "onboarding")} />,
          <Count key="staff" count={staff} to={to(week, "staff")} />,
          <Count key="portal" count={portal} to={to(week, "portal")} />,
        ])}
      />
    </Chart>
  );
}

function Count({ count, to }: { count: number; to: string }) {
  return (
    <AppLink to={to} state={toList}>
      {count}
    </AppLink>
  );
}

function Chart({ title, calm, children }: { title: string; calm: string | false; children: ReactNode }) {
  return (
    <section className={css.chart} aria-label={title}>
      <h3 className={css.name}>{title}</h3>
      {calm ? <p>{calm}</p> : children}
    </section>
  );
}

/** The figures of a drawing, folded away on the screen; they are printed with it. */
function Behind({ heads, rows }: { heads: readonly string[]; rows: readonly (readonly ReactNode[])[] }) {
  return (
    <details className={css.behind}>
      <summary>The figures</summary>
      <table className={css.figures}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const list = (address: ListAddress, change: Parameters<ListAddress["with"]>[0]): string =>
  address.with({ view: "projects", ...unfiltered, ...change });

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}
