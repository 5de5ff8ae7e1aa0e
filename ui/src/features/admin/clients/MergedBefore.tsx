import type { components } from "../../../api/schema.gen";
import { ConfirmDialog } from "../../../components/Dialog";
import { DateTime } from "../../../components/DateTime";
import { Notice } from "../../../components/Notice";
import { Act } from "../Act";
import { clientAddress, useStaffQuery } from "../api";
import { useAct } from "../record/acts";
import { counted } from "../record/openQuestions";
import * as css from "./MergeDialog.module.css";

type Merges = components["schemas"]["MergesOut"];
type Merge = Merges["items"][number];

/** What was merged into a client, with the way back while there is one. */
export function MergedBefore({ clientId }: { clientId: number }) {
  const { data, error } = useStaffQuery<Merges>(`${clientAddress(clientId)}/merges`);
  if (error && !data) return <p role="alert">What was merged into this client could not be loaded.</p>;
  if (!data || data.items.length === 0) return null;
  return (
    <section className={css.part} aria-label="Merged with">
      <h3>Merged with</h3>
      <ul className={css.found}>
        {data.items.map((merge) => (
          <One key={merge.id} clientId={clientId} merge={merge} />
        ))}
      </ul>
    </section>
  );
}

function One({ clientId, merge }: { clientId: number; merge: Merge }) {
  const name = merge.otherName || merge.otherEmail || "A record that was erased since";
  const { ask, dialog } = useAct(`${clientAddress(clientId)}/merges/${merge.id}/undo`, {
    done: "The two are apart again",
    body: `${name} has a record of their own again.`,
    failed: "The merge was not undone",
  });
  const { documents, messages } = merge;
  const given = [
    ...(documents > 0 ? [counted(documents, "document", "documents")] : []),
    ...(messages > 0 ? [counted(messages, "message", "messages")] : []),
  ].join(" and ");
  return (
    <li className={css.merged}>
      <p className={css.who}>
        <strong>{name}</strong>
        <span>{merge.otherEmail}</span>
        <span>
          <DateTime iso={merge.mergedAt} format="stamp" />, {merge.mergedBy}
        </span>
        {merge.undoneAt && (
          <span>
            Undone <DateTime iso={merge.undoneAt} format="stamp" />, {merge.undoneBy}
          </span>
        )}
        {!merge.undoneAt && merge.refusal && <span>{merge.refusal}</span>}
      </p>
      {!merge.refusal && (
        <Act aria-label={`Undo the merge with ${name}`} onClick={ask}>
          Undo the merge
        </Act>
      )}
      <ConfirmDialog {...dialog} title={`Undo the merge with ${name}?`} confirmLabel="Undo the merge">
        <p>
          Everything that moved and is still there goes back, with what came to its projects since. What else came stays here. {merge.otherEmail} can sign in again, if they could before. This is offered until{" "}
          <DateTime iso={merge.undoUntil} format="stamp" />.
        </p>
        {given && (
          <Notice tone="amber" title={`${name} will see ${given}`}>
            <p>
              Sent through the portal since the merge, by whoever signs in here.
              {documents > 0 && ` What is not ${name}'s of the documents, please delete first.`}
              {messages > 0 && ` Messages cannot be taken back: with our answers they go along, and ${name} reads them.`}
            </p>
          </Notice>
        )}
      </ConfirmDialog>
    </li>
  );
}
