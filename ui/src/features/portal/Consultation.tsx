import { Suspense, useState } from "react";
import { errorText, request } from "../../api/client";
import { CONSULTATION_POLICY } from "../../api/rules.gen";
import { chooseWay, offeredWays, type Way } from "../../api/meetings";
import type { ChosenSlot } from "../../api/slots";
import { AppLink } from "../../components/AppLink";
import { AddToCalendar } from "../../components/AddToCalendar";
import { Button } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { ConfirmDialog, Dialog } from "../../components/Dialog";
import { useHeir } from "../../components/focus";
import { MeetingChoice } from "../../components/MeetingChoice";
import { MeetingText } from "../../components/MeetingText";
import { formatTime } from "../../components/time";
import { Said } from "../../components/Said";
import { toast } from "../../components/toast";
import { lazily } from "../../lazily";
import { useSite } from "../../site/SiteContext";
import { projectPage } from "../../paths";
import { appointmentAddress, useRefresh, type Appointment } from "./api";
import * as css from "./Consultation.module.css";
import { CancelDialog, GiveBackDialog, notReached, type DialogProps } from "./ConsultationEnds";

const ChooseTime = lazily(() => import("../../components/ChooseTime"));

/** Of a time whose payment went back: it is nobody else's yet. */
export function InQuestion() {
  return <p>Its payment was refunded, so it is not confirmed any more. The time is still kept: please call us if you want to keep it.</p>;
}

/** Staff noted that the client did not come. */
export function Missed() {
  return <p>It did not take place. Please call us or write to us.</p>;
}

type ActsProps = {
  appointment: Appointment;
  /** The heading that has the focus once it is given back or cancelled, and this is gone. */
  heir: string;
};

/** What a client does with a confirmed consultation that is ahead: add it to a calendar, move it, give its time back, cancel it. */
export function ConsultationActs({ appointment, heir }: ActsProps) {
  useHeir(heir);
  const { date, reference, serviceTitle, takesPlace, calendarUrl, meeting, moveRefusal, cancelRefusal, wayRefusal } = appointment;
  const [open, setOpen] = useState<"move" | "giveBack" | "cancel" | "way" | null>(null);
  const ways = offeredWays(useSite());
  const choosable = takesPlace && ways.some((way) => way !== meeting.way);
  const wayRefused = choosable ? wayRefusal : null;
  const close = () => setOpen(null);
  const refusals = [...new Set([moveRefusal, wayRefused, cancelRefusal])].filter(Boolean);
  return (
    <div className={css.acts}>
      {takesPlace && (
        <>
          <p className={css.meeting}>
            <MeetingText meeting={meeting} />
          </p>
          <AddToCalendar start={date} calendarUrl={calendarUrl ?? null} service={serviceTitle} reference={reference} meeting={meeting} />
        </>
      )}
      {(!moveRefusal || !cancelRefusal || (choosable && !wayRefusal)) && (
        <p className={css.buttons}>
          {!moveRefusal && (
            <Button variant="secondary" aria-label={`Move (${reference})`} onClick={() => setOpen("move")}>
              Move
            </Button>
          )}
          {choosable && !wayRefusal && (
            <Button variant="secondary" aria-label={`Meet another way (${reference})`} onClick={() => setOpen("way")}>
              Meet another way
            </Button>
          )}
          {!cancelRefusal && (
            <Button variant="secondary" aria-label={`Cancel the consultation (${reference})`} onClick={() => setOpen("cancel")}>
              Cancel the consultation
            </Button>
          )}
        </p>
      )}
      {refusals.map((refusal) => (
        <p key={refusal} className={css.refusal} data-toasts="off">
          <Said text={refusal ?? ""} />
        </p>
      ))}
      {refusals.length > 0 && (
        <p className={css.refusal}>
          Or <AppLink to={`${projectPage(appointment.id)}#messages`}>write to us</AppLink>: we see to it and answer there.
        </p>
      )}
      <MoveDialog appointment={appointment} open={open === "move"} onClose={close} onGiveBack={() => setOpen("giveBack")} />
      {open === "giveBack" && <GiveBackDialog appointment={appointment} open onClose={close} />}
      {open === "way" && <WayDialog appointment={appointment} open onClose={close} />}
      <CancelDialog
        appointment={appointment}
        open={open === "cancel"}
        onClose={close}
        onMove={() => setOpen("move")}
        onGiveBack={() => setOpen("giveBack")}
      />
    </div>
  );
}

function MoveDialog({ appointment, open, onClose, onGiveBack }: DialogProps & { onGiveBack: () => void }) {
  const refresh = useRefresh();

  async function move(slot: ChosenSlot) {
    await request("POST", `${appointmentAddress(appointment.id)}/move`, { slotId: slot.id, date: appointment.date });
    onClose();
    toast({ title: "Your consultation is moved", body: formatTime(slot.date, "full") });
    await refresh();
  }

  return (
    <Dialog open={open} onClose={onClose} title="Move your consultation" placement="side" stays>
      <p>
        It is on{" "}
        <strong>
          <DateTime iso={appointment.date} format="full" />
        </strong>
        . {CONSULTATION_POLICY.move} The time you have now stays yours until you confirm another one.
      </p>
      <p className={css.meeting}>
        <MeetingText meeting={appointment.meeting} />
      </p>
      <Suspense>
        <ChooseTime confirmLabel="Move to this time: your one move online" onKeep={move} />
      </Suspense>
      {!appointment.giveBackRefusal && (
        <div className={css.instead}>
          <p>None of these suits? Give your time back now, and choose another one later.</p>
          <Button variant="secondary" onClick={onGiveBack}>
            Give the time back
          </Button>
        </div>
      )}
    </Dialog>
  );
}

function WayDialog({ appointment, open, onClose }: DialogProps) {
  const site = useSite();
  const ways = offeredWays(site);
  const { id, meeting } = appointment;
  const [way, setWay] = useState<Way>(ways.find((each) => each !== meeting.way) ?? meeting.way);
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();

  async function change() {
    setBusy(true);
    try {
      await chooseWay(id, way);
      onClose();
      toast({ title: "How we meet is changed", body: "We have sent you an email about it." });
    } catch (error) {
      toast({ title: "Nothing has changed", body: errorText(error, notReached), variant: "destructive" });
    }
    setBusy(false);
    await refresh();
  }

  return (
    <ConfirmDialog
      open={open}
      title="Meet another way?"
      confirmLabel="Meet this way"
      cancelLabel="Keep it"
      busy={busy}
      onConfirm={() => void change()}
      onCancel={onClose}
    >
      <p>Your consultation is {meeting.label.toLowerCase()} at present. Its time stays as it is.</p>
      <MeetingChoice way={way} onChange={setWay} />
    </ConfirmDialog>
  );
}
