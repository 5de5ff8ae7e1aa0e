import { useLayoutEffect, useRef, useState, type FormEvent } from "react";
import { useSWRConfig } from "swr";
import { errorText } from "../../../api/client";
import { STAFF_TEXT_RULES } from "../../../api/staffRules.gen";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { problem, tidy } from "../../../components/ruleSchema";
import { TextArea } from "../../../components/TextField";
import { isStaffData, projectAddress, usePost, type ProjectRecord, type StaffNote } from "../api";
import { UndoOffer, type Offer } from "../Undo";
import { useDraft } from "../useDraft";
import { takeTypedAhead } from "../useRecordKeys";
import { refusalOf } from "./acts";
import * as acts from "./acts.module.css";
import * as answers from "./Answers.module.css";
import * as css from "./Letters.module.css";
import { Part } from "./Part";

const rule = STAFF_TEXT_RULES.note;

/** What staff note for themselves, newest first. */
export function Notes({ record, wanted }: { record: ProjectRecord; wanted: boolean }) {
  const refusal = refusalOf(record, "note");
  return (
    <Part title="Notes" count={record.notes.length} gist="Seen by staff only" wanted={wanted}>
      {refusal ? <p>{refusal}</p> : <Jot key={record.projectId} projectId={record.projectId} wanted={wanted} />}
      <ul className={record.notes.length > 0 ? css.letters : undefined}>
        {record.notes.map((note) => (
          <li key={note.id} className={css.letter}>
            <p className={answers.message}>{note.text}</p>
            <p>
              {note.author}, <DateTime iso={note.writtenAt} format="stamp" />
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Jot({ projectId, wanted }: { projectId: number; wanted: boolean }) {
  const url = `${projectAddress(projectId)}/notes`;
  const draft = useDraft(url, { text: "" });
  const [text, setText] = useState(() => draft.values.text + (wanted ? takeTypedAhead() : ""));
  const [wrong, setWrong] = useState("");
  const [busy, setBusy] = useState(false);
  const [offer, setOffer] = useState<Offer | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const post = usePost();
  const { mutate } = useSWRConfig();

  // What was typed ahead goes on at its end.
  useLayoutEffect(() => {
    const field = wanted ? form.current?.querySelector("textarea") : null;
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [wanted]);

  async function save(event: FormEvent) {
    event.preventDefault();
    const kept = tidy(text, rule.lines);
    const refused = problem(kept, rule);
    setWrong(refused ?? "");
    if (refused) return;
    setBusy(true);
    try {
      const body = { text: kept };
      const made = await post<StaffNote>(url, body, draft.keyOf(body));
      draft.forget();
      setText("");
      setOffer({ about: "the note", said: "The note is kept.", way: { url: `${url}/${made.id}`, method: "DELETE", undone: "Undone: the note is gone.", stands: "The note is kept, and that stands." } });
      await mutate(isStaffData);
    } catch (error) {
      setWrong(errorText(error, "The server does not answer. Your note is still here; please try again."));
    }
    setBusy(false);
  }

  return (
    <form ref={form} className={acts.form} onSubmit={(event) => void save(event)} noValidate>
      <TextArea
        label="Note for staff"
        hint="No client ever sees it."
        rows={2}
        data-key="n"
        autoFocus={wanted}
        value={text}
        error={wrong || undefined}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || busy) return;
          event.preventDefault();
          form.current?.requestSubmit();
        }}
        onChange={({ target }) => {
          setText(target.value);
          draft.keep({ text: target.value });
        }}
      />
      <Button type="submit" variant="secondary" busy={busy}>
        Keep this note
      </Button>
      <UndoOffer offer={offer} onOffer={setOffer} backTo={() => form.current?.querySelector("textarea") ?? null} />
    </form>
  );
}
