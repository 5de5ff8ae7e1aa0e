import { useParams } from "react-router-dom";
import { ApiError, errorText } from "../../api/client";
import { AppLink } from "../../components/AppLink";
import { Button, ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { Notice } from "../../components/Notice";
import { Skeleton } from "../../components/Skeleton";
import { paths } from "../../paths";
import { usePageTitle } from "../../site/usePageTitle";
import { useProject, type ProjectDetails } from "./api";
import { Stale } from "./Loaded";
import { NextSteps } from "./NextSteps";
import { hasConsultation, ProjectAppointment } from "./ProjectAppointment";
import { ProjectDocuments } from "./ProjectDocuments";
import { ProjectMessages } from "./ProjectMessages";
import { ProjectMoney } from "./ProjectMoney";
import { States } from "./ProjectsTab";
import * as css from "./ProjectPage.module.css";
import { ProjectService } from "./ProjectService";
import { Proposals } from "./Proposals";
import { ProjectTimeline } from "./ProjectTimeline";

/** One project of the client: where it stands, what comes next, and everything that belongs to it. */
export function ProjectPage() {
  const { reference = "" } = useParams();
  const loaded = useProject(reference.replace("HPM-", ""));
  const { data: project, error, mutate } = loaded;
  usePageTitle(project ? `${project.reference} ${project.serviceTitle}` : "Your project");

  return (
    <div className={css.page}>
      <p className={css.back}>
        <AppLink to={paths.clientPortal}>All projects</AppLink>
      </p>
      <Stale loaded={loaded} />
      {project ? <Shown project={project} /> : error ? <NotShown error={error} retry={() => void mutate()} /> : <Loading />}
    </div>
  );
}

const parts = [
  ["proposal", "Our proposal"],
  ["consultation", "Consultation"],
  ["documents", "Documents"],
  ["money", "Money"],
  ["messages", "Messages"],
  ["progress", "Progress"],
] as const;

function Shown({ project }: { project: ProjectDetails }) {
  return (
    <>
      <div className={css.head}>
        <p className={css.about}>
          <span className={css.reference}>{project.reference}</span>
          <span>
            Created <DateTime iso={project.createdAt} />
          </span>
          <span className={css.states}>
            <States project={project} />
          </span>
        </p>
        <h1>{project.serviceTitle}</h1>
        <nav aria-label="Parts of this project" className={css.jumps}>
          {parts.map(
            ([id, name]) =>
              (id !== "consultation" || hasConsultation(project)) &&
              (id !== "proposal" || project.proposals.length > 0) && (
                <AppLink key={id} to={`#${id}`}>
                  {name}
                </AppLink>
              ),
          )}
        </nav>
      </div>
      <div className={css.parts}>
        <div className={css.asked}>
          <NextSteps projectId={project.id} cameFrom={project.sharedConsultation && project.status !== "completed" ? project.cameFrom : null} />
          {project.proposals.length > 0 && <Proposals project={project} />}
          {hasConsultation(project) && <ProjectAppointment project={project} />}
          <ProjectDocuments project={project} />
        </div>
        <ProjectMoney project={project} />
        <ProjectMessages project={project} />
        <div className={css.told}>
          <ProjectTimeline project={project} />
          <ProjectService project={project} />
        </div>
      </div>
    </>
  );
}

function NotShown({ error, retry }: { error: Error; retry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <div className={css.missing} role="alert">
        <h1>We could not find that project</h1>
        <p>Its number may have a slip in it, or it belongs to another sign-in than yours.</p>
        <ButtonLink to={paths.clientPortal}>See all your projects</ButtonLink>
      </div>
    );
  }
  return (
    <div className={css.missing}>
      <h1>Your project</h1>
      <Notice tone="red" role="alert" title="Your project could not be loaded">
        <p>{errorText(error, "Unable to connect to server. Please try again.")}</p>
      </Notice>
      <Button onClick={retry}>Try again</Button>
    </div>
  );
}

function Loading() {
  return (
    <div className={css.head} aria-busy="true">
      <h1>Your project</h1>
      <p role="status">Loading your project...</p>
      <Skeleton shape="card" />
      <Skeleton count={3} />
    </div>
  );
}
