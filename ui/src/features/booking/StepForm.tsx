import { useState, type FormEvent, type ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { errorText } from "../../api/client";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { useHydrated } from "../../components/useHydrated";
import { showServerErrors } from "../../components/useZodForm";
import * as css from "./BookingWizard.module.css";

export const notSaved = "We could not reach the server. Your answers are kept here; please try again.";

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  name?: string;
  /** A press of NEXT STEP waits for it: what is still to be restored would undo what follows from the press. */
  ready?: Promise<void>;
  onNext: (values: Values) => Promise<void>;
  onPrevious?: () => void;
  children: ReactNode;
};

/** A step of questions: judged here first, then by the server, whose texts come under the same fields. */
export function StepForm<Values extends FieldValues>({
  form,
  name,
  ready,
  onNext,
  onPrevious,
  children,
}: Props<Values>) {
  const hydrated = useHydrated();
  const [problem, setProblem] = useState("");
  const [waiting, setWaiting] = useState(false);

  async function submit(values: Values) {
    setProblem("");
    try {
      await onNext(values);
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(errorText(error, notSaved));
    }
  }

  async function press(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const pressed = event.currentTarget;
    setWaiting(true);
    await ready;
    setWaiting(false);
    // Gone when a later step was restored.
    if (pressed.isConnected) await form.handleSubmit(submit)();
  }

  return (
    <form className={css.step} name={name} noValidate onSubmit={(event) => void press(event)}>
      {children}
      {problem && (
        <Notice tone="red" title="Not saved yet" role="alert">
          <p>{problem}</p>
        </Notice>
      )}
      <div className={css.actions}>
        {/* Before the scripts are there a native submit would put the answers into the address. */}
        <Button type={hydrated ? "submit" : "button"} busy={waiting || form.formState.isSubmitting}>
          NEXT STEP
        </Button>
        {onPrevious && (
          <Button variant="secondary" onClick={onPrevious}>
            PREVIOUS
          </Button>
        )}
      </div>
    </form>
  );
}
