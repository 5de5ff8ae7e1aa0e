import { useState, type FormEvent } from "react";
import { errorText } from "../../api/client";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/Dialog";
import { FileDrop } from "../../components/FileDrop";
import { Notice } from "../../components/Notice";
import type { Uploads } from "../../components/useUploads";
import * as css from "./BookingWizard.module.css";
import { notSaved } from "./StepForm";

type Props = {
  uploads: Uploads;
  /** What the chosen service begins with. */
  needs: readonly string[];
  onNext: () => Promise<void>;
  onPrevious: () => void;
};

/** Step 3: files travel as soon as they are chosen; going on without any is asked about. */
export default function DocumentsStep({ uploads, needs, onNext, onPrevious }: Props) {
  const [asking, setAsking] = useState(false);
  const [waitFor, setWaitFor] = useState(false);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState("");

  const hasSome = uploads.items.some((item) => item.state === "stored");
  const failed = uploads.items.filter((item) => item.state === "failed");
  // What was chosen and is not with us: going on leaves it behind.
  const left = [...uploads.refusals, ...failed.map((item) => item.message.includes(item.name) ? item.message : `${item.name}: ${item.message}`)];
  const hasMore = hasSome && left.length > 0;

  async function proceed() {
    setAsking(false);
    setSaving(true);
    setProblem("");
    try {
      await onNext();
    } catch (error) {
      setProblem(errorText(error, notSaved));
      setSaving(false);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setWaitFor(uploads.busy);
    if (uploads.busy) return;
    if (hasSome && left.length === 0) void proceed();
    else setAsking(true);
  }

  return (
    <form className={css.step} noValidate onSubmit={submit}>
      {needs.length > 0 ? (
        <div className={css.needs}>
          <p>For the service you chose, we begin with:</p>
          <ul>
            {needs.map((need) => (
              <li key={need}>{need}</li>
            ))}
          </ul>
          <p>Add what you have at hand, and anything else that helps. All of it is optional now: the client portal lists it, and takes it later.</p>
        </div>
      ) : (
        <p>
          Plans, contracts, quotes, council letters: whatever helps us understand your project. Uploading is optional, and you can
          add more later in the client portal.
        </p>
      )}
      <FileDrop uploads={uploads} label="Drag your documents here" />
      {waitFor && uploads.busy && (
        <Notice tone="amber" title="Your documents are still uploading" role="alert">
          <p>Please wait until they have arrived, or cancel the ones that you do not need.</p>
        </Notice>
      )}
      {problem && (
        <Notice tone="red" title="Not saved yet" role="alert">
          <p>{problem}</p>
        </Notice>
      )}
      <div className={css.actions}>
        <Button type="submit" busy={saving}>
          PROCEED TO PAYMENT
        </Button>
        <Button variant="secondary" onClick={onPrevious}>
          PREVIOUS
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={hasMore ? "Proceed without the files that were not uploaded?" : "Are you sure you want to proceed without uploading any documents?"}
        confirmLabel={hasMore ? "Proceed without these files" : "Proceed without documents"}
        cancelLabel={hasMore ? "Back to the files" : "Add documents"}
        onConfirm={() => void proceed()}
        onCancel={() => setAsking(false)}
      >
        {left.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {!hasMore && <p>With your plans or contract in hand beforehand, we can use the consultation for advice instead of questions.</p>}
      </ConfirmDialog>
    </form>
  );
}
