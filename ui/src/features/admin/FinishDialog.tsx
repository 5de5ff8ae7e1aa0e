import { ATTENTION_TEXT_RULES } from "../../api/staffRules.gen";
import { attentionKey, type AttentionLine } from "./api";
import ReasonDialog from "./record/ReasonDialog";

type Props = {
  line: AttentionLine;
  label: string;
  /** The label and whose it is. */
  about: string;
  onClose: () => void;
};

/** Asks why a line that waits is done. */
export default function FinishDialog({ line: { kind, subject, reason, what }, label, about, onClose }: Props) {
  return (
    <ReasonDialog
      open
      title={`Done: ${label}?`}
      url={`${attentionKey}/done`}
      rule={ATTENTION_TEXT_RULES.why}
      name="why"
      label="Why is it done?"
      confirmLabel="Done"
      more={{ kind, subject, reason }}
      onClose={onClose}
    >
      <p>
        <strong>{about}</strong>: {what}
      </p>
      <p>It leaves this list for everyone on staff, and comes back if something new happens.</p>
    </ReasonDialog>
  );
}
