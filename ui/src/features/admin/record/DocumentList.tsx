import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { DateTime } from "../../../components/DateTime";
import { sizeText } from "../../../components/sizeText";
import { documentAddress, type DocumentFile } from "../api";
import { FileName, useFetch } from "../documents/useFile";
import { uploaders } from "../labels/documents";
import * as css from "./DocumentList.module.css";
import { Part } from "./Part";

/** The documents of a booking, each to be fetched. */
export function DocumentList({ documents }: { documents: readonly DocumentFile[] }) {
  return (
    <Part title="Documents" count={documents.length}>
      {documents.length === 0 && <p>None were uploaded.</p>}
      {documents.length > 0 && (
        <ul className={css.files}>
          {documents.map((file) => (
            <DocumentRow key={file.id} file={file} />
          ))}
        </ul>
      )}
    </Part>
  );
}

type RowProps = { file: DocumentFile; acts?: ReactNode; below?: ReactNode; children?: ReactNode };

/**
 * One document; its name opens it. acts: what else can be done than fetching it; `children`, and `below` in the
 * row's whole width: what else is to be said.
 */
export function DocumentRow({ file, acts, below, children }: RowProps) {
  const { busy, fetchFile } = useFetch();
  return (
    <li className={css.file}>
      <div className={css.words}>
        <FileName file={file} />
        <p>
          <span className={css.size}>{sizeText(file.fileSize)}</span>, <DateTime iso={file.uploadedAt} />, {uploaders[file.uploadedBy]}
        </p>
        {children}
      </div>
      {acts ?? (
        <button
          type="button"
          className={css.get}
          aria-busy={busy || undefined}
          aria-label={`Download ${file.fileName}`}
          onClick={() => busy || void fetchFile(documentAddress(file.id), file.fileName)}
        >
          <Download size={18} strokeWidth={1.5} aria-hidden />
          Download
        </button>
      )}
      {below}
    </li>
  );
}
