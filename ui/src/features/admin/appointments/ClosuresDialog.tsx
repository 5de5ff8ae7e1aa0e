import { useState } from "react";
import { useSWRConfig } from "swr";
import { ApiError, errorText } from "../../../api/client";
import { Problem } from "../../../components/Problem";
import { Skeleton } from "../../../components/Skeleton";
import { TextField } from "../../../components/TextField";
import { toast } from "../../../components/toast";
import { AskingDialog } from "../AskingDialog";
import { Act } from "../Act";
import { isStaffData, usePost, useStaffQuery } from "../api";
import { DialogForm } from "../DialogForm";
import { LoadProblem } from "../LoadProblem";
import { useTyping } from "../typing";
import { clock, rulesKey, type Closure, type Consequences, type Rules } from "./calendar";
import { AskedChange } from "./AskedChange";
import { ConsequencesText } from "./ConsequencesText";
import { dayText, type Day } from "./days";
import * as css from "./forms.module.css";

/** What closes the calendar for a while: the list, and one more with what follows told first. */
export default function ClosuresDialog({ today, onClose }: { today: Day; onClose: () => void }) {
  const { data, error, mutate } = useStaffQuery<Rules>(rulesKey);
  const ahead = data?.closures.filter(({ ends }) => ends > today) ?? [];
  return (
    <AskingDialog open onClose={onClose} title="Closures" placement="side">
      {error ? (
        <LoadProblem what="The closures" error={error} retry={() => void mutate()} />
      ) : !data ? (
        <Skeleton shape="field" count={4} />
      ) : ahead.length === 0 ? (
        <p>No closure lies ahead. Public holidays are kept by the consultation hours.</p>
      ) : (
        <ul className={css.closures}>
          {ahead.map((closure) => (
            <li key={JSON.stringify(closure)} className={css.closure}>
              <span>
                <strong>{closure.reason}</strong>: {wallText(closure.starts)} to {wallText(closure.ends)}
              </span>
              <EndClosure closure={closure} />
            </li>
          ))}
        </ul>
      )}
      <NewClosure today={today} />
    </AskingDialog>
  );
}

/** "2026-12-24T12:00" as "24 December 2026, 12:00 pm". */
function wallText(wall: string): string {
  return `${dayText(wall.slice(0, 10), "date")}, ${clock(wall.slice(11))}`;
}

function EndClosure({ closure }: { closure: Closure }) {
  return (
    <AskedChange
      url="/api/admin/closures/end"
      body={closure}
      title={`End ${closure.reason}?`}
      confirmLabel="End it"
      done={{ title: "The closure is ended", body: "Its times can be booked again." }}
    >
      {(ask) => (
        <Act aria-label={`End ${closure.reason}`} onClick={ask}>
          End it
        </Act>
      )}
    </AskedChange>
  );
}

function NewClosure({ today }: { today: Day }) {
  const [draft, setDraft] = useState<Closure>({ starts: `${today}T00:00`, ends: `${today}T23:59`, reason: "" });
  const [plan, setPlan] = useState<Consequences | null>(null);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const { settle } = useTyping();
  const post = usePost();
  const { mutate } = useSWRConfig();

  function change(changes: Partial<Closure>) {
    setDraft({ ...draft, ...changes });
    setPlan(null);
  }

  async function send() {
    setBusy(true);
    setProblem("");
    setWrong({});
    try {
      const told = await post<Consequences>("/api/admin/closures", { ...draft, saves: plan !== null });
      if (plan) {
        toast({ title: "Closed", body: draft.reason });
        setDraft({ ...draft, reason: "" });
        setPlan(null);
        settle();
        await mutate(isStaffData);
      } else setPlan(told);
    } catch (error) {
      const fields = error instanceof ApiError ? error.body.fields : {};
      setWrong(fields);
      if (Object.keys(fields).length === 0) setProblem(errorText(error, "The server does not answer. Nothing was closed; please try again."));
    }
    setBusy(false);
  }

  return (
    <DialogForm act={plan ? "Close these days" : "Show what changes"} busy={busy} onSubmit={send}>
      <h3>Close for a while</h3>
      <div className={css.numbers}>
        <TextField label="From" type="datetime-local" value={draft.starts} error={wrong["starts"]} onChange={(event) => change({ starts: event.target.value })} />
        <TextField label="Until" type="datetime-local" value={draft.ends} error={wrong["ends"]} onChange={(event) => change({ ends: event.target.value })} />
      </div>
      <TextField
        label="Reason, for staff alone"
        autoComplete="off"
        value={draft.reason}
        error={wrong["reason"]}
        onChange={(event) => change({ reason: event.target.value })}
      />
      <Problem>{problem}</Problem>
      {plan && <ConsequencesText of={plan} />}
    </DialogForm>
  );
}
