import { DateTime } from "../../../components/DateTime";
import { EmptyState } from "../../../components/EmptyState";
import { Money } from "../../../components/Money";
import { unfiltered, useListAddress } from "../address";
import { moneyKey, useStaffQuery } from "../api";
import { addMonths, dayText, isDay } from "../appointments/days";
import { ListFilters } from "../ListFilters";
import { ListFrame } from "../ListFrame";
import { RecordLink } from "../RecordLink";
import { sydneyDay } from "../../../components/time";
import type { MoneyPage } from "./figures";
import * as css from "./lists.module.css";

const monthsOffered = 12;

/** Money that came and was given back, the newest first. */
export default function MoneyList() {
  const address = useListAddress();
  const { month, page } = address;
  const query = useStaffQuery<MoneyPage>(moneyKey({ month, page }), { keepPreviousData: true });
  const now = `${sydneyDay(new Date()).slice(0, 7)}-01`;
  const offered = Array.from({ length: monthsOffered }, (_, back) => addMonths(now, -back));
  const options = (isDay(month) && !offered.includes(month) ? [...offered, month] : offered).map((value) => ({ value, label: dayText(value, "month") }));
  return (
    <ListFrame
      name="money"
      one="payment or refund"
      many="payments and refunds"
      query={query}
      tools={<ListFilters choices={[{ name: "month", label: "Month", first: "Any month", options }]} />}
      all={month ? address.with(unfiltered) : null}
      nothing={<EmptyState>No money has come yet.</EmptyState>}
    >
      {({ items, cameCents, givenCents, dueBackCents }) => (
        <>
          <p className={css.sums}>
            <Money cents={cameCents} /> came, <Money cents={givenCents} /> was given back
            {dueBackCents > 0 && (
              <>
                , <Money cents={dueBackCents} /> came too much and is to be given back
              </>
            )}
            : <Money cents={cameCents - givenCents - dueBackCents} /> in all.
          </p>
          <ul className={css.list}>
            {items.map(({ kind, id, at, cents, method, reference, projectId, name }) => (
              <li key={`${kind} ${id}`} className={css.row}>
                <p className={css.when}>
                  <DateTime iso={at} format="stamp" />
                </p>
                <p>
                  {projectId !== null ? (
                    <RecordLink of={projectId} part="money" className={css.name}>
                      {name || reference}
                    </RecordLink>
                  ) : (
                    <span className={css.name}>A booking that is no project yet</span>
                  )}{" "}
                  {name && reference}, {kind === "refund" ? "given back" : `by ${method}`}
                </p>
                <p className={css.cents}>
                  <Money cents={cents} />
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </ListFrame>
  );
}
