import { useRef, useState } from "react";
import { request } from "../../../api/client";
import { STAFF_TEXT_RULES } from "../../../api/staffRules.gen";
import { Dialog } from "../../../components/Dialog";
import { RadioGroup } from "../../../components/Choice";
import { formatCents } from "../../../components/Money";
import { statusLabel } from "../../../components/statusLabel";
import { projectAddress, useFiledNote, type ProjectRecord, type StatusSet } from "../api";
import { statusWord } from "../labels/money";
import { UndoOffer, type Offer } from "../Undo";
import { ActButton, refusalOf } from "./acts";
import { ReasonForm } from "./ReasonDialog";
import * as css from "./StatusAct.module.css";

/** Sets another status with a reason, says before which letter follows, and lets it be undone for some seconds. */
export function StatusAct({ record }: { record: ProjectRecord }) {
  const [open, setOpen] = useState(false);
  // As the reason that is typed for it, it outlasts a dialog that is closed.
  const [chosen, setChosen] = useState("");
  const [offer, setOffer] = useState<Offer | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const close = () => setOpen(false);
  return (
    <div ref={place} className={css.status}>
      <ActButton label="Change status" hotkey="s" about={record.reference} refusal={refusalOf(record, "set_status")} onClick={() => setOpen(true)} />
      <UndoOffer className={css.undo} offer={offer} onOffer={setOffer} backTo={() => place.current?.querySelector<HTMLElement>("[data-key='s']") ?? null} />
      <Dialog open={open} onClose={close} title={`Change the status of ${record.reference}`} stays>
        <Choose record={record} wanted={chosen} onChoose={setChosen} onOffer={setOffer} onClose={close} />
      </Dialog>
    </div>
  );
}

type Choice = { record: ProjectRecord; wanted: string; onChoose: (status: string) => void; onOffer: (offer: Offer) => void; onClose: () => void };

function Choose({ record, wanted, onChoose, onOffer, onClose }: Choice) {
  const possible = record.statuses.filter(({ refusal }) => !refusal);
  const chosen = possible.find(({ status }) => status === wanted)?.status ?? "";
  const filed = useFiledNote();
  // As the record's head calls it.
  const present = statusWord(record.status, record.moneyState, record.isAsked).label ?? statusLabel(record.status);
  const [opened] = useState({ status: record.status, label: present });
  // What the choice began from; after a clash, what somebody else has made of it.
  const [seen, setSeen] = useState(record.status);
  const { letter, warning, label = "" } = possible.find(({ status }) => status === chosen) ?? {};
  const url = `${projectAddress(record.projectId)}/status`;
  // Of what is closed nothing is asked for; of a part that came, the rest is once it goes on.
  const owedAgain = record.status === "cancelled" && record.moneyState === "part_paid" ? record.money.prospect.owedCents : 0;

  function said({ changeId }: StatusSet) {
    const is = `${record.reference} is ${label}.`;
    if (changeId === null) return onOffer({ about: "", said: letter ? `${is} The letter to the client is in the outbox.${filed}` : is });
    const undone = `Undone: ${record.reference} is ${present} again.${letter ? " The letter was taken out of the outbox." : ""}`;
    const goes = filed ? `The letter “${letter}” is in the outbox.${filed}` : `The letter “${letter}” goes to the client.`;
    onOffer({
      about: `${record.reference} is ${label}`,
      said: is,
      way: {
        url: `${url}/undo`,
        sent: { changeId },
        undone,
        meanwhile: letter ? "The letter to the client waits in the outbox until then." : "",
        stands: `${record.reference} is ${label}, and that stands. ${letter ? goes : "No letter is written."}`,
      },
    });
  }

  return (
    <ReasonForm
      url={url}
      rule={STAFF_TEXT_RULES.reason}
      name="reason"
      label="Reason, for staff only"
      confirmLabel={chosen ? `Set to ${label}` : "Set the status"}
      lacks={chosen ? "" : "Please choose a status."}
      more={{ status: chosen, seen }}
      onChanged={async () => setSeen((await request<ProjectRecord>("GET", projectAddress(record.projectId))).status)}
      onDone={(answer) => said(answer as StatusSet)}
      onClose={onClose}
      below={record.statuses
        .filter(({ refusal }) => refusal)
        .map(({ status, label: named, refusal }) => (
          <Refused key={status} named={named} refusal={refusal} />
        ))}
    >
      <RadioGroup
        legend={record.status === opened.status ? `It is ${present} now` : `It was ${opened.label} when you opened this, and is ${present} now`}
        name="status"
        data-first
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
        options={possible.map(({ status, label: named }) => ({ value: status, label: named }))}
      />
      <p aria-live="polite">
        {record.moneyState === "refunded" && (chosen === "in_progress" || chosen === "completed") && (
          <>What was paid for it was refunded: it is {label} without that money, and the client reads of the work again. </>
        )}
        {warning && <>{warning} </>}
        {!chosen ? "Choose a status, and read here what follows." : letter ? <>The client gets the letter &ldquo;{letter}&rdquo;.</> : "No letter is written."} {!chosen ? "" : owedAgain > 0 && chosen !== "completed" ? `No money moves by this, but ${formatCents(owedAgain)} of its price is owed again, and its client is asked for it.` : "No money moves by this."}
        {!refusalOf(record, "cancel") && ` To cancel the project, close this and use Cancel under Consultation${record.time.standing === "held" || record.time.standing === "ahead" ? ": that frees its time too" : ""}.`}
      </p>
    </ReasonForm>
  );
}

/** What may not be set: why, in its first sentence, and the rest where somebody asks for it. */
function Refused({ named, refusal }: { named: string; refusal: string }) {
  const [first = "", rest] = refusal.split(/(?<=[.!?]) (.*)/s);
  if (!rest) return <p>{`Not ${named}: ${first}`}</p>;
  return (
    <details>
      <summary>{`Not ${named}: ${first}`}</summary>
      <p>{rest}</p>
    </details>
  );
}
