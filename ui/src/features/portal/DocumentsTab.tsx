import { useState } from "react";
import { ApiError, errorText } from "../../api/client";
import { download } from "../../api/download";
import { Button } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/EmptyState";
import { toast } from "../../components/toast";
import { megabytes } from "../../components/uploads";
import { useSite } from "../../site/SiteContext";
import { documentAddress, type ClientDocument } from "./api";
import * as css from "./DocumentsTab.module.css";
import { Loaded, type ListState } from "./Loaded";

export function DocumentsTab({ loaded }: { loaded: ListState<ClientDocument> }) {
  return (
    <Loaded loaded={loaded} what="documents">
      {(documents) =>
        documents.length === 0 ? (
          <EmptyState>No documents found. To send us one, reply to any email of ours.</EmptyState>
        ) : (
          <ul className={css.documents}>
            {documents.map((file) => (
              <DocumentRow key={file.id} file={file} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

/** Who put a document there. "visitor": the browser that filled in the form, signed in or not. */
const putThere: Record<ClientDocument["uploadedBy"], (firm: string) => string> = {
  client: () => "Added by you",
  visitor: () => "Added with the online form",
  staff: (firm) => `Added by ${firm}`,
};

function DocumentRow({ file }: { file: ClientDocument }) {
  const site = useSite();
  const [busy, setBusy] = useState(false);

  async function fetchFile() {
    setBusy(true);
    try {
      await download(documentAddress(file.id), file.fileName);
      toast({ title: "Download started", body: file.fileName });
    } catch (error) {
      const lost = error instanceof ApiError ? "Please try again." : "Unable to connect to server. Please try again.";
      toast({ title: "Download failed", body: errorText(error, lost), variant: "destructive" });
    }
    setBusy(false);
  }

  return (
    <li className={css.document}>
      <div className={css.words}>
        <p className={css.name}>{file.fileName}</p>
        <p className={css.about}>
          <DateTime iso={file.uploadedAt} format="date" />
          <span>{megabytes(file.fileSize)}</span>
          <span>{putThere[file.uploadedBy](site["business.shortName"])}</span>
        </p>
      </div>
      <Button variant="secondary" busy={busy} aria-label={`Download ${file.fileName}`} onClick={() => void fetchFile()}>
        Download
      </Button>
    </li>
  );
}
