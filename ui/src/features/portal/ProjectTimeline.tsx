import { DateTime } from "../../components/DateTime";
import { Skeleton } from "../../components/Skeleton";
import { Fold, useOneColumn } from "../../components/Fold";
import { useProject, type ProjectDetails } from "./api";
import { ProjectSection } from "./ProjectSection";
import * as css from "./ProjectTimeline.module.css";

/** How the project came to where it stands, the newest first. */
export function ProjectTimeline({ project }: { project: ProjectDetails }) {
  const { history } = project;
  const oneColumn = useOneColumn();
  const folds = oneColumn && history.length > onPhone + 1;
  return (
    <ProjectSection id="progress" title="Progress">
      <Events events={folds ? history.slice(0, onPhone) : history} />
      {folds && (
        <Fold title={`${history.length - onPhone} earlier events`}>
          <Events events={history.slice(onPhone)} />
        </Fold>
      )}
    </ProjectSection>
  );
}

const latest = 4;
/** What a phone shows of them on the project's page, before the rest is opened. */
const onPhone = 3;

/** The newest of what happened in a project, for its card; nothing while that cannot be had. */
export function LatestEvents({ projectId }: { projectId: number }) {
  const { data, error } = useProject(String(projectId));
  if (error) return null;
  return data ? <Events events={data.history.slice(0, latest)} /> : <Skeleton count={latest} />;
}

/** Moments on a line; what lies ahead has a sun on it. */
function Events({ events }: { events: ProjectDetails["history"] }) {
  return (
    <ol className={css.events} role="list">
      {events.map(({ at, ahead, what, who, why }, index) => (
        <li key={index} className={css.event} data-ahead={ahead || undefined}>
          <p className={css.what}>{what}</p>
          {why && <p>{why}</p>}
          <p className={css.when}>
            <DateTime iso={at} format={ahead ? "full" : "date"} />
            {who && <span>{who}</span>}
          </p>
        </li>
      ))}
    </ol>
  );
}
