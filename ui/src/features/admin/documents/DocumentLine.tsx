import { DateTime } from "../../../components/DateTime";
import { Badge } from "../../../components/StatusBadge";
import { sizeText } from "../../../components/sizeText";
import type { DocumentLine as Line } from "../api";
import { documentType, senders } from "../labels/documents";
import * as rows from "../ListTable.module.css";
import { RecordLink } from "../RecordLink";
import * as css from "./DocumentTable.module.css";
import { FileActs } from "./FileActs";
import { FileName } from "./useFile";

type Props = { file: Line; open: boolean; chosen: boolean; mayChoose: boolean; onChoose: (on: boolean) => void; onDeleted: (file: Line) => void };

/** One document: its name opens it, its client's the record. */
export function DocumentLine({ file, open, chosen, mayChoose, onChoose, onDeleted }: Props) {
  return (
    <tr role="row" className={rows.row} data-open={open || undefined}>
      <td role="cell" className={css.choose}>
        <label className={css.box}>
          <input type="checkbox" aria-label={`Choose ${file.fileName} of ${file.reference}`} checked={chosen} disabled={!mayChoose} onChange={(event) => onChoose(event.target.checked)} />
        </label>
      </td>
      <td role="cell" className={css.file}>
        <FileName file={file} />
        <span className={rows.sub}>
          {documentType(file.documentType)}, {sizeText(file.fileSize)}
          {file.version > 1 && `, version ${file.version}`}
        </span>
      </td>
      <td role="cell" className={css.client}>
        <RecordLink of={file.projectId ?? 0} part="documents" className={css.whose}>
          {file.clientName || "No name yet"}
        </RecordLink>
        <span className={rows.sub}>{file.reference}</span>
      </td>
      <td role="cell" className={css.state}>
        <State file={file} />
      </td>
      <td role="cell" className={css.date}>
        <DateTime iso={file.uploadedAt} format="short" />
        <span className={rows.sub}>{senders[file.uploadedBy]}</span>
      </td>
      <td role="cell" className={css.acts}>
        <FileActs file={file} onDeleted={() => onDeleted(file)} />
      </td>
    </tr>
  );
}

function State({ file }: { file: Line }) {
  if (file.deletedAt) {
    return (
      <>
        <Badge tone="red">Deleted</Badge>
        <span className={css.reason}>
          by {file.deletedBy}: {file.deletedFor}. Until {file.erasedAt && <DateTime iso={file.erasedAt} format="short" />}
        </span>
      </>
    );
  }
  if (file.uploadedBy !== "staff") return file.isUnread ? <Badge tone="amber">New</Badge> : <span>Opened</span>;
  if (!file.sharedAt) {
    return (
      <>
        <span>Seen by staff only</span>
        <RecordLink of={file.projectId ?? 0} part="documents" className={css.whose}>
          Share
        </RecordLink>
      </>
    );
  }
  return (
    <>
      <Badge tone={file.openedAt ? "green" : "blue"}>Shared</Badge>
      <span className={rows.sub}>{file.openedAt ? <>opened <DateTime iso={file.openedAt} format="short" /></> : "not opened yet"}</span>
    </>
  );
}
