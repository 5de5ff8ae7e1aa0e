import { useState, type ReactNode } from "react";
import { useSWRConfig } from "swr";
import * as z from "zod/mini";
import { ApiError, errorText } from "../../../api/client";
import { Dialog } from "../../../components/Dialog";
import { textOf, type TextRule } from "../../../components/ruleSchema";
import { TextArea, TextField } from "../../../components/TextField";
import { toast } from "../../../components/toast";
import { showServerErrors, useZodForm } from "../../../components/useZodForm";
import { isStaffData, usePost } from "../api";
import { DialogForm } from "../DialogForm";
import { useDraft, useKept } from "../useDraft";

type Act = {
  url: string;
  /** Whose rule the words follow, and what the server calls them. */
  rule: TextRule;
  name: string;
  label: string;
  confirmLabel: string;
  danger?: boolean;
  /** What is to be done before it can be sent; "" once it is. */
  lacks?: string;
  /** What is sent beside the words. */
  more?: Record<string, unknown>;
  /** What the toast says of the act that was done; none where the page says it. */
  done?: string;
  told?: string | undefined;
  /** Gets what the server answered. */
  onDone?: (answer: unknown) => void;
  /** It was refused: something is not as the page shows it any more. All that staff see is asked for anew as well. */
  onChanged?: () => Promise<void>;
  /** What is rarely read: below the words, so that nothing stands between them and what was chosen. */
  below?: ReactNode;
  /** What will follow. */
  children: ReactNode;
};

type Props = Act & { open: boolean; title: string; onClose: () => void };

/** Asks for words of staff, a reason or a text, and says before what will follow. */
export default function ReasonDialog({ open, title, onClose, ...act }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title={title} stays>
      <ReasonForm {...act} onClose={onClose} />
    </Dialog>
  );
}

/** The form inside. */
export function ReasonForm({ url, rule, name, label, confirmLabel, danger = false, lacks = "", more, done, told, onDone, onChanged, below, children, onClose }: Act & { onClose: () => void }) {
  const [schema] = useState(() => z.object({ [name]: textOf(rule) }));
  const draft = useDraft(`${url} ${name}`, { [name]: "" });
  const form = useZodForm(schema, draft.values);
  useKept(draft, form);
  const { errors, isSubmitting } = form.formState;
  const [problem, setProblem] = useState("");
  const post = usePost();
  const { mutate } = useSWRConfig();
  const Words = rule.lines ? TextArea : TextField;

  const save = form.handleSubmit(async (values) => {
    setProblem(lacks);
    if (lacks) return;
    let answer: unknown;
    try {
      const body = { ...values, ...more };
      answer = await post<unknown>(url, body, draft.keyOf(body));
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await Promise.all([onChanged?.(), mutate(isStaffData)]).catch(() => undefined);
      if (!showServerErrors(form, error)) setProblem(errorText(error, "The server does not answer. Nothing has changed; please try again."));
      return;
    }
    draft.forget();
    onClose();
    onDone?.(answer);
    if (done) toast({ title: done, ...(told ? { body: told } : {}) });
    await mutate(isStaffData);
  });

  return (
    <DialogForm act={confirmLabel} danger={danger} busy={isSubmitting} onSubmit={save} problem={problem} onBack={onClose}>
      {children}
      <Words label={label} optional={rule.least === 0} autoComplete="off" error={errors[name]?.message} {...form.register(name)} />
      {below}
    </DialogForm>
  );
}
