import { Suspense, useState } from "react";
import { request } from "../../api/client";
import { useQuery } from "../../api/query";
import { keepSlot } from "../../api/slots";
import { Button } from "../../components/Button";
import { FoldedPolicy } from "../../components/ConsultationPolicy";
import { DateTime } from "../../components/DateTime";
import { Dialog } from "../../components/Dialog";
import { useHeir } from "../../components/focus";
import { Said } from "../../components/Said";
import { formatTime } from "../../components/time";
import { toast } from "../../components/toast";
import { lazily } from "../../lazily";
import { Fold, useOneColumn } from "../../components/Fold";
import { appointmentsKey, stepsKey, useRefresh, type Appointment, type ProjectDetails, type Step } from "./api";
import { ConsultationActs, InQuestion, Missed } from "./Consultation";
import * as css from "./ProjectAppointment.module.css";
import { HeldTime, Unbooked } from "./ProjectsTab";
import { ProjectSection } from "./ProjectSection";

const ChooseTime = lazily(() => import("../../components/ChooseTime"));

/** Whether there is anything to say of a project's consultation. */
export function hasConsultation({ appointmentDate, inQuestion, held, choosesTime, unbooked, sharedConsultation }: ProjectDetails): boolean {
  return Boolean(appointmentDate ?? inQuestion ?? held) || choosesTime || unbooked || sharedConsultation !== "";
}

/** The project's consultation: its time, the time that is only held, or the way to one. */
export function ProjectAppointment({ project }: { project: ProjectDetails }) {
  const { appointmentDate, inQuestion, held, choosesTime, unbooked } = project;
  const date = appointmentDate ?? inQuestion;
  const [now] = useState(() => Date.now());
  const oneColumn = useOneColumn();
  useHeir("#main h1");

  const more = choosesTime || unbooked || held || project.sharedConsultation !== "" || inQuestion || project.missed;
  if (oneColumn && date && new Date(date).getTime() <= now && !more) {
    return (
      <ProjectSection id="consultation" title="Consultation" action={<DateTime iso={date} format="stamp" />}>
        {null}
      </ProjectSection>
    );
  }
  return (
    <ProjectSection id="consultation" title={choosesTime ? "Choose your consultation time" : held ? "Time held for you" : "Consultation"}>
      {date && <Chosen project={project} date={date} now={now} />}
      {project.sharedConsultation && (
        <p>
          <Said text={`${project.sharedConsultation}.`} />
        </p>
      )}
      {choosesTime && <TimeToChoose project={project} />}
      {unbooked && <Unbooked project={project} />}
      {held && <HeldTime project={project} held={held} onItsPage />}
      {held?.until && <HeldMove project={project} held={held} />}
    </ProjectSection>
  );
}

function Chosen({ project, date, now }: { project: ProjectDetails; date: string; now: number }) {
  const { data } = useQuery<Appointment[]>(appointmentsKey);
  const steps = useQuery<Step[]>(stepsKey);
  // As it was at first: a dialog that is open here stays when the screen is turned.
  const isOneColumn = useOneColumn();
  const [oneColumn] = useState(isOneColumn);
  const appointment = data?.find(({ id }) => id === project.id);
  // Right above it, in a single column, what comes next says when and how, with the calendar.
  const saidAbove = oneColumn && steps.data?.some(({ kind, projectId }) => kind === "consultation" && projectId === project.id);
  // Until that is known nothing is offered here that would go again, and take the focus with it.
  const isKnown = !oneColumn || steps.data !== undefined || steps.error !== undefined;
  if (saidAbove && appointment) {
    return (
      <Fold title={offered(appointment)}>
        <ConsultationActs appointment={appointment} heir="#consultation h2" />
      </Fold>
    );
  }
  return (
    <>
      <p className={css.when}>
        <DateTime iso={date} format="full" />
      </p>
      {project.missed && <Missed />}
      {project.inQuestion && new Date(date).getTime() > now && <InQuestion />}
      {appointment && isKnown && new Date(date).getTime() > now && <ConsultationActs appointment={appointment} heir="#consultation h2" />}
    </>
  );
}

/** What the folded part offers, by its name. */
function offered({ moveRefusal, cancelRefusal }: Appointment): string {
  if (moveRefusal && cancelRefusal) return "Changes and other calendars";
  return `${moveRefusal ? "Cancel" : cancelRefusal ? "Move" : "Move, cancel"} or another calendar`;
}

/** Another time in place of one that is only held: no longer than that would have been kept. */
function HeldMove({ project, held }: { project: ProjectDetails; held: NonNullable<ProjectDetails["held"]> }) {
  const [open, setOpen] = useState(false);
  const refresh = useRefresh();
  return (
    <>
      <p>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Choose another time
        </Button>
      </p>
      <Dialog open={open} onClose={() => setOpen(false)} title="Choose another time" placement="side" stays>
        <p>
          <strong>
            <DateTime iso={held.date} format="full" />
          </strong>{" "}
          is held for you, and stays so until you confirm another one.
        </p>
        <Suspense>
          <ChooseTime
            confirmLabel="Keep this time"
            onKeep={async (slot, way) => {
              await keepSlot(slot, project.id, way);
              // The letter about the transfer names the time that waits for it.
              if (held.awaitsTransfer) await request("POST", `/api/projects/${project.id}/bank-transfer`, { amountCents: null, replaceTransfer: false });
              setOpen(false);
              toast({ title: "Another time is held for you", body: formatTime(slot.date, "full") });
              await refresh();
            }}
          />
        </Suspense>
      </Dialog>
    </>
  );
}

function TimeToChoose({ project }: { project: ProjectDetails }) {
  const refresh = useRefresh();
  return (
    <>
      <p>It is paid: a free time is yours at once. If none of them suits you, call us.</p>
      <FoldedPolicy moved={project.movedBefore} />
      <Suspense>
        <ChooseTime
          confirmLabel="Keep this time"
          meeting={project.meeting}
          heir="#consultation h2"
          onKeep={async (slot, way) => {
            await keepSlot(slot, project.id, way);
            toast({ title: "Your consultation has its time", body: formatTime(slot.date, "full") });
            await refresh();
          }}
        />
      </Suspense>
    </>
  );
}
