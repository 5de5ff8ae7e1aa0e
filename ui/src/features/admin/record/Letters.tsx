import { DateTime } from "../../../components/DateTime";
import { ConfirmDialog } from "../../../components/Dialog";
import { Badge } from "../../../components/StatusBadge";
import { Act } from "../Act";
import * as acts from "../Act.module.css";
import { useFiledNote, type Letter } from "../api";
import * as css from "./Letters.module.css";
import { letterKind, letterState } from "../labels/letters";
import { useAct } from "./acts";
import { Part } from "./Part";

/** Letters: how each stands, what it says, and another try. */
export function Letters({ letters, title = "Letters", folded = false }: { letters: readonly Letter[]; title?: string; folded?: boolean }) {
  const failed = letters.filter(({ status, attempts }) => status === "failed" && attempts > 0).length;
  return (
    <Part title={title} count={letters.length} folded={folded} gist={failed > 0 && `${failed} not delivered`}>
      {letters.length === 0 && <p>None yet.</p>}
      <LetterList letters={letters} />
    </Part>
  );
}

/** The letters alone. */
export function LetterList({ letters }: { letters: readonly Letter[] }) {
  if (letters.length === 0) return null;
  return (
    <ul className={css.letters}>
      {letters.map((letter) => (
        <LetterRow key={letter.id} letter={letter} />
      ))}
    </ul>
  );
}

function LetterRow({ letter }: { letter: Letter }) {
  const filed = useFiledNote();
  const state = letterState(letter.status, letter.attempts);
  const { ask, dialog } = useAct(`/api/admin/letters/${letter.id}/resend`, {
    done: "Back in the outbox",
    body: `${letterKind(letter.kind)} to ${letter.recipient}.${filed}`,
    failed: "The letter was not sent again",
  });

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
      {letter.outdated && <p className={css.outdated}>Outdated: {letter.outdated}</p>}
      {letter.lastError && <p className={css.error}>{letter.lastError}</p>}
      <div className={css.acts}>
        <details>
          <summary className={acts.act}>{letter.text === null ? "Why the text is hidden" : "Read the letter"}</summary>
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
          <Act aria-label={`Send again: ${letter.subject}`} onClick={ask}>
            Send again
          </Act>
        )}
      </div>
      <ConfirmDialog {...dialog} title={letter.outdated ? "Send this outdated letter again?" : "Send this letter again?"} confirmLabel={letter.outdated ? "Send it all the same" : "Send again"}>
        {letter.outdated && (
          <p>
            <strong>What it says does not hold any more.</strong> {letter.outdated}
          </p>
        )}
        <p>
          &ldquo;{letter.subject}&rdquo; goes to {letter.recipient} once more.{filed}
        </p>
      </ConfirmDialog>
    </li>
  );
}
