import { DateTime } from "../../../components/DateTime";
import { EmptyState } from "../../../components/EmptyState";
import { formatCents } from "../../../components/Money";
import { Badge, StatusBadge } from "../../../components/StatusBadge";
import type { ProjectOfClient } from "../api";
import { moneyState, statusWord } from "../labels/money";
import { RecordLink } from "../RecordLink";
import * as css from "./ClientPage.module.css";

/** A client's projects, newest first; each opens its record, where everything is done about it. */
export function ClientProjects({ projects }: { projects: readonly ProjectOfClient[] }) {
  return (
    <section className={css.part} aria-labelledby="client-projects">
      <h2 id="client-projects">Projects</h2>
      {projects.length === 0 && <EmptyState>No project of theirs is left.</EmptyState>}
      <ul className={css.projects}>
        {projects.map((project) => {
          const money = moneyState(project);
          return (
            <li key={project.projectId} className={css.project}>
              <RecordLink of={project.projectId} className={css.title}>
                {project.reference}, {project.serviceTitle}
              </RecordLink>
              <span className={css.states}>
                <StatusBadge status={project.status} {...statusWord(project.status, project.money, project.isAsked)} />
                <Badge tone={money.tone}>{money.label}</Badge>
                {project.owedCents > 0 && <span>{formatCents(project.owedCents)} owed</span>}
                {project.unread > 0 && <span>{project.unread} unread</span>}
                {!project.proved && <span>{project.byMerge ? "Came by a merge, its address not proved" : "Not proved to be theirs"}</span>}
              </span>
              {project.start && (
                <span>
                  Consultation <DateTime iso={project.start} format="stamp" />
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
