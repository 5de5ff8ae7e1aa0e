import { useState } from "react";
import { useSWRConfig } from "swr";
import * as z from "zod/mini";
import { ApiError, errorText } from "../../../api/client";
import type { components } from "../../../api/schema.gen";
import { STAFF_TEXT_RULES as rules } from "../../../api/staffRules.gen";
import { Dialog } from "../../../components/Dialog";
import { textOf } from "../../../components/ruleSchema";
import { TextArea, TextField } from "../../../components/TextField";
import { toast } from "../../../components/toast";
import { useBackCloses } from "../../../components/useBackCloses";
import { refill, showServerErrors, useZodForm } from "../../../components/useZodForm";
import { clientAddress, isStaffData, useFiledNote, usePost } from "../api";
import { DialogForm } from "../DialogForm";
import { singleLineOf } from "../singleLine";
import { useDraft, useKept } from "../useDraft";
import { LetterPreview } from "./LetterPreview";
import { LetterTemplates, type Words } from "./LetterTemplates";

type Preview = components["schemas"]["PreviewOut"];
type Props = { client: { id: number; name: string; email: string }; onClose: () => void };

const unreached = "The server does not answer. Nothing was sent, and what you typed is still here; please try again.";

/** A letter to a client, from a template or not: what will be sent is shown exactly before it is. */
export default function LetterDialog({ client, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={`Letter to ${client.name || client.email}`} placement="side" stays>
      <LetterForm client={client} onClose={onClose} />
    </Dialog>
  );
}

function LetterForm({ client, onClose }: Props) {
  const [schema] = useState(() => z.object({ subject: singleLineOf(rules.letterSubject), text: textOf(rules.letterText) }));
  const url = `${clientAddress(client.id)}/letters`;
  const draft = useDraft<Words>(url, { subject: "", text: "" });
  const form = useZodForm<Words>(schema, draft.values);
  useKept(draft, form);
  const [preview, setPreview] = useState<(Preview & { words: Words }) | null>(null);
  useBackCloses(preview !== null, () => setPreview(null));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const post = usePost();
  const { mutate } = useSWRConfig();
  const filed = useFiledNote();
  const { errors, isSubmitting } = form.formState;

  const look = form.handleSubmit(async (words) => {
    setProblem("");
    try {
      setPreview({ ...(await post<Preview>(`${url}/preview`, words)), words });
    } catch (error) {
      if (!showServerErrors(form, error)) setProblem(errorText(error, unreached));
    }
  });

  async function send({ words, seal, to }: Preview & { words: Words }) {
    setBusy(true);
    setProblem("");
    try {
      await post(url, { ...words, seal }, draft.keyOf(words));
      draft.forget();
      onClose();
      toast({ title: "The letter is in the outbox", body: `It is for ${to}.${filed}` });
      await mutate(isStaffData);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) setPreview(null);
      setProblem(errorText(error, unreached));
    }
    setBusy(false);
  }

  if (preview) return <LetterPreview {...preview} busy={busy} problem={problem} send={() => send(preview)} onBack={() => setPreview(null)} />;
  return (
    <DialogForm act="Show what will be sent" busy={isSubmitting} onSubmit={look} problem={problem} onBack={onClose}>
      <LetterTemplates words={() => form.getValues()} use={({ subject, text }) => refill(form, { subject, text })} />
      <TextField label="Subject" autoComplete="off" error={errors.subject?.message} {...form.register("subject")} />
      <TextArea
        label="Letter"
        rows={12}
        hint="A greeting and our name are added. {name}, {firm}, {phone} and {portal} are filled in."
        error={errors.text?.message}
        {...form.register("text")}
      />
    </DialogForm>
  );
}
