import { useState, type ReactNode } from "react";
import { useQuery } from "../../api/query";
import { AppLink } from "../../components/AppLink";
import { Button, ButtonLink } from "../../components/Button";
import { Skeleton } from "../../components/Skeleton";
import { paths } from "../../paths";
import { AppointmentsTab } from "./AppointmentsTab";
import { appointmentsKey, documentsKey, projectsKey, type Appointment, type ClientDocument, type Project } from "./api";
import { takesDocuments } from "./documents";
import { DocumentsTab } from "./DocumentsTab";
import { NextSteps } from "./NextSteps";
import * as css from "./PortalDashboard.module.css";
import { useProfile } from "./PortalPage";
import { PortalTabs } from "./PortalTabs";
import { ProjectsTab } from "./ProjectsTab";
import { SignOutButton } from "./SignOutButton";
import { useUpload } from "./Uploading";

/** What happens next, the numbers, then projects, documents and appointments. */
export function PortalDashboard() {
  const profile = useProfile();
  const upload = useUpload();
  const projects = useQuery<Project[]>(projectsKey);
  const documents = useQuery<ClientDocument[]>(documentsKey);
  const appointments = useQuery<Appointment[]>(appointmentsKey);
  const [now] = useState(() => Date.now());
  const upcoming = appointments.data?.filter(({ date, takesPlace }) => takesPlace && new Date(date).getTime() > now);
  const mayUpload = !!projects.data?.some(takesDocuments);

  return (
    <div className={css.portal}>
      <div className={css.head}>
        <div className={css.welcome}>
          <p className={css.place}>Client Portal</p>
          <h1>Welcome, {profile.name}</h1>
        </div>
        <div className={css.ways}>
          <ButtonLink variant="quiet" to={paths.portalProfile}>
            PROFILE
          </ButtonLink>
          <SignOutButton />
        </div>
      </div>
      {projects.data?.length !== 0 && <NextSteps named={!!projects.data?.[1]} />}
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
            <AppLink to={paths.portalProfile} className={css.email} aria-label={profile.email} title="Your profile">
              {profile.email.split("@")[0]}
              <wbr />@{profile.email.split("@")[1]}
            </AppLink>
          </span>
        </Counter>
      </dl>
      <PortalTabs
        label="Your portal"
        action={
          mayUpload && (
            <Button variant="secondary" onClick={() => upload()}>
              UPLOAD DOCUMENT
            </Button>
          )
        }
        tabs={[
          { id: "projects", title: "PROJECTS", content: <ProjectsTab loaded={projects} /> },
          { id: "documents", title: "DOCUMENTS", content: <DocumentsTab loaded={documents} mayUpload={mayUpload} /> },
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
