import { useState } from "react";
import { errorText, request } from "../../api/client";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Select } from "../../components/Select";
import { toast } from "../../components/toast";
import { formatTime } from "../../components/time";
import { Fold, useOneColumn } from "../../components/Fold";
import { needsKey, useRefresh, type ClientDocument, type Need } from "./api";
import * as css from "./Checklist.module.css";
import { useUpload } from "./Uploading";

type Props = {
  needs: readonly Need[];
  /** The client's own in the same project that tick no line yet. */
  spare: readonly ClientDocument[];
  /** Those of them that came with no message. */
  unnamed: readonly ClientDocument[];
  /** Those that tick one. */
  ticking: readonly ClientDocument[];
};

/** How many files a sentence names. */
const named = 3;

/** "“Plans.pdf”, “Survey.pdf” and 2 others". */
function namesOf(files: readonly ClientDocument[]): string {
  const names = files.slice(0, files.length === named + 1 ? files.length : named).map(({ fileName }) => `“${fileName}”`);
  const others = files.length - names.length;
  return new Intl.ListFormat("en-AU").format(others > 0 ? [...names, `${others} others`] : names);
}

/** What the project's work begins with, line by line: what came, and what is still to come. */
export function Checklist({ needs, spare, unnamed, ticking }: Props) {
  const missing = needs.filter(({ state }) => state === "missing").length;
  // What is said of a line while the page is open can be taken back there: it stays in sight.
  const [begun] = useState(() => new Set(needs.filter(({ state }) => state === "missing").map(({ id }) => id)));
  const inSight = needs.filter(({ id, state }) => state === "missing" || begun.has(id));
  const done = needs.filter((need) => !inSight.includes(need));
  const oneColumn = useOneColumn();
  const folds = oneColumn && done.length > 0;
  return (
    <div className={css.checklist}>
      <p className={css.sum}>
        {missing === 0
          ? needs.some(({ state }) => state === "declined") ? "Nothing more is to come: the rest you do not have." : "We have everything we asked for."
          : `We need ${missing === 1 ? "1 document" : `${missing} documents`} from you.`}
        {missing > 0 && unnamed.length > 0 && ` You have sent ${namesOf(unnamed)}: if any of that is what we need, say so with “Already sent”, or add what is missing.`}
      </p>
      <Lines needs={folds ? inSight : needs} spare={spare} ticking={ticking} />
      {folds && (
        <Fold title={done.length === 1 ? "Nothing more to do: 1 document" : `Nothing more to do: ${done.length} documents`}>
          <Lines needs={done} spare={spare} ticking={ticking} />
        </Fold>
      )}
    </div>
  );
}

function Lines({ needs, spare, ticking }: Omit<Props, "unnamed">) {
  return (
    <ul>
      {needs.map((need) => (
        <Line key={need.id} need={need} spare={spare} files={ticking.filter(({ needId }) => needId === need.id)} />
      ))}
    </ul>
  );
}

const words: Record<Need["state"], string> = {
  missing: "Still to come",
  sent: "Received",
  declined: "You do not have it",
  withdrawn: "Not needed any more",
};

function Line({ need, spare, files }: Pick<Props, "spare"> & { need: Need; files: readonly ClientDocument[] }) {
  const open = useUpload();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  const [choosing, setChoosing] = useState(false);

  async function act(method: "POST" | "DELETE", what: "decline" | "document", body: object, told: string) {
    setBusy(true);
    try {
      await request(method, `${needsKey}/${need.id}/${what}`, body);
      toast({ title: told, body: need.title });
      setChoosing(false);
    } catch (error) {
      toast({ title: "Not saved", body: errorText(error, "Unable to connect to server. Please try again."), variant: "destructive" });
    }
    // What is refused was offered by a page that is old.
    await refresh();
    setBusy(false);
  }

  return (
    <li className={css.line} data-state={need.state}>
      <span className={css.mark} aria-hidden="true" />
      <div className={css.words}>
        <p className={css.title}>{need.title}</p>
        <p className={css.state}>
          {words[need.state]}
          {files.length > 0 && `: ${namesOf(files)}`}
        </p>
      </div>
      <div className={css.acts}>
        <Button
          variant={need.state === "missing" ? "secondary" : "quiet"}
          onClick={() => open({ projectId: need.projectId, need })}
          aria-label={need.state === "sent" ? `Add another file to ${need.title}` : `Add ${need.title}`}
        >
          {need.state === "sent" ? "Add another" : "Add"}
        </Button>
        {need.state === "declined" && (
          <Button
            variant="quiet"
            busy={busy}
            onClick={() => void act("DELETE", "decline", {}, "Still to come")}
            aria-label={`${need.title}: I have this after all`}
          >
            I have this after all
          </Button>
        )}
        {need.state === "missing" && (
          <>
            {spare.length > 0 && (
              <Button variant="secondary" onClick={() => setChoosing(true)} aria-label={`${need.title}: already sent`}>
                Already sent
              </Button>
            )}
            <Button
              variant="quiet"
              busy={busy}
              onClick={() => void act("POST", "decline", {}, "We know that you do not have it")}
              aria-label={`${need.title}: I do not have this`}
            >
              I do not have this
            </Button>
          </>
        )}
      </div>
      <Choose
        open={choosing}
        need={need}
        spare={spare}
        busy={busy}
        onChoose={(documentId) => void act("POST", "document", { documentId }, "Ticked")}
        onClose={() => setChoosing(false)}
      />
    </li>
  );
}

/** Its name, and where several have it, when it came. */
function labelOf({ fileName, uploadedAt }: ClientDocument, among: readonly ClientDocument[]): string {
  return among.filter((file) => file.fileName === fileName).length === 1 ? fileName : `${fileName}, sent on ${formatTime(uploadedAt, "stamp")}`;
}

type ChooseProps = Pick<Props, "spare"> & {
  open: boolean;
  need: Need;
  busy: boolean;
  onChoose: (documentId: number) => void;
  onClose: () => void;
};

function Choose({ open, need, spare, busy, onChoose, onClose }: ChooseProps) {
  const [chosen, setChosen] = useState<number>();
  const id = chosen ?? (spare.length === 1 ? spare[0]?.id : undefined);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={need.title}
      actions={
        <>
          <Button busy={busy} disabled={id === undefined} onClick={() => id !== undefined && onChoose(id)}>
            This is it
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Select
        label="Which of your documents is it?"
        value={id ?? ""}
        onChange={(event) => setChosen(Number(event.target.value))}
        options={[...(id === undefined ? [{ value: "", label: "Choose one" }] : []), ...spare.map((file) => ({ value: String(file.id), label: labelOf(file, spare) }))]}
      />
    </Dialog>
  );
}
