import { useState } from "react";
import { DateTime } from "../../components/DateTime";
import { titleCase } from "../../components/statusLabel";
import { useStaffQuery } from "./api";
import type { Act, DonePage } from "./figures/figures";
import { Steps } from "./ListTools";
import { RecordLink } from "./RecordLink";
import * as css from "./Week.module.css";

const words: Partial<Record<Act, string>> = {
  message: "wrote a message",
  share: "shared a document",
  upload: "added a document",
  replace: "replaced a document",
  delete: "deleted a document",
  recover: "recovered a document",
  ask: "asked for documents",
  withdraw: "withdrew what was asked for",
  resend: "sent a letter again",
  "receive-transfer": "marked a transfer as received",
  "take-back-transfer": "took back that a transfer had come",
  refund: "noted a refund",
  bill: "billed further work",
  "withdraw-bill": "withdrew an invoice",
  "move-consultation": "set a consultation's time",
  "change-meeting": "changed how to meet",
  "cancel-consultation": "cancelled a project",
  "note-outcome": "noted how a consultation went",
  "change-availability": "changed the consultation hours",
  "look-after": "changed who looks after it",
  note: "wrote a note",
  "set-status": "set the status",
  "answer-enquiry": "answered an enquiry",
  finish: "finished a line",
  resolve: "finished a line",
  contact: "was in touch",
  "confirm-client": "confirmed whose it is",
  "details-changed": "changed a client's details",
  "merge-clients": "merged two clients",
  "undo-merge": "undid a merge",
  "undo-note": "took a note away",
  "undo-status": "undid a change of status",
};

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
        {data.items.map(({ id, at, act, who, name, reference, projectId }) => (
          <li key={id} className={css.line}>
            <span className={css.at}>
              <DateTime iso={at} format="time" />
            </span>
            <span className={css.what}>
              {who} {words[act] ?? titleCase(act).toLowerCase()}
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
