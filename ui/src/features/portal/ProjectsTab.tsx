import type { Arrived } from "../../api/payments";
import { AppLink } from "../../components/AppLink";
import { Difference, Given, hasMoved } from "../../components/ArrivedText";
import { Button, ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/EmptyState";
import { audText } from "../../components/Money";
import { Badge, StatusBadge } from "../../components/StatusBadge";
import { relativeTime } from "../../components/time";
import { checkoutFor, paths, projectPage, successFor } from "../../paths";
import { useSite } from "../../site/SiteContext";
import type { Project } from "./api";
import { takesDocuments } from "./documents";
import { EmptyWays } from "./EmptyWays";
import { Loaded, type ListState } from "./Loaded";
import * as css from "./ProjectsTab.module.css";
import { LatestEvents } from "./ProjectTimeline";
import { useUpload } from "./Uploading";

export function ProjectsTab({ loaded }: { loaded: ListState<Project> }) {
  return (
    <Loaded loaded={loaded} what="projects">
      {(projects) =>
        projects.length === 0 ? (
          <EmptyState action={<EmptyWays book="Start a New Project" />}>
            You don&apos;t have any projects yet.
          </EmptyState>
        ) : (
          <>
            <ul className={css.projects}>
              {projects.map((project) => (
                <li key={project.id} className={css.project}>
                  <ProjectCard project={project} />
                  {projects.length === 1 && <LatestEvents projectId={project.id} />}
                </li>
              ))}
            </ul>
            {projects.some(takesDocuments) ? (
              <StartAnother />
            ) : (
              <div className={css.further}>
                <EmptyWays book="Start a New Project" />
              </div>
            )}
          </>
        )
      }
    </Loaded>
  );
}

/** The quiet way to a further service, where work on one goes on; the form takes over whose it is. */
function StartAnother() {
  const site = useSite();
  if (!site["payments.ways"]) return null;
  return (
    <p>
      <ButtonLink variant="quiet" to={paths.onboarding}>
        Start another service
      </ButtonLink>
    </p>
  );
}

type HeldProps = {
  project: Project;
  held: NonNullable<Project["held"]>;
  /** The project's own page leads on from what comes next, and has the ways to pay below. */
  onItsPage?: boolean;
};

/** A time that is only kept until it is paid for: what it waits for, and where to go on. */
export function HeldTime({ project, held, onItsPage = false }: HeldProps) {
  const deciding = project.paymentStatus === "processing";
  return (
    <>
      <p>
        <strong>
          <DateTime iso={held.date} format="full" />
        </strong>
        : held for you{" "}
        {held.until ? (
          <>
            until {held.until === held.date ? "it begins" : <DateTime iso={held.until} format="full" />}, {held.awaitsTransfer ? "awaiting your transfer." : "awaiting your payment."}
          </>
        ) : (
          "while your bank decides about your payment."
        )}
      </p>
      {!onItsPage && (
        <p>
          {held.awaitsTransfer ? (
            <AppLink to={`${projectPage(project.id)}#money`}>See where to transfer</AppLink>
          ) : deciding ? (
            <AppLink to={successFor(project.id)}>See how it stands</AppLink>
          ) : (
            <AppLink to={checkoutFor(project.id, project.paymentAmount ?? 0)}>Choose how to pay</AppLink>
          )}
        </p>
      )}
    </>
  );
}

/** It was only looked into, or its time was let go: its client may go on. */
export function Unbooked({ project }: { project: Project }) {
  return (
    <>
      <p>Nothing is booked, and nothing is owed.</p>
      <p>
        <AppLink to={checkoutFor(project.id, project.paymentAmount ?? 0)}>Choose a time and how to pay</AppLink>
      </p>
    </>
  );
}

/** It is paid, and its client chooses the time. */
function PaidWithoutTime({ project }: { project: Project }) {
  return (
    <>
      <p>Paid. The time of your consultation is yet to be chosen.</p>
      <p>
        <AppLink to={`${projectPage(project.id)}#consultation`}>Choose your time</AppLink>
      </p>
    </>
  );
}

/** What came that is not simply the price, or went back. */
function ArrivedMoney({ arrived, project }: { arrived: Arrived; project: Project }) {
  const site = useSite();
  switch (arrived.state) {
    case "paid":
    case "part_refunded":
      if (!hasMoved(arrived)) return null;
      return (
        <p>
          {audText(arrived.amountCents)} paid. <Given arrived={arrived} />
        </p>
      );
    case "refunded":
      return (
        <p>
          <Given arrived={arrived} />
          {!isUnderWay(project) && (
            <span data-given={site["business.phone"]}>
              {" "}
              To go ahead after all, call us on <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>.
            </span>
          )}
        </p>
      );
    case "other_price":
      return (
        <p>
          <Difference arrived={arrived} />
        </p>
      );
  }
}

/** Staff have said that the work goes on, or is done: what became of the money is beside that. */
const isUnderWay = ({ status }: Project) => status === "in_progress" || status === "completed";

/** How it stands, and beside that whether all that was paid went back, unless work goes on all the same. */
export function States({ project }: { project: Project }) {
  const refunded = project.arrived?.state === "refunded" && !isUnderWay(project);
  const label = "Refunded";
  return (
    <>
      {refunded && <Badge tone="grey">{label}</Badge>}
      {!(refunded && project.statusLabel === label) && <StatusBadge status={project.status} label={project.statusLabel} />}
    </>
  );
}

function ProjectCard({ project }: { project: Project }) {
  const upload = useUpload();
  const { unreadMessages: unread } = project;
  const messages = unread === 0 ? "Messages" : unread === 1 ? "1 unread message" : `${unread} unread messages`;
  return (
    <div className={css.card}>
      <h2 className={css.title}>
        <AppLink to={projectPage(project.id)}>{project.serviceTitle}</AppLink>
      </h2>
      <p className={css.about}>
        <span className={css.reference}>{project.reference}</span>
        <span>Created {relativeTime(project.createdAt)}</span>
        <span className={css.states}>
          <States project={project} />
        </span>
      </p>
      {project.appointmentDate && (
        <p>
          Appointment:{" "}
          <strong>
            <DateTime iso={project.appointmentDate} format="full" />
          </strong>
        </p>
      )}
      {project.notes && <p className={css.notes}>{project.notes}</p>}
      {project.choosesTime && <PaidWithoutTime project={project} />}
      {project.unbooked && <Unbooked project={project} />}
      {project.arrived && <ArrivedMoney arrived={project.arrived} project={project} />}
      {project.held && <HeldTime project={project} held={project.held} />}
      {project.status === "pending_documents" && (
        <p>
          <Button variant="secondary" aria-label={`Upload documents for ${project.reference}`} onClick={() => upload({ projectId: project.id })}>
            Upload Documents
          </Button>
        </p>
      )}
      <p className={css.jumps}>
        <AppLink to={`${projectPage(project.id)}#messages`} aria-label={`${messages} of ${project.reference}`}>
          {messages}
        </AppLink>
        <AppLink to={`${projectPage(project.id)}#money`} aria-label={`Money of ${project.reference}`}>
          Money
        </AppLink>
      </p>
    </div>
  );
}
