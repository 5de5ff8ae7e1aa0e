import { Suspense, useState } from "react";
import { useQuery } from "../../api/query";
import { keepSlot } from "../../api/slots";
import { DateTime } from "../../components/DateTime";
import { useHeir } from "../../components/focus";
import { Said } from "../../components/Said";
import { formatTime } from "../../components/time";
import { toast } from "../../components/toast";
import { lazily } from "../../lazily";
import { appointmentsKey, useRefresh, type Appointment, type ProjectDetails } from "./api";
import { ConsultationActs, InQuestion } from "./Consultation";
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
  useHeir("#main h1");
  return (
    <ProjectSection id="consultation" title={choosesTime ? "Choose your consultation time" : held ? "Time held for you" : "Consultation"}>
      {date && <Chosen project={project} date={date} />}
      {project.sharedConsultation && (
        <p>
          <Said text={`${project.sharedConsultation}.`} />
        </p>
      )}
      {choosesTime && <TimeToChoose project={project} />}
      {unbooked && <Unbooked project={project} />}
      {held && <HeldTime project={project} held={held} />}
    </ProjectSection>
  );
}

function Chosen({ project, date }: { project: ProjectDetails; date: string }) {
  const { data } = useQuery<Appointment[]>(appointmentsKey);
  const [now] = useState(() => Date.now());
  const appointment = data?.find(({ id }) => id === project.id);
  return (
    <>
      <p className={css.when}>
        <DateTime iso={date} format="full" />
      </p>
      {project.inQuestion && new Date(date).getTime() > now && <InQuestion />}
      {appointment && new Date(date).getTime() > now && <ConsultationActs appointment={appointment} heir="#consultation h2" />}
    </>
  );
}

function TimeToChoose({ project }: { project: ProjectDetails }) {
  const refresh = useRefresh();
  return (
    <>
      <p>
        It is paid: a free time is yours at once. Or call us to agree on one.
        {project.movedBefore && " You cannot move it online afterwards."}
      </p>
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
