import { useSite } from "../../site/SiteContext";
import { AppLink } from "../../components/AppLink";
import { Money } from "../../components/Money";
import { projectPage } from "../../paths";
import { Fold, useOneColumn } from "../../components/Fold";
import type { ProjectDetails } from "./api";
import { Included } from "./Included";
import { ProjectSection } from "./ProjectSection";
import * as css from "./ProjectService.module.css";
import { StartService } from "./StartService";

/** What the service includes, who looks after the project, and what the client wrote about it. */
export function ProjectService({ project }: { project: ProjectDetails }) {
  const site = useSite();
  const folded = useOneColumn() && project.included.length > 0;
  // One price at a time: what staff propose says what it comes to.
  const offer = project.proposals.some(({ state }) => state === "open" || state === "accepted") ? null : project.offer;
  const booked = project.feeCents !== null;
  const [goesOn] = project.goesOn;
  const about = project.isOrdered ? "Your review" : `If you go ahead: ${project.serviceTitle}`;
  return (
    <ProjectSection id="service" title={booked ? "What you booked" : "Your service"}>
      {project.feeCents !== null && (
        <p>
          A consultation of {project.minutes} minutes about {project.serviceTitle}, <Money cents={project.feeCents} /> inc. GST.
          {project.offer && !project.isOrdered && " The service itself is not bought with it."}
        </p>
      )}
      {project.promise && <p>{project.promise}</p>}
      {booked && !folded && <h3>{about}</h3>}
      {!folded && <p>{project.serviceText}</p>}
      {project.included.length > 0 && (
        <Fold title={booked ? about : "What it includes"} when={folded}>
          {folded && <p>{project.serviceText}</p>}
          <Included lines={project.included} />
        </Fold>
      )}
      {offer && (
        <p>
          {project.serviceTitle} <Money cents={offer.priceCents} /> inc. GST
          {offer.creditCents > 0 && (
            <>
              , less <Money cents={offer.creditCents} /> of your booking fee: <Money cents={offer.leftCents} /> {project.isOrdered ? "left to pay" : "left if you go ahead"}
            </>
          )}
          .
        </p>
      )}
      {offer?.canStart && <StartService project={project} offer={offer} />}
      {booked && goesOn && (
        <p>
          It goes on as <AppLink to={projectPage(Number(goesOn.replace("HPM-", "")))}>{goesOn}</AppLink>.
        </p>
      )}
      {project.cameFrom && (
        <p>
          It goes on from <AppLink to={projectPage(Number(project.cameFrom.replace("HPM-", "")))}>{project.cameFrom}</AppLink>, where you find what you told and sent us before.
        </p>
      )}
      <dl className={css.about}>
        <dt>Adviser</dt>
        <dd>
          {project.adviser ?? `The team of ${site["business.name"]}`}
          <span data-given={site["business.phone"]}>
            <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>
          </span>
        </dd>
        {project.notes && (
          <>
            <dt>What you told us</dt>
            <dd className={css.notes}>{project.notes}</dd>
          </>
        )}
      </dl>
    </ProjectSection>
  );
}
