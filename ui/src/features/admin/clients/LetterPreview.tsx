import { DialogForm } from "../DialogForm";
import * as css from "./LetterPreview.module.css";

type Props = {
  to: string;
  subject: string;
  text: string;
  busy: boolean;
  problem: string;
  send: () => Promise<void>;
  onBack: () => void;
};

/** A letter exactly as it will be sent, and the act that sends it. */
export function LetterPreview({ to, subject, text, busy, problem, send, onBack }: Props) {
  return (
    <DialogForm act="Send this letter" busy={busy} onSubmit={send} problem={problem} back="Change it" onBack={onBack}>
      <dl className={css.head}>
        <dt>To</dt>
        <dd>{to}</dd>
        <dt>Subject</dt>
        <dd>{subject}</dd>
      </dl>
      <pre className={css.letter} tabIndex={0} aria-label="The letter as it will be sent">
        {text}
      </pre>
      <p>It goes out as this text and as a formatted page with the same words. Once sent it cannot be called back.</p>
    </DialogForm>
  );
}
