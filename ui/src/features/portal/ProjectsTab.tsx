import type { Arrived } from "../../api/payments";
import { AppLink } from "../../components/AppLink";
import { Difference, Given } from "../../components/ArrivedText";
import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/EmptyState";
import { audText } from "../../components/Money";
import { Badge, StatusBadge, titleCase } from "../../components/StatusBadge";
import { relativeTime } from "../../components/time";
import { checkoutFor, paths, successFor } from "../../paths";
import { useSite } from "../../site/SiteContext";
import type { Project } from "./api";
import { Loaded, type ListState } from "./Loaded";
import * as css from "./ProjectsTab.module.css";

export function ProjectsTab({ loaded }: { loaded: ListState<Project> }) {
  return (
    <Loaded loaded={loaded} what="projects">
      {(projects) =>
        projects.length === 0 ? (
          <EmptyState action={<ButtonLink to={paths.contact}>Start a New Project</ButtonLink>}>
            You don&apos;t have any projects yet.
          </EmptyState>
        ) : (
          <ul className={css.projects}>
            {projects.map((project) => (
              <ProjectCard key={project.id} project={project} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** A time that is only kept until it is paid for: what it waits for, and where to go on. */
function HeldTime({ project, held }: { project: Project; held: NonNullable<Project["held"]> }) {
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
            until <DateTime iso={held.until} format="full" />, {held.awaitsTransfer ? "awaiting your transfer." : "awaiting your payment."}
          </>
        ) : (
          "while your bank decides about your payment."
        )}
      </p>
      <p>
        {held.awaitsTransfer ? (
          <AppLink to={successFor(project.id)}>See where to transfer</AppLink>
        ) : deciding ? (
          <AppLink to={successFor(project.id)}>See how it stands</AppLink>
        ) : (
          <AppLink to={checkoutFor(project.id, project.paymentAmount ?? 0)}>Choose how to pay</AppLink>
        )}
      </p>
    </>
  );
}

/** What came that is not simply the price, or went back. */
function Money({ arrived }: { arrived: Arrived }) {
  const site = useSite();
  switch (arrived.state) {
    case "paid":
      return null;
    case "part_refunded":
      return (
        <p>
          {audText(arrived.amountCents)} paid. <Given arrived={arrived} />
        </p>
      );
    case "refunded":
      return (
        <p>
          <Given arrived={arrived} />
          <span data-given={site["business.phone"]}>
            {" "}
            To go ahead after all, call us on <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>.
          </span>
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

function ProjectCard({ project }: { project: Project }) {
  const site = useSite();
  return (
    <li className={css.project}>
      <div className={css.top}>
        <h2>{titleCase(project.serviceType)}</h2>
        <span className={css.states}>
          {project.arrived?.state === "refunded" && <Badge tone="grey">Refunded</Badge>}
          <StatusBadge status={project.status} />
        </span>
      </div>
      <p className={css.made}>
        <span>Created {relativeTime(project.createdAt)}</span>
        <span className={css.reference}>{project.reference}</span>
      </p>
      {project.appointmentDate && (
        <p>
          Appointment:{" "}
          <strong>
            <DateTime iso={project.appointmentDate} format="long" />
          </strong>
        </p>
      )}
      {project.choosesTime && (
        <>
          <p>Paid. The time of your consultation is yet to be chosen.</p>
          <p>
            <AppLink to={successFor(project.id)}>Choose your time</AppLink>
          </p>
        </>
      )}
      {project.arrived && <Money arrived={project.arrived} />}
      {project.held && <HeldTime project={project} held={project.held} />}
      {project.status === "pending_documents" && (
        <p>
          We are waiting for your documents.
          <span data-given={site["business.email"]}>
            {" "}
            Please send them to{" "}
            <a href={`${site["business.emailHref"]}?subject=Documents%20for%20${project.reference}`}>{site["business.email"]}</a>.
          </span>
        </p>
      )}
      {project.notes && <p className={css.notes}>{project.notes}</p>}
    </li>
  );
}
