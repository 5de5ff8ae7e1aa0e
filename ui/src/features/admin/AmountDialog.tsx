import { useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { useWatch } from "react-hook-form";
import { useSWRConfig } from "swr";
import * as z from "zod/mini";
import { errorText, newKey } from "../../api/client";
import { REFUND_TEXT_RULES } from "../../api/staffRules.gen";
import { formatCents, plainText } from "../../components/Money";
import { textOf } from "../../components/ruleSchema";
import { TextField } from "../../components/TextField";
import { toast } from "../../components/toast";
import { refill, showServerErrors, useZodForm } from "../../components/useZodForm";
import { AskingDialog } from "./AskingDialog";
import * as css from "./AmountDialog.module.css";
import { amountOf, isFarFrom, parseAmount } from "./amounts";
import { isStaffData, useFiledNote, usePost } from "./api";
import type { Consequence } from "./consequences";
import { DialogForm } from "./DialogForm";

type Act = {
  url: string;
  /** Which order of the project it is for, where the address does not say so. */
  number?: number;
  /** What had come for it, or was left of it, when the dialog was opened, in cents: another window may have acted since. */
  seen?: number;
  label: string;
  confirmLabel: string;
  /** What the field begins with, in cents. */
  start: number | null;
  /** For money that is given back: how much of it can be. A reason is asked for then. */
  left?: number;
  follows: (cents: number) => Consequence;
  /** What the toast says of the act that was done. */
  done: string;
  /** Whose money it is. */
  from: string;
  children: ReactNode;
};

type Props = Act & { title: string; onClose: () => void };

/** Asks how much, and says what will follow before it is pressed. */
export default function AmountDialog({ title, onClose, ...act }: Props) {
  return (
    <AskingDialog open onClose={onClose} title={title}>
      <AmountForm {...act} onClose={onClose} />
    </AskingDialog>
  );
}

function AmountForm({ url, number, seen, label, confirmLabel, start, left, follows, done, from, children, onClose }: Act & { onClose: () => void }) {
  const refund = left !== undefined;
  const [schema] = useState(() =>
    z.object({ amountCents: amountOf(left), reason: refund ? textOf(REFUND_TEXT_RULES.reason) : z.string() }),
  );
  // One name for as long as the dialog is open: pressed again after a lost answer, it is recorded once.
  const [key] = useState(newKey);
  const form = useZodForm(schema, { amountCents: start === null ? "" : plainText(start), reason: "" });
  const typed = useWatch({ control: form.control, name: "amountCents" });
  const { errors, isSubmitting } = form.formState;
  const [problem, setProblem] = useState("");
  const post = usePost();
  const { mutate } = useSWRConfig();
  const filed = useFiledNote();
  const { isDirty } = form.getFieldState("amountCents", form.formState);
  // What was typed stays when it turns out to be for something else.
  const suggest = useEffectEvent((cents: number | null) => {
    if (!isDirty) refill(form, { amountCents: cents === null ? "" : plainText(cents), reason: "" });
  });
  useEffect(() => suggest(start), [start]);
  const judged = schema.shape.amountCents.safeParse(typed).success ? parseAmount(typed) : null;

  // Another sum than was asked for may be a slip.
  const differs = !refund && judged !== null && start !== null && judged !== start;
  // One that is far from it is asked about once more, with both sums in words.
  const [sure, setSure] = useState<number | null>(null);
  const far = differs && isFarFrom(judged, start);
  const asksAgain = far && sure === judged;

  const save = form.handleSubmit(async ({ amountCents, reason }) => {
    const cents = parseAmount(amountCents) ?? 0;
    if (far && sure !== cents) {
      setSure(cents);
      return;
    }
    const { after } = follows(cents);
    setProblem("");
    try {
      await post(url, { amountCents: cents, ...(refund && { reason }), ...(number && { number }), ...(seen !== undefined && { seenCents: seen }) }, key);
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(errorText(error, "The server does not answer. Please try again."));
      void mutate(isStaffData);
      return;
    }
    onClose();
    toast({ title: done, body: `${formatCents(cents)} ${from}. ${after}${after.includes("outbox") ? filed : ""}` });
    await mutate(isStaffData);
  });

  return (
    <DialogForm act={asksAgain ? `Yes, ${formatCents(judged)} came` : differs ? `${confirmLabel}: ${formatCents(judged)}` : confirmLabel} busy={isSubmitting} onSubmit={save} problem={problem} back="Cancel" onBack={onClose}>
      {children}
      <TextField
        label={label}
        inputMode="decimal"
        autoComplete="off"
        error={errors.amountCents?.message}
        {...form.register("amountCents")}
      />
      {refund && <TextField label="Reason" autoComplete="off" error={errors.reason?.message} {...form.register("reason")} />}
      <p className={css.follows} aria-live="polite">
        {judged !== null &&
          `${follows(judged).before} ${refund ? "This cannot be taken back here." : "Marked by mistake, it can be taken back under Money in the project's record."}`}
      </p>
      <div role="alert">
        {asksAgain && (
          <p className={css.far}>
            Did {formatCents(judged)} really come? {formatCents(start)} is asked for, {judged > start ? "less than half of it" : "more than twice as much"}.
            Please compare the sum with the account once more.
          </p>
        )}
      </div>
    </DialogForm>
  );
}
