import { useState } from "react";
import { useSWRConfig } from "swr";
import * as z from "zod/mini";
import { ApiError, errorText } from "../../../api/client";
import type { components } from "../../../api/schema.gen";
import { STAFF_TEXT_RULES as rules } from "../../../api/staffRules.gen";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { Notice } from "../../../components/Notice";
import { problem as problemOf, textOf, tidy } from "../../../components/ruleSchema";
import { Select } from "../../../components/Select";
import { TextArea, TextField } from "../../../components/TextField";
import { toast } from "../../../components/toast";
import { useBackCloses } from "../../../components/useBackCloses";
import { showServerErrors, useZodForm } from "../../../components/useZodForm";
import { clientAddress, isStaffData, useFiledNote, usePost, useStaffQuery } from "../api";
import { useDraft, useKept } from "../useDraft";
import * as css from "./LetterDialog.module.css";

type Template = components["schemas"]["TemplateOut"];
type Preview = components["schemas"]["PreviewOut"];
type Words = { subject: string; text: string };
type Props = { client: { id: number; name: string; email: string }; onClose: () => void };

const templatesKey = "/api/admin/letter-templates";
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
  const [schema] = useState(() => z.object({ subject: textOf(rules.letterSubject), text: textOf(rules.letterText) }));
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

  if (preview) {
    return (
      <div className={css.form}>
        <dl className={css.head}>
          <dt>To</dt>
          <dd>{preview.to}</dd>
          <dt>Subject</dt>
          <dd>{preview.subject}</dd>
        </dl>
        <pre className={css.letter} tabIndex={0} aria-label="The letter as it will be sent">
          {preview.text}
        </pre>
        <p>It goes out as this text and as a formatted page with the same words. Once sent it cannot be called back.</p>
        <Problem text={problem} />
        <div className={css.acts}>
          <Button busy={busy} onClick={() => void send(preview)}>
            Send this letter
          </Button>
          <Button variant="secondary" onClick={() => setPreview(null)}>
            Change it
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form className={css.form} noValidate onSubmit={(event) => void look(event)}>
      <Templates words={() => form.getValues()} use={({ subject, text }) => form.reset({ subject, text })} />
      <TextField label="Subject" autoComplete="off" error={errors.subject?.message} {...form.register("subject")} />
      <TextArea
        label="Letter"
        rows={12}
        hint="A greeting and our name are added. {name}, {firm}, {phone} and {portal} are filled in."
        error={errors.text?.message}
        {...form.register("text")}
      />
      <Problem text={problem} />
      <div className={css.acts}>
        <Button type="submit" busy={isSubmitting}>
          Show what will be sent
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  );
}

function Problem({ text }: { text: string }) {
  return (
    text && (
      <Notice tone="red" role="alert">
        {text}
      </Notice>
    )
  );
}

type TemplatesProps = { words: () => Words; use: (template: Template) => void };

/** The templates: take one, keep what is typed as one, change or delete one. */
function Templates({ words, use }: TemplatesProps) {
  const { data } = useStaffQuery<Template[]>(templatesKey);
  const [chosen, setChosen] = useState<Template | null>(null);
  const [name, setName] = useState("");
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const post = usePost();
  const { mutate } = useSWRConfig();

  async function act(said: string, doIt: () => Promise<Template | null>) {
    setBusy(true);
    setWrong("");
    try {
      setChosen(await doIt());
      setName("");
      toast({ title: said });
    } catch (error) {
      setWrong(errorText(error, "The server does not answer. The template was not changed; please try again."));
    }
    await mutate(templatesKey);
    setBusy(false);
  }

  function typed(): Words {
    const { subject, text } = words();
    return { subject: tidy(subject, false), text: tidy(text, true) };
  }

  function keep() {
    const kept = tidy(name, false);
    const refused = problemOf(kept, rules.templateName);
    setWrong(refused ?? "");
    if (!refused) void act("The template is kept", () => post<Template>(templatesKey, { ...typed(), name: kept }));
  }

  return (
    <>
      <Select
        label="Template"
        placeholder="None"
        value={chosen ? String(chosen.id) : ""}
        options={(data ?? []).map((each) => ({ value: String(each.id), label: each.name }))}
        onChange={(event) => {
          const next = data?.find(({ id }) => String(id) === event.target.value) ?? null;
          setChosen(next);
          if (next) use(next);
        }}
      />
      <details className={css.keep}>
        <summary>Keep or change templates</summary>
        <div className={css.form}>
          <TextField label="Name of a new template" autoComplete="off" value={name} error={wrong} onChange={(event) => setName(event.target.value)} />
          <div className={css.acts}>
            <Button variant="secondary" busy={busy} onClick={keep}>
              Keep what is below as new
            </Button>
            {chosen && (
              <>
                <Button
                  variant="secondary"
                  busy={busy}
                  onClick={() => void act(`"${chosen.name}" is changed`, () => post<Template>(`${templatesKey}/${chosen.id}`, { ...typed(), version: chosen.version }, undefined, "PATCH"))}
                >
                  Change &ldquo;{chosen.name}&rdquo; to it
                </Button>
                <Button
                  variant="secondary"
                  busy={busy}
                  onClick={() =>
                    void act(`"${chosen.name}" is deleted`, async () => {
                      await post(`${templatesKey}/${chosen.id}`, undefined, undefined, "DELETE");
                      return null;
                    })
                  }
                >
                  Delete &ldquo;{chosen.name}&rdquo;
                </Button>
              </>
            )}
          </div>
        </div>
      </details>
    </>
  );
}
