import { DateTime } from "../../../components/DateTime";
import type { ProjectDocument } from "../api";
import { FileActs } from "../documents/FileActs";
import { DocumentRow } from "./DocumentList";
import * as css from "./DocumentList.module.css";

/** The versions that a document replaced. */
export function EarlierVersions({ file }: { file: ProjectDocument }) {
  if (file.earlier.length === 0) return null;
  return (
    <details className={css.earlier}>
      <summary>
        Version {file.version}, {file.earlier.length === 1 ? "1 earlier version" : `${file.earlier.length} earlier versions`}
      </summary>
      <ul>
        {file.earlier.map((each) => (
          <DocumentRow key={each.id} file={each} />
        ))}
      </ul>
    </details>
  );
}

/** What can be recovered. */
export function DeletedDocuments({ files }: { files: readonly ProjectDocument[] }) {
  if (files.length === 0) return null;
  return (
    <details className={css.earlier}>
      <summary>{files.length === 1 ? "1 deleted document" : `${files.length} deleted documents`}</summary>
      <ul>
        {files.map((file) => (
          <DocumentRow key={file.id} file={file} acts={<FileActs file={file} />}>
            <p>
              Deleted by {file.deletedBy}: {file.deletedFor}.{" "}
              {file.erasedAt && (
                <>
                  Erased after <DateTime iso={file.erasedAt} format="date" />.
                </>
              )}
            </p>
          </DocumentRow>
        ))}
      </ul>
    </details>
  );
}
