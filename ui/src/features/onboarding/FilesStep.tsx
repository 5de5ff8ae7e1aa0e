import type { FormEvent } from "react";
import { FileDrop } from "../../components/FileDrop";
import type { Uploads } from "../../components/useUploads";
import { LostFiles, type Reminder } from "./LostFiles";
import * as css from "./OnboardingFlow.module.css";
import { StepActions } from "./StepActions";
import { WhyDocuments } from "./StepAside";

type Props = { uploads: Uploads; reminder: Reminder | null; onNext: () => void; onPrevious: () => void };

/** Step 3: files travel as soon as they are chosen, also while the visitor goes on. */
export function FilesStep({ uploads, reminder, onNext, onPrevious }: Props) {
  function submit(event: FormEvent) {
    event.preventDefault();
    onNext();
  }

  return (
    <div className={css.beside}>
      <form className={css.questions} noValidate onSubmit={submit}>
        <p>
          Plans, contracts, quotes, council letters: whatever helps us prepare. Uploading is optional; documents are sent with
          your details as soon as you add them.
        </p>
        {reminder && <LostFiles reminder={reminder} />}
        <FileDrop uploads={uploads} label="Drag your documents here" />
        <StepActions onPrevious={onPrevious} />
      </form>
      <WhyDocuments />
    </div>
  );
}
