import { Suspense, useState } from "react";
import { MEETING_LABELS } from "../../../api/rules.gen";
import { CANCEL_TEXT_RULES } from "../../../api/staffRules.gen";
import { DateTime } from "../../../components/DateTime";
import { ConfirmDialog, Dialog } from "../../../components/Dialog";
import { Badge } from "../../../components/StatusBadge";
import { formatTime } from "../../../components/time";
import { lazily } from "../../../lazily";
import { projectAddress, type ProjectRecord } from "../api";
import { timeState } from "../labels/times";
import { useStaffAct } from "../useStaffAct";
import { Callable } from "../PhoneLink";
import { ActButton, refusalOf, useAct } from "./acts";
import { freedTime } from "./freedTime";
import { GiveTime } from "./GiveTime";
import { Acts, Fact, Facts, Part } from "./Part";
import { isClaim, isDisowned } from "./persons";
import ReasonDialog from "./ReasonDialog";

const Brief = lazily(() => import("./Brief"));

type Props = { record: ProjectRecord; wanted: boolean };

/** When and how the consultation is, and what staff agree about it by phone. */
export function ConsultationPart({ record, wanted }: Props) {
  const [open, setOpen] = useState<"time" | "cancel" | "brief" | null>(null);
  const { time, reference, client } = record;
  const state = timeState(record);
  const close = () => setOpen(null);
  const setTime = <ActButton label={time.start ? "Move" : "Set a time"} about={reference} refusal={refusalOf(record, "set_time")} onClick={() => setOpen("time")} />;
  return (
    <Part title="Consultation" gist={time.start ? formatTime(time.start, "stamp") : time.shared || state.label} wanted={wanted}>
      <Facts>
        <Fact name="When">
          {time.start ? <DateTime iso={time.start} format="full" /> : time.shared || "No time"} {!time.shared && <Badge tone={state.tone}>{state.label}</Badge>}
          {time.expiresAt && <p>Kept until {formatTime(time.expiresAt, "stamp")}</p>}
        </Fact>
        <Fact name="How">
          <Callable text={time.meeting} />
        </Fact>
        {time.movedByClientAt && (
          <Fact name={time.givenBack ? "Given back by the client" : "Moved by the client"}>
            <DateTime iso={time.movedByClientAt} format="stamp" />
          </Fact>
        )}
      </Facts>
      <Acts>
        {!time.shared && setTime}
        {!refusalOf(record, "choose_meeting") &&
          time.ways.filter((way) => way !== time.way).map((way) => <MeetAct key={way} record={record} way={way} />)}
        {(time.standing === "over" || time.standing === "missed") && <OutcomeActs record={record} />}
        <ActButton label="Brief" about={reference} onClick={() => setOpen("brief")} />
        {time.shared && setTime}
        {!refusalOf(record, "cancel") && <ActButton label="Cancel" about={reference} onClick={() => setOpen("cancel")} />}
      </Acts>
      <Dialog open={open === "time"} onClose={close} title={`${time.start ? "Move" : "Set a time"}: ${reference}, ${client.name}`} placement="side" stays>
        <GiveTime record={record} onClose={close} />
      </Dialog>
      <Suspense>{open === "brief" && <Brief projectId={record.projectId} onClose={close} />}</Suspense>
      <ReasonDialog
        open={open === "cancel"}
        title={`Cancel ${reference}?`}
        url={`${projectAddress(record.projectId)}/cancel`}
        rule={CANCEL_TEXT_RULES.reason}
        name="reason"
        more={{ seen: time.start }}
        label="Reason, as the client reads it"
        confirmLabel="Cancel the project"
        danger
        done={`${reference} is cancelled`}
        onClose={close}
      >
        <p>
          <strong>{reference}</strong> of <strong>{client.name}</strong> is cancelled{freedTime(time.start)}.{" "}
          {cancelLetter(record)} {keptMoney(record)} {record.onCancelling}
        </p>
      </ReasonDialog>
    </Part>
  );
}

/** What follows where it is noted that the client did not come. */
const notComeSaid =
  "The client reads in the portal that the consultation did not take place, and is asked to call or write to us. Status and money stay, and no letter is sent. It can be put right later.";

/** What became of a consultation that is over; it can be put right. */
function OutcomeActs({ record }: { record: ProjectRecord }) {
  const { act, busy } = useStaffAct();
  const { start, outcome } = record.time;
  const [asking, setAsking] = useState(false);
  const note = async (became: "held" | "no_show", done: string) => {
    if (!busy) await act(`${projectAddress(record.projectId)}/outcome`, { done, failed: "It was not noted" }, { start, outcome: became });
  };
  return (
    <>
      {outcome !== "held" && <ActButton label="It took place" about={record.reference} onClick={() => void note("held", "Noted: it took place")} />}
      {outcome !== "no_show" && <ActButton label="The client did not come" about={record.reference} onClick={() => setAsking(true)} />}
      <ConfirmDialog
        open={asking}
        busy={busy}
        title="The client did not come?"
        confirmLabel="The client did not come"
        onConfirm={() => void note("no_show", "Noted: the client did not come").then(() => setAsking(false))}
        onCancel={() => setAsking(false)}
      >
        <p>{notComeSaid}</p>
      </ConfirmDialog>
    </>
  );
}

function MeetAct({ record, way }: { record: ProjectRecord; way: ProjectRecord["time"]["way"] }) {
  const label = MEETING_LABELS[way];
  const { ask, dialog } = useAct(
    `${projectAddress(record.projectId)}/meeting`,
    { done: `${record.reference}: ${label.toLowerCase()}`, failed: "It was not changed" },
    { way },
  );
  const confirmed = record.time.standing === "ahead";
  return (
    <>
      <ActButton label={`Meet ${label.toLowerCase()}`} about={record.reference} onClick={ask} />
      <ConfirmDialog {...dialog} title={`Meet ${label.toLowerCase()}?`} confirmLabel={`Meet ${label.toLowerCase()}`}>
        <p>{confirmed && !isDisowned(record) ? "The client gets a letter with it for their calendar." : "No letter is written: no consultation is confirmed."}</p>
      </ConfirmDialog>
    </>
  );
}

function keptMoney({ money }: ProjectRecord): string {
  if (money.paidCents <= money.refundedCents) return "";
  return "Nothing is refunded by that: what was paid stays until you refund it, and an alert asks you about it.";
}

function cancelLetter(record: ProjectRecord): string {
  if (isDisowned(record)) return "No letter is sent: whoever reads its address said that it is not theirs.";
  const { time, orders } = record;
  const theirs = time.kind === "paid" || record.status === "scheduled" || orders.some(({ state }) => state !== "unpaid");
  if (theirs) return "The client gets a letter with your reason.";
  const promised = time.standing === "held" || orders.some(({ awaitedPaymentId, givenUp }) => awaitedPaymentId !== null && !givenUp);
  if (!promised) return "No letter is sent: no time is kept, and no transfer was asked for.";
  if (isClaim(record)) return "No letter is sent: it is not proved to be this client's.";
  return "The client gets a letter with your reason: that no time is held any more, and nothing is to be transferred.";
}
