import { DateTime } from "../../../components/DateTime";
import { EmptyState } from "../../../components/EmptyState";
import { Badge } from "../../../components/StatusBadge";
import { unfiltered, useListAddress } from "../address";
import { promisesKey, useStaffQuery } from "../api";
import { ListFilters, type Choice } from "../ListFilters";
import { ListFrame } from "../ListFrame";
import { RecordLink } from "../RecordLink";
import { keptLabel, keptStates, promiseKinds, promiseLabel, type PromisesPage } from "./figures";
import * as css from "./lists.module.css";

const tones = { in_time: "green", late: "amber", missed: "red", open: "grey", not_needed: "indigo" } as const;
const choices: readonly Choice[] = [
  { name: "kind", label: "Promise", first: "Any promise", options: promiseKinds },
  { name: "kept", label: "How it stands", first: "Kept or not", options: keptStates },
];

/** What was promised in the last 30 days, by when, and whether it was kept. */
export default function PromisesList() {
  const address = useListAddress();
  const { kind, kept, page } = address;
  const query = useStaffQuery<PromisesPage>(promisesKey({ kind, kept, page }), { keepPreviousData: true });
  return (
    <ListFrame
      name="promises"
      one="promise of the last 30 days"
      many="promises of the last 30 days"
      query={query}
      tools={<ListFilters choices={choices} />}
      all={kind || kept ? address.with(unfiltered) : null}
      nothing={<EmptyState>Nothing was promised in the last 30 days.</EmptyState>}
    >
      {({ items }) => (
        <ul className={css.list}>
          {items.map((each) => (
            <li key={`${each.kind} ${each.projectId ?? each.madeAt}`} className={css.row}>
              <p className={css.when}>
                Due <DateTime iso={each.dueAt} format="stamp" />
              </p>
              <div>
                <p>
                  {each.projectId !== null ? (
                    <RecordLink of={each.projectId} className={css.name}>
                      {each.name}
                    </RecordLink>
                  ) : (
                    <span className={css.name}>{each.name}</span>
                  )}{" "}
                  {each.reference}
                </p>
                <p>
                  {promiseLabel(each.kind)}, promised <DateTime iso={each.madeAt} format="stamp" />
                  {each.chosenAt && (
                    <>
                      , the client chose a time <DateTime iso={each.chosenAt} format="stamp" />
                    </>
                  )}
                  {each.keptAt && (
                    <>
                      , done <DateTime iso={each.keptAt} format="stamp" />
                    </>
                  )}
                </p>
              </div>
              <p>
                <Badge tone={tones[each.kept]}>{keptLabel(each.kept)}</Badge>
              </p>
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  );
}
