import { useState } from "react";
import { useSWRConfig } from "swr";
import { errorText } from "../../../api/client";
import type { components } from "../../../api/schema.gen";
import { STAFF_TEXT_RULES as rules } from "../../../api/staffRules.gen";
import { Button } from "../../../components/Button";
import { problem, tidy } from "../../../components/ruleSchema";
import { Select } from "../../../components/Select";
import { TextField } from "../../../components/TextField";
import { toast } from "../../../components/toast";
import { usePost, useStaffQuery } from "../api";
import * as form from "../DialogForm.module.css";
import { isSingleLine } from "../singleLine";
import * as css from "./LetterTemplates.module.css";

const templatesKey = "/api/admin/letter-templates";

type Template = components["schemas"]["TemplateOut"];
export type Words = { subject: string; text: string };
type Props = { words: () => Words; use: (template: Template) => void };

/** The templates: take one, keep what is typed as one, change or delete one. */
export function LetterTemplates({ words, use }: Props) {
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
    // What the server refuses is not folded here on its way there.
    return { subject: isSingleLine(subject) ? tidy(subject, false) : subject, text: tidy(text, true) };
  }

  function keep() {
    const kept = tidy(name, false);
    const refused = problem(kept, rules.templateName);
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
        <div className={form.form}>
          <TextField label="Name of a new template" autoComplete="off" value={name} error={wrong} onChange={(event) => setName(event.target.value)} />
          <div className={form.acts}>
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
