import { MessageSquare, Paperclip } from "lucide-react";
import { DateTime } from "../../components/DateTime";
import { formatCents, Money } from "../../components/Money";
import { StatusBadge } from "../../components/StatusBadge";
import type { ProjectLine } from "./api";
import { moneyState, statusWord } from "./labels/money";
import * as rows from "./ListTable.module.css";
import * as css from "./ProjectList.module.css";
import { RecordLink } from "./RecordLink";

/** One project; the whole row opens it. */
export function ProjectRow({ project, open }: { project: ProjectLine; open: boolean }) {
  const files = `${project.documents} ${project.documents === 1 ? "file" : "files"}`;
  const unread = project.unread > 0 ? `, ${project.unread} unread ${project.unread === 1 ? "message" : "messages"}` : "";
  return (
    <tr role="row" className={rows.row} data-open={open || undefined}>
      <td role="cell" className={css.client}>
        <RecordLink of={project.projectId} className={rows.open}>
          {project.name || "No name yet"}
        </RecordLink>
        <span className={rows.sub}>
          {project.reference} · {project.email}
        </span>
      </td>
      <td role="cell" className={css.service}>
        {project.serviceTitle}
        {project.start && (
          <span className={rows.sub}>
            <DateTime iso={project.start} format="stamp" />
          </span>
        )}
      </td>
      <td role="cell" className={css.status}>
        <StatusBadge status={project.status} {...statusWord(project.status, project.money, project.isAsked)} />
      </td>
      <td role="cell" className={css.payment}>
        {project.amountCents !== null && <Money cents={project.amountCents} />}
        <span className={rows.sub}>{moneyState(project).label}</span>
        {project.billsCents > 0 && <span className={rows.sub}>{formatCents(project.billsCents)} of bills owed</span>}
        {project.dueBackCents > 0 && <span className={rows.sub}>{formatCents(project.dueBackCents)} to refund</span>}
      </td>
      <td role="cell" className={css.files} aria-label={files + unread}>
        {project.documents > 0 && (
          <>
            <Paperclip size={15} strokeWidth={1.5} aria-hidden />
            {project.documents}
          </>
        )}
        {project.unread > 0 && <MessageSquare size={15} strokeWidth={1.5} aria-hidden />}
      </td>
      <td role="cell" className={css.date}>
        <DateTime iso={project.createdAt} format="short" />
      </td>
    </tr>
  );
}
