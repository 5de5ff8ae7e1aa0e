import { DateTime } from "../../../components/DateTime";
import type { HistoryLine, ProjectRecord } from "../api";
import * as acts from "../Act.module.css";
import * as css from "./History.module.css";
import { actorName } from "../labels/people";
import { changeText, noteText } from "../labels/statuses";
import * as letters from "./Letters.module.css";
import { Part } from "./Part";

type Props = { record: Pick<ProjectRecord, "createdAt" | "history" | "audit" | "statuses">; folded?: boolean };

/** What happened, by whom, newest last; below it who looked and did what, newest first. */
export function History({ record, folded = false }: Props) {
  const change = (line: HistoryLine) => changeText(line, record.statuses);
  return (
    <Part title="History" count={record.history.length} folded={folded}>
      <ol className={css.lines}>
        {record.history.map((line) => (
          <li key={`${line.createdAt} ${line.note}`} className={css.line}>
            <p className={css.note}>{noteText(line, record.statuses) || change(line)}</p>
            <p>
              {[line.note && change(line), line.undoneAt && "undone within seconds", actorName(line.actor)].filter(Boolean).join(", ")}, <DateTime iso={line.createdAt} format="stamp" />
            </p>
          </li>
        ))}
      </ol>
      <details>
        <summary className={acts.act}>Who did and saw what ({record.audit.length})</summary>
        <ul className={letters.letters}>
          {record.audit.map((line) => (
            <li key={`${line.createdAt} ${line.subject} ${line.action}`} className={letters.letter}>
              <DateTime iso={line.createdAt} format="stamp" />: {line.actor || "Helios"}, {line.action.replaceAll("-", " ")} {line.subject.replace(":", " ")}
              {line.detail && `, ${line.detail}`}
            </li>
          ))}
        </ul>
      </details>
    </Part>
  );
}
