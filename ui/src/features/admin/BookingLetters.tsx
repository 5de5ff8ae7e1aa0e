import { useState } from "react";
import { useSWRConfig } from "swr";
import { errorText } from "../../api/client";
import { DateTime } from "../../components/DateTime";
import { ConfirmDialog } from "../../components/Dialog";
import { Badge } from "../../components/StatusBadge";
import { toast } from "../../components/toast";
import { dashboardKey, useFiledNote, usePost, type Letter } from "./api";
import * as css from "./BookingLetters.module.css";
import { letterKind, letterState } from "./labels";
import { Part } from "./Part";

type Props = { letters: readonly Letter[]; reload: () => void };

/** The letters that a booking caused: how each stands, what it says, and another try. */
export function BookingLetters({ letters, reload }: Props) {
  return (
    <Part title="Letters" count={letters.length}>
      {letters.length === 0 && <p>None yet.</p>}
      {letters.length > 0 && (
        <ul className={css.letters}>
          {letters.map((letter) => (
            <LetterRow key={letter.id} letter={letter} reload={reload} />
          ))}
        </ul>
      )}
    </Part>
  );
}

function LetterRow({ letter, reload }: { letter: Letter; reload: () => void }) {
  const post = usePost();
  const { mutate } = useSWRConfig();
  const filed = useFiledNote();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const state = letterState(letter.status);

  async function resend() {
    setBusy(true);
    try {
      await post(`/api/admin/letters/${letter.id}/resend`);
      toast({ title: "Back in the outbox", body: `${letterKind(letter.kind)} to ${letter.recipient}.${filed}` });
      reload();
      void mutate(dashboardKey);
    } catch (error) {
      toast({
        title: "The letter was not sent again",
        body: errorText(error, "The server does not answer. Please try again."),
        variant: "destructive",
      });
    }
    setBusy(false);
    setAsking(false);
  }

  return (
    <li className={css.letter}>
      <div className={css.head}>
        <p className={css.subject}>{letter.subject}</p>
        <Badge tone={state.tone}>{state.label}</Badge>
      </div>
      <p>
        {letterKind(letter.kind)} to {letter.recipient}, <DateTime iso={letter.sentAt ?? letter.createdAt} format="stamp" />
        {letter.attempts > 1 && `, ${letter.attempts} tries`}
      </p>
      {letter.lastError && <p className={css.error}>{letter.lastError}</p>}
      <div className={css.acts}>
        <details>
          <summary className={css.summary}>{letter.text === null ? "Why the text is hidden" : "Read the letter"}</summary>
          {letter.text === null ? (
            <p className={css.secret}>
              This letter carries a temporary password, which only its reader may see. Its text is never shown here.
              {letter.scrubbed && " The password is no longer kept: send the client a new sign-in instead."}
            </p>
          ) : (
            <pre className={css.text} tabIndex={0} aria-label={`Text of: ${letter.subject}`}>
              {letter.text}
            </pre>
          )}
        </details>
        {!letter.scrubbed && (
          <button type="button" className={css.resend} aria-label={`Send again: ${letter.subject}`} onClick={() => setAsking(true)}>
            Send again
          </button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title="Send this letter again?"
        confirmLabel="Send again"
        busy={busy}
        onConfirm={() => void resend()}
        onCancel={() => setAsking(false)}
      >
        <p>
          &ldquo;{letter.subject}&rdquo; goes to {letter.recipient} once more.{filed}
        </p>
      </ConfirmDialog>
    </li>
  );
}
