import { useState } from "react";
import { PROJECT_STATUSES } from "../../../api/rules.gen";
import { STAFF_TEXT_RULES } from "../../../api/staffRules.gen";
import { Dialog } from "../../../components/Dialog";
import { RadioGroup } from "../../../components/Choice";
import { projectAddress, useFiledNote, type ProjectRecord } from "../api";
import { ActButton, refusalOf } from "./acts";
import { ReasonForm } from "./ReasonDialog";

const labelOf = (status: string) => PROJECT_STATUSES.find(({ value }) => value === status)?.label ?? status;

/** Sets another status with a reason, and says before which letter follows. */
export function StatusAct({ record }: { record: ProjectRecord }) {
  const [open, setOpen] = useState(false);
  // As the reason that is typed for it, it outlasts a dialog that is closed.
  const [chosen, setChosen] = useState("");
  const close = () => setOpen(false);
  return (
    <>
      <ActButton label="Change status" hotkey="s" about={record.reference} refusal={refusalOf(record, "set_status")} onClick={() => setOpen(true)} />
      <Dialog open={open} onClose={close} title={`Change the status of ${record.reference}`} stays>
        <Choose record={record} wanted={chosen} onChoose={setChosen} onClose={close} />
      </Dialog>
    </>
  );
}

type Choice = { record: ProjectRecord; wanted: string; onChoose: (status: string) => void; onClose: () => void };

function Choose({ record, wanted, onChoose, onClose }: Choice) {
  const possible = record.statuses.filter(({ refusal }) => !refusal);
  const chosen = (possible.find(({ status }) => status === wanted) ?? possible[0])?.status ?? "";
  const filed = useFiledNote();
  const letter = possible.find(({ status }) => status === chosen)?.letter;
  return (
    <ReasonForm
      url={`${projectAddress(record.projectId)}/status`}
      rule={STAFF_TEXT_RULES.reason}
      name="reason"
      label="Reason, for staff only"
      confirmLabel={`Set to ${labelOf(chosen)}`}
      more={{ status: chosen }}
      done={`${record.reference} is ${labelOf(chosen)}`}
      told={letter ? `The letter to the client is in the outbox.${filed}` : undefined}
      onClose={onClose}
    >
      <RadioGroup
        legend={`It is ${labelOf(record.status)} now`}
        name="status"
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
        options={possible.map(({ status }) => ({ value: status, label: labelOf(status) }))}
      />
      {record.statuses
        .filter(({ refusal }) => refusal)
        .map(({ status, refusal }) => (
          <p key={status}>
            Not {labelOf(status)}: {refusal}
          </p>
        ))}
      <p aria-live="polite">
        {record.moneyState === "refunded" && (chosen === "in_progress" || chosen === "completed") && (
          <>What was paid for it was refunded: it is {labelOf(chosen)} without that money, and the client reads of the work again. </>
        )}
        {letter ? <>The client gets the letter &ldquo;{letter}&rdquo;.</> : "No letter is written."} No money moves by this. To cancel the project, use Cancel: that frees its
        time too.
      </p>
    </ReasonForm>
  );
}
