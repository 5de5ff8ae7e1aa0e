import { useState } from "react";
import { useSWRConfig } from "swr";
import { ApiError, errorText } from "../../../api/client";
import { AVAILABILITY_BOUNDS } from "../../../api/staffRules.gen";
import { Button } from "../../../components/Button";
import { Checkbox } from "../../../components/Choice";
import { Problem } from "../../../components/Problem";
import { TextField } from "../../../components/TextField";
import { toast } from "../../../components/toast";
import { isStaffData, usePost } from "../api";
import { DialogForm } from "../DialogForm";
import { rulesKey, type Consequences, type Rules } from "./calendar";
import { ConsequencesText } from "./ConsequencesText";
import { weekdays } from "./days";
import * as css from "./forms.module.css";
import { HoursOfDay } from "./HoursOfDay";
import { RulesText } from "./RulesText";

const numbers = [
  { name: "minutes", label: "Length, minutes" },
  { name: "bufferMinutes", label: "Break after each, minutes" },
  { name: "noticeHours", label: "Shortest notice, hours" },
  { name: "horizonWeeks", label: "Booked ahead, weeks" },
] as const;

type Props = { rules: Rules; reload: () => Promise<Rules | undefined>; onClose: () => void };

/** The form of the rules. Nothing typed is lost when somebody else has changed them meanwhile: both stand side by side. */
export function RulesForm({ rules, reload, onClose }: Props) {
  const [draft, setDraft] = useState(rules);
  const [plan, setPlan] = useState<Consequences | null>(null);
  const [theirs, setTheirs] = useState<Rules | null>(null);
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const post = usePost();
  const { mutate } = useSWRConfig();

  function change(changes: Partial<Rules>) {
    setDraft({ ...draft, ...changes });
    setPlan(null);
  }

  async function send(saves: boolean) {
    setBusy(true);
    setProblem("");
    setWrong({});
    try {
      const told = await post<Consequences>(rulesKey, { ...draft, saves }, undefined, "PUT");
      if (saves) {
        onClose();
        toast({ title: "The consultation hours are saved", body: "Times, letters and calendar entries follow them from now on, the public pages within a minute." });
        await mutate((key) => isStaffData(key));
      } else setPlan(told);
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) setWrong(error.body.fields);
      if (error instanceof ApiError && error.status === 409) setTheirs((await reload()) ?? null);
      setProblem(errorText(error, "The server does not answer. Nothing was saved; please try again."));
      setPlan(null);
    }
    setBusy(false);
  }

  return (
    <DialogForm act={plan ? "Save these hours" : "Show what changes"} busy={busy} onSubmit={() => send(plan !== null)} onBack={onClose}>
      <p>Sydney time. Times that clients hold or have booked never change by these rules.</p>
      <div>
        {weekdays.map((name, weekday) => (
          <HoursOfDay
            key={name}
            name={name}
            hours={draft.hours.filter((each) => each.weekday === weekday)}
            wrong={wrong[`weekdays.${weekday}`] ?? ""}
            onChange={(ranges) =>
              change({ hours: [...draft.hours.filter((each) => each.weekday !== weekday), ...ranges.map((range) => ({ ...range, weekday }))] })
            }
          />
        ))}
      </div>
      <div className={css.numbers}>
        {numbers.map(({ name, label }) => (
          <TextField
            key={name}
            label={label}
            type="number"
            inputMode="numeric"
            min={AVAILABILITY_BOUNDS[name][0]}
            max={AVAILABILITY_BOUNDS[name][1]}
            value={Number.isNaN(draft[name]) ? "" : draft[name]}
            error={wrong[name]}
            onChange={(event) => change({ [name]: event.target.valueAsNumber })}
          />
        ))}
      </div>
      <Checkbox checked={draft.onHolidays} onChange={(event) => change({ onHolidays: event.target.checked })}>
        Consultations on public holidays of New South Wales, too
      </Checkbox>
      <Problem>{problem}</Problem>
      {theirs && theirs.version !== draft.version && (
        <div className={css.both}>
          <RulesText title={`In force, by ${theirs.changedBy || "somebody"}`} rules={theirs} />
          <RulesText title="Yours" rules={draft} />
          <Button variant="secondary" onClick={() => change({ version: theirs.version })}>
            Go on with mine
          </Button>
          <Button
            variant="secondary"
            onClick={() => {
              setDraft(theirs);
              setPlan(null);
              setProblem("");
            }}
          >
            Take theirs
          </Button>
        </div>
      )}
      {plan && <ConsequencesText of={plan} />}
    </DialogForm>
  );
}
