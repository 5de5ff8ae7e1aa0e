import { useState } from "react";
import { errorText } from "../../../api/client";
import { Checkbox } from "../../../components/Choice";
import { toast } from "../../../components/toast";
import { usePost } from "../api";
import { DialogForm } from "../DialogForm";
import { ownAddressKey, type AddressMade, type Choice } from "./phoneCalendar";
import * as css from "./PhoneCalendar.module.css";

type Props = {
  kept: Choice;
  /** A new address is made; otherwise the one that there is shows something else from now on. */
  isMaking?: boolean;
  act: string;
  /** `address`: the new one, "" where none was made. */
  onDone: (address: string) => void;
};

/** What one's own calendar shows. */
export function PhoneCalendarForm({ kept, isMaking = false, act, onDone }: Props) {
  const [draft, setDraft] = useState<Choice>({ showsNames: kept.showsNames, showsBlocked: kept.showsBlocked });
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const post = usePost();

  async function send() {
    setBusy(true);
    setProblem("");
    try {
      if (isMaking) onDone((await post<AddressMade>(ownAddressKey, draft)).address);
      else {
        await post(ownAddressKey, draft, undefined, "PATCH");
        onDone("");
        toast({ title: "Saved", body: "Your calendar shows it the next time it looks." });
      }
    } catch (error) {
      const unchanged = isMaking ? "No address is shown" : "Your choice is not saved";
      setProblem(errorText(error, `The server does not answer. ${unchanged}; please try again.`));
    }
    setBusy(false);
  }

  return (
    <DialogForm name="What your calendar shows" act={act} busy={busy} onSubmit={send} problem={problem}>
      <div>
        <Checkbox checked={draft.showsNames} onChange={(event) => setDraft({ ...draft, showsNames: event.target.checked })}>
          Show clients&apos; names, phone numbers and how you meet
          <small className={css.hint}>
            Whoever runs your calendar, such as Apple, Google or Microsoft, then has them too. Otherwise an entry reads
            &ldquo;Consultation, HPM-12&rdquo; and links to its record here, behind your sign-in.
          </small>
        </Checkbox>
        <Checkbox checked={draft.showsBlocked} onChange={(event) => setDraft({ ...draft, showsBlocked: event.target.checked })}>
          Show closures and blocked times
          <small className={css.hint}>As &ldquo;No consultations&rdquo;, without the reason.</small>
        </Checkbox>
      </div>
    </DialogForm>
  );
}
