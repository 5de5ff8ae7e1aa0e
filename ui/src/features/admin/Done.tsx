import { useState } from "react";
import { DateTime } from "../../components/DateTime";
import { useStaffQuery } from "./api";
import type { DonePage } from "./figures/figures";
import { Steps } from "./ListTools";
import { RecordLink } from "./RecordLink";
import * as css from "./Week.module.css";

/** What the firm's people have done since midnight. */
export default function Done() {
  const [page, setPage] = useState(1);
  const { data, error } = useStaffQuery<DonePage>(`/api/admin/done?page=${page}`, { keepPreviousData: true });
  if (error && !data) return <p role="alert">What was done today could not be loaded.</p>;
  if (!data || data.total === 0) return null;
  return (
    <details className={css.done}>
      <summary>Done today ({data.total})</summary>
      <ul className={css.lines}>
        {data.items.map(({ id, at, who, said, name, reference, projectId }) => (
          <li key={id} className={css.line}>
            <span className={css.at}>
              <DateTime iso={at} format="time" />
            </span>
            <span className={css.what}>
              {who} {said}
              {projectId === null && name && `: ${name}`}
              {projectId !== null && (
                <>
                  :{" "}
                  <RecordLink of={projectId} className={css.name}>
                    {name}
                  </RecordLink>{" "}
                  {reference}
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Steps total={data.total} page={data.page} pageSize={data.pageSize} name="Pages of what was done today" onPage={setPage} />
    </details>
  );
}
