import { DateTime } from "../../../components/DateTime";
import { titleCase } from "../../../components/statusLabel";
import type { ProjectRecord } from "../api";
import * as acts from "../Act.module.css";
import * as css from "./Letters.module.css";

/** What was corrected about a client, and what was kept before; folded away. */
export function DetailChanges({ changes }: { changes: ProjectRecord["client"]["changes"] }) {
  if (changes.length === 0) return null;
  return (
    <details>
      <summary className={acts.act}>What was corrected ({changes.length})</summary>
      <ul className={css.letters}>
        {changes.map(({ field, old, new: now, changedAt, changedBy }) => (
          <li key={`${field} ${changedAt}`} className={css.letter}>
            {titleCase(field)}: {old || "nothing"} became {now || "nothing"}, by {changedBy || "the client"},{" "}
            <DateTime iso={changedAt} format="stamp" />
          </li>
        ))}
      </ul>
    </details>
  );
}
