import { Download } from "lucide-react";
import { useState } from "react";
import { errorText } from "../../api/client";
import { download } from "../../api/download";
import { DateTime } from "../../components/DateTime";
import { toast } from "../../components/toast";
import { documentAddress, useNoteSignedOut, type DocumentFile } from "./api";
import * as css from "./DocumentList.module.css";
import { sizeLabel } from "./labels";
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

const uploaders: Record<DocumentFile["uploadedBy"], string> = {
  visitor: "with the online form",
  client: "by the client, signed in",
  staff: "by staff",
};

function DocumentRow({ file }: { file: DocumentFile }) {
  const noteSignedOut = useNoteSignedOut();
  const [busy, setBusy] = useState(false);

  async function fetchFile() {
    setBusy(true);
    try {
      await download(documentAddress(file.id), file.fileName);
    } catch (error) {
      noteSignedOut(error);
      toast({
        title: `${file.fileName} was not downloaded`,
        body: errorText(error, "The server does not answer. Please try again."),
        variant: "destructive",
      });
    }
    setBusy(false);
  }

  return (
    <li className={css.file}>
      <div className={css.words}>
        <p className={css.name}>{file.fileName}</p>
        <p>
          <span className={css.size}>{sizeLabel(file.fileSize)}</span>, <DateTime iso={file.uploadedAt} format="short" />, {uploaders[file.uploadedBy]}
        </p>
      </div>
      <button
        type="button"
        className={css.get}
        aria-busy={busy || undefined}
        aria-label={`Download ${file.fileName}`}
        onClick={() => busy || void fetchFile()}
      >
        <Download size={18} strokeWidth={1.5} aria-hidden />
        Download
      </button>
    </li>
  );
}
