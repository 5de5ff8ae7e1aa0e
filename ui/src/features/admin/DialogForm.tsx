import type { ReactNode } from "react";
import { Button } from "../../components/Button";
import { Problem } from "../../components/Problem";
import * as css from "./DialogForm.module.css";
import { useTyping } from "./typing";

type Props = {
  /** Says what the form is for, where no heading does. */
  name?: string;
  /** What the button does, in its own words. */
  act: ReactNode;
  /** The act takes something away. */
  danger?: boolean;
  busy: boolean;
  onSubmit: () => Promise<void>;
  /** Why it was refused, unless that is shown elsewhere in the form. */
  problem?: ReactNode;
  back?: string;
  /** Left out where the form is not all of its dialog. */
  onBack?: () => void;
  children: ReactNode;
};

/** A form in a dialog of staff: its fields, why it was refused, the act and the way back. */
export function DialogForm({ name, act, danger = false, busy, onSubmit, problem, back = "Back", onBack, children }: Props) {
  const { leave } = useTyping();
  return (
    <form
      className={css.form}
      noValidate
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
    >
      {children}
      <Problem>{problem}</Problem>
      <div className={css.acts}>
        <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy}>
          {act}
        </Button>
        {onBack && (
          <Button variant="secondary" onClick={() => leave(onBack)}>
            {back}
          </Button>
        )}
      </div>
    </form>
  );
}
