import { useState, type ReactNode } from "react";
import { useQuery } from "../../api/query";
import { Skeleton } from "../../components/Skeleton";
import { AppointmentsTab } from "./AppointmentsTab";
import { appointmentsKey, documentsKey, projectsKey, type Appointment, type ClientDocument, type Profile, type Project } from "./api";
import { DocumentsTab } from "./DocumentsTab";
import { NextStep } from "./NextStep";
import * as css from "./PortalDashboard.module.css";
import { PortalTabs } from "./PortalTabs";
import { ProjectsTab } from "./ProjectsTab";
import { SignOutButton } from "./SignOutButton";

/** What happens next, the numbers, then projects, documents and appointments. */
export function PortalDashboard({ profile }: { profile: Profile }) {
  const projects = useQuery<Project[]>(projectsKey);
  const documents = useQuery<ClientDocument[]>(documentsKey);
  const appointments = useQuery<Appointment[]>(appointmentsKey);
  const [now] = useState(() => Date.now());
  const upcoming = appointments.data?.filter(({ date, refunded }) => !refunded && new Date(date).getTime() > now);

  return (
    <div className={css.portal}>
      <div className={css.head}>
        <div className={css.welcome}>
          <p className={css.place}>Client Portal</p>
          <h1>Welcome, {profile.name}</h1>
        </div>
        <SignOutButton />
      </div>
      <NextStep projects={projects.data} upcoming={upcoming} now={now} />
      <dl className={css.counters}>
        <Counter label="Projects">{count(projects)}</Counter>
        <Counter label="Documents">{count(documents)}</Counter>
        <Counter label="Upcoming Appointments">{count({ data: upcoming, error: appointments.error })}</Counter>
        <Counter label="Account">
          <span className={css.account}>
            {profile.profileImageUrl ? (
              <img className={css.avatar} src={profile.profileImageUrl} alt="" width="40" height="40" />
            ) : (
              <span className={css.avatar} aria-hidden="true">
                {profile.name.charAt(0).toUpperCase()}
              </span>
            )}
            <span className={css.email}>{profile.email}</span>
          </span>
        </Counter>
      </dl>
      <PortalTabs
        label="Your portal"
        tabs={[
          { id: "projects", title: "PROJECTS", content: <ProjectsTab loaded={projects} /> },
          { id: "documents", title: "DOCUMENTS", content: <DocumentsTab loaded={documents} /> },
          { id: "appointments", title: "APPOINTMENTS", content: <AppointmentsTab loaded={appointments} now={now} /> },
        ]}
      />
    </div>
  );
}

function count({ data, error }: { data?: readonly unknown[] | undefined; error?: Error | undefined }): ReactNode {
  if (data) return data.length;
  if (error) return <span title="Could not be loaded">&ndash;</span>;
  return <Skeleton />;
}

function Counter({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.counter}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
