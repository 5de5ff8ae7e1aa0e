import { ConfirmDialog } from "../../../components/Dialog";
import { Badge } from "../../../components/StatusBadge";
import { formatTime } from "../../../components/time";
import { Act } from "../Act";
import type { Ownership } from "../api";
import { useAct } from "./acts";
import * as css from "./Ownership.module.css";

/** Whose a project is, where staff have something to say about that. */
export function OwnershipNote({ ownership }: { ownership: Ownership }) {
  if (!ownership.provedBy) return <Unproved ownership={ownership} />;
  return ownership.mayBeTakenBack ? <Proved ownership={ownership} /> : null;
}

/** That the client or staff have said whose this is, and the act of staff who know better. */
function Proved({ ownership: { projectId, reference, email, provedBy } }: { ownership: Ownership }) {
  const { ask, dialog } = useAct(`/api/admin/projects/${projectId}/take-back-client`, {
    done: "Taken back",
    body: `${reference} is out of the portal of ${email}.`,
    failed: "It was not taken back",
  });
  return (
    <div className={css.note}>
      <p>{provedBy === "link" ? `Whoever reads ${email} said that it is theirs.` : `Staff confirmed that it is theirs: ${email}.`}</p>
      <Act aria-label={`Not theirs after all: ${reference}`} onClick={ask}>
        Not theirs after all
      </Act>
      <ConfirmDialog {...dialog} title="Not theirs after all?" confirmLabel="Take it back">
        <p>
          <strong>{reference}</strong>, its files and its time will no longer show in the client portal of <strong>{email}</strong>. The
          browser that sent it may change it again.
        </p>
      </ConfirmDialog>
    </div>
  );
}

/** That nobody has proved whose this is, and the act of staff who have made sure: asked about, since it shows files to a client. */
function Unproved({ ownership }: { ownership: Ownership }) {
  const { projectId, reference, name, email, clientName, disownedAt, hasSignIn } = ownership;
  const { ask, dialog } = useAct(`/api/admin/projects/${projectId}/confirm-client`, {
    done: "Confirmed",
    body: `${reference} belongs to the client of ${email} now.`,
    failed: "It was not confirmed",
  });

  return (
    <div className={css.note}>
      <Badge tone={disownedAt ? "red" : "amber"}>{disownedAt ? "Said not to be theirs" : "Not proved"}</Badge>
      <p>
        {disownedAt && `Said on ${formatTime(disownedAt, "date")}. `}
        {clientName ? `Typed as ${name}; the address is ${clientName}'s.` : "Nobody has proved that this address is theirs."} The
        portal does not show it.
      </p>
      <Act aria-label={`Confirm this is theirs: ${reference}`} onClick={ask}>
        Confirm this is theirs
      </Act>
      <ConfirmDialog {...dialog} title="Confirm this is theirs?" confirmLabel="Confirm">
        <p>
          <strong>{reference}</strong>, its files and its time will belong to the client of <strong>{email}</strong>.{" "}
          {hasSignIn
            ? "Their client portal shows them. "
            : "That client has no sign-in for the client portal yet, and confirming opens none. "}
          {clientName
            ? `The client's details stay as we keep them: ${clientName}.`
            : `The client's name and phone become what was typed here: ${name}.`}
        </p>
        <p>Make sure first, on a phone number that you know. It can be taken back here only as long as it is not paid.</p>
      </ConfirmDialog>
    </div>
  );
}
