import { Suspense, useState } from "react";
import { useSWRConfig } from "swr";
import { errorText } from "../../../api/client";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { Problem } from "../../../components/Problem";
import { formatTime } from "../../../components/time";
import { toast } from "../../../components/toast";
import { lazily } from "../../../lazily";
import { isStaffData, projectAddress, usePost } from "../api";
import * as form from "../DialogForm.module.css";
import { Callable } from "../PhoneLink";
import { RecordLink } from "../RecordLink";
import { AskedChange } from "./AskedChange";
import { BookFor } from "./BookFor";
import { stateWord, type Appointment } from "./calendar";
import * as css from "./forms.module.css";

const Brief = lazily(() => import("../record/Brief"));
const MoveDialog = lazily(() => import("../record/GiveTime"));

type Props = {
  time: Appointment;
  /** A new caller gets it. */
  onPhone: () => void;
  onClose: () => void;
};
/** Does one act about the time: closes, tells and loads anew, or says why not. */
export type Act = (url: string, body: object, done: string, method?: "POST" | "PATCH") => Promise<void>;

/** A time, and what can be done with it. */
export default function TimeDialog({ time, onPhone, onClose }: Props) {
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const post = usePost();
  const { mutate } = useSWRConfig();
  const { project, state } = time;

  const act: Act = async (url, body, done, method = "POST") => {
    setBusy(true);
    setProblem("");
    try {
      await post(url, body, undefined, method);
      onClose();
      toast({ title: done, body: formatTime(time.start, "full") });
    } catch (error) {
      setProblem(errorText(error, "The server does not answer. Nothing has changed; please try again."));
      setBusy(false);
    }
    await mutate(isStaffData);
  };

  return (
    <Dialog open onClose={onClose} title={`${stateWord(time)}: ${formatTime(time.start, "full")}`} stays>
      {project ? (
        <Theirs time={time} project={project} busy={busy} act={act} onClose={onClose} />
      ) : state === "free" ? (
        <>
          <p>
            {time.minutes} minutes. {time.bookable ? "Clients can book it now." : "Clients cannot book it: it is too near or too far. You can still give it."}
          </p>
          <div className={form.acts}>
            <Button onClick={onPhone}>New caller: phone booking</Button>
          </div>
          <BookFor time={time} busy={busy} act={act} />
          <p>Blocked, it can be neither booked nor given until it is offered again.</p>
          <AskedChange
            url={`/api/admin/times/${time.id}`}
            body={{ offered: false }}
            method="PATCH"
            title={`Block ${formatTime(time.start, "full")}?`}
            confirmLabel="Block this time"
            done={{ title: "The time is blocked", body: formatTime(time.start, "full") }}
            onDone={onClose}
          >
            {(ask, asking) => (
              <Button variant="secondary" busy={busy || asking} onClick={ask}>
                Block this time
              </Button>
            )}
          </AskedChange>
        </>
      ) : (
        <>
          <p>It was taken out of the calendar. Offered again, clients can book it as any other.</p>
          <Button busy={busy} onClick={() => void act(`/api/admin/times/${time.id}`, { offered: true, saves: true }, "The time is offered again", "PATCH")}>
            Offer it again
          </Button>
        </>
      )}
      <Problem>{problem}</Problem>
    </Dialog>
  );
}

type TheirsProps = { time: Appointment; project: NonNullable<Appointment["project"]>; busy: boolean; act: Act; onClose: () => void };

function Theirs({ time, project, busy, act, onClose }: TheirsProps) {
  const note = (outcome: "held" | "no_show") =>
    void act(`${projectAddress(project.id)}/outcome`, { start: time.start, outcome }, outcome === "held" ? "Noted: it took place" : "Noted: the client did not come");
  const [brief, setBrief] = useState(false);
  const [moving, setMoving] = useState(false);
  const hasBegun = new Date(time.start) <= new Date();
  return (
    <>
      <dl className={css.facts}>
        <dt>Client</dt>
        <dd>{project.name || "No name"}</dd>
        <dt>Project</dt>
        <dd>
          {project.reference}, {project.serviceTitle}
        </dd>
        <dt>How</dt>
        <dd>
          <Callable text={project.meeting} />, {time.minutes} minutes
        </dd>
        {time.expiresAt && (
          <>
            <dt>Held until</dt>
            <dd>{formatTime(time.expiresAt, "stamp")}, unless it is paid for</dd>
          </>
        )}
      </dl>
      {time.outside && <p>* The rules do not ask for this time any more: it stays theirs, and is not offered to others if it is given up.</p>}
      {time.state === "refunded" && !hasBegun && (
        <p>All that was paid for it was refunded. The time is still kept, without a reminder: please agree with the client whether it takes place.</p>
      )}
      {time.state !== "held" && hasBegun && (
        <>
          <p>
            {time.outcome ? "What was noted can be put right. " : "Did it take place? "}
            It is written into the project's history; its status and money stay, and no letter is sent. Where the client
            did not come, they read so in the portal and are asked to call or write to us.
          </p>
          <div className={form.acts}>
            {time.outcome !== "held" && (
              <Button variant="secondary" busy={busy} onClick={() => note("held")}>
                It took place
              </Button>
            )}
            {time.outcome !== "no_show" && (
              <Button variant="secondary" busy={busy} onClick={() => note("no_show")}>
                The client did not come
              </Button>
            )}
          </div>
        </>
      )}
      <div className={form.acts}>
        {!hasBegun && (
          <Button variant="secondary" onClick={() => setMoving(true)}>
            Move
          </Button>
        )}
        <Button variant="secondary" onClick={() => setBrief(true)}>
          Consultation brief
        </Button>
      </div>
      <Suspense>{brief && <Brief projectId={project.id} onClose={() => setBrief(false)} />}</Suspense>
      <Suspense>
        {moving && <MoveDialog projectId={project.id} title={`Move: ${project.reference}, ${project.name || "no name"}`} onClose={() => setMoving(false)} />}
      </Suspense>
      <p onClick={onClose}>
        <RecordLink of={project.id} part="consultation">
          {hasBegun ? "Open the record to move or cancel it" : "Open the record to cancel it"}
        </RecordLink>
      </p>
    </>
  );
}
