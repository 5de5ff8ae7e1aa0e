import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/EmptyState";
import { unfiltered, useListAddress } from "./address";
import { unfinishedKey, useStaffQuery, type DraftPage } from "./api";
import * as css from "./Consultations.module.css";
import { stepChoices } from "./figures/figures";
import { ListFilters } from "./ListFilters";
import { ListFrame } from "./ListFrame";
import { RecordLink } from "./RecordLink";

/** What visitors began and is no project yet, the latest first. */
export default function UnfinishedList() {
  const { search, step, page, with: addressWith } = useListAddress();
  const query = useStaffQuery<DraftPage>(unfinishedKey({ search, step, page }), { keepPreviousData: true });
  return (
    <ListFrame
      name="drafts"
      placeholder="Name, email, phone or address"
      one="draft"
      many="drafts"
      query={query}
      tools={<ListFilters choices={[{ name: "step", label: "Step", first: "Any step", options: stepChoices }]} />}
      all={search || step ? addressWith(unfiltered) : null}
      nothing={<EmptyState>Nobody stopped halfway.</EmptyState>}
    >
      {({ items }) => (
        <ul className={css.list}>
          {items.map((draft) => (
            <li key={`${draft.way} ${draft.id}`} className={css.row}>
              <p className={css.when}>
                <DateTime iso={draft.touchedAt} format="stamp" />
              </p>
              <p>
                <RecordLink of={`${draft.way}-${draft.id}`} className={css.name}>
                  {draft.name || "No name yet"}
                </RecordLink>{" "}
                {draft.email}
              </p>
              <p>{draft.step ? `${draft.serviceTitle || "No service yet"}, step ${draft.step} of 4` : "Onboarding, no service yet"}</p>
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  );
}
