import { useState } from "react";
import { ApiError, errorText, request } from "../../api/client";
import { download } from "../../api/download";
import { AppLink } from "../../components/AppLink";
import { Button } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { ConfirmDialog } from "../../components/Dialog";
import { EmptyState } from "../../components/EmptyState";
import { Badge } from "../../components/StatusBadge";
import { toast } from "../../components/toast";
import { sizeText } from "../../components/sizeText";
import { canBeViewed, type Viewed } from "../../components/viewable";
import { lazily } from "../../lazily";
import { projectPage } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { documentAddress, documentsKey, thumbnailAddress, useRefresh, type ClientDocument } from "./api";
import * as css from "./DocumentsTab.module.css";
import { Loaded, type ListState } from "./Loaded";

/** All of a client's documents; `mayUpload`: there is a project to add some to. */
export function DocumentsTab({ loaded, mayUpload }: { loaded: ListState<ClientDocument>; mayUpload: boolean }) {
  return (
    <Loaded loaded={loaded} what="documents">
      {(documents) =>
        documents.length === 0 ? (
          <EmptyState>
            No documents found. {mayUpload && "Click the 'Upload Document' button to add a document."}
          </EmptyState>
        ) : (
          <DocumentRows files={documents} named className={css.documents} />
        )
      }
    </Loaded>
  );
}

const DocumentViewer = lazily(() => import("../../components/DocumentViewer"));

/** The documents of a list that can be looked at, as the viewer goes through them. */
function viewable(files: readonly FileOf[]): Viewed[] {
  return files.filter(({ fileType }) => canBeViewed(fileType)).map(viewed);
}

function viewed({ id, fileName, fileType }: FileOf): Viewed {
  return { name: fileName, type: fileType, address: documentAddress(id) };
}

/** Who put a document there. "visitor": the browser that filled in the form, signed in or not. */
const putThere: Record<ClientDocument["uploadedBy"], (firm: string) => string> = {
  client: () => "Added by you",
  visitor: () => "Added with the online form",
  staff: (firm) => `Added by ${firm}`,
};

type RowsProps = {
  files: readonly ClientDocument[];
  /** What the viewer goes through from any of them; themselves alone without. */
  among?: readonly ClientDocument[];
  named?: boolean;
  className?: string | undefined;
};

/** Documents with the versions that they replaced; named: with the project that each belongs to. */
export function DocumentRows({ files, among = files, named = false, className }: RowsProps) {
  const refresh = useRefresh();
  const isNew = (address: string) => among.some((file) => file.isNew && documentAddress(file.id) === address);
  const wasOpened = (address: string) => void (isNew(address) && refresh());
  return (
    <ul className={className}>
      {files.map((file) => (
        <DocumentRow key={file.id} file={file} among={viewable(among)} named={named} onOpened={wasOpened} />
      ))}
    </ul>
  );
}

type RowProps = { file: ClientDocument; named: boolean } & Pick<ActsProps, "among" | "onOpened">;

function DocumentRow({ file, among, named, onOpened }: RowProps) {
  const site = useSite();
  return (
    <li className={css.document}>
      {file.thumbnail && (
        <img className={css.thumbnail} src={thumbnailAddress(file.id, file.thumbnail)} alt="" loading="lazy" width={56} height={56} />
      )}
      <div className={css.words}>
        <p className={css.name}>
          {file.fileName} {file.isNew && <Badge tone="amber">New</Badge>}
        </p>
        <p className={css.about}>
          <DateTime iso={file.sharedAt ?? file.uploadedAt} format="date" />
          <span>{sizeText(file.fileSize)}</span>
          <span>{putThere[file.uploadedBy](site["business.shortName"])}</span>
          {file.openedAt && (
            <span>
              Opened <DateTime iso={file.openedAt} format="date" />
            </span>
          )}
          {named && file.projectId !== null && <AppLink to={projectPage(file.projectId)}>{`HPM-${file.projectId}`}</AppLink>}
        </p>
        {file.earlier.length > 0 && (
          <details className={css.earlier}>
            <summary>{file.earlier.length === 1 ? "1 earlier version" : `${file.earlier.length} earlier versions`}</summary>
            <ul>
              {file.earlier.map((each) => (
                <li key={each.id} className={css.version}>
                  <span>
                    {each.fileName}, version {each.version}, <DateTime iso={each.uploadedAt} format="date" />
                  </span>
                  <FileActs file={each} among={viewable(file.earlier)} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <FileActs file={file} among={among} onOpened={onOpened} />
      {file.takesBackUntil && <TakeBack file={file} />}
    </li>
  );
}

/** Takes back what was just sent by mistake, as long as nobody of the firm has opened it. */
function TakeBack({ file: { id, fileName } }: { file: ClientDocument }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();

  async function takeBack() {
    setBusy(true);
    try {
      await request("DELETE", `${documentsKey}/${id}`);
      toast({ title: "Document taken back", body: fileName });
    } catch (error) {
      toast({ title: "Document not taken back", body: errorText(error, "Unable to connect to server. Please try again."), variant: "destructive" });
    }
    setBusy(false);
    setAsking(false);
    await refresh();
  }

  return (
    <div className={css.acts}>
      <Button variant="quiet" aria-label={`Take back ${fileName}`} onClick={() => setAsking(true)}>
        Take back
      </Button>
      <ConfirmDialog open={asking} title="Take this document back?" confirmLabel="Take it back" cancelLabel="Keep it" danger busy={busy} onConfirm={() => void takeBack()} onCancel={() => setAsking(false)}>
        <p>
          <strong>{fileName}</strong> leaves your project. Our team can bring it back for 30 days; then it is erased.
        </p>
      </ConfirmDialog>
    </div>
  );
}

type FileOf = Pick<ClientDocument, "id" | "fileName" | "fileType">;

/** `among`: what the viewer goes through; `onOpened`: the client has the file of that address now. */
type ActsProps = { file: FileOf; among: readonly Viewed[]; onOpened?: (address: string) => void };

/** Looking at a document and fetching it. */
function FileActs({ file, among, onOpened }: ActsProps) {
  const [busy, setBusy] = useState(false);
  const [viewing, setViewing] = useState<boolean | null>(null);
  const address = documentAddress(file.id);

  async function view() {
    try {
      await DocumentViewer.open();
      setViewing(true);
    } catch {
      toast({ title: "Preview failed", body: "This file cannot be shown here. Download it.", variant: "destructive" });
    }
  }

  async function fetchFile() {
    setBusy(true);
    try {
      await download(address, file.fileName);
      toast({ title: "Download started", body: file.fileName });
      onOpened?.(address);
    } catch (error) {
      const lost = error instanceof ApiError ? "Please try again." : "Unable to connect to server. Please try again.";
      toast({ title: "Download failed", body: errorText(error, lost), variant: "destructive" });
    }
    setBusy(false);
  }

  return (
    <>
      <div className={css.acts}>
        {canBeViewed(file.fileType) && (
          <Button variant="quiet" aria-label={`Preview ${file.fileName}`} onClick={() => void view()}>
            Preview
          </Button>
        )}
        <Button variant="quiet" busy={busy} aria-label={`Download ${file.fileName}`} onClick={() => void fetchFile()}>
          Download
        </Button>
      </div>
      {viewing !== null && (
        <DocumentViewer
          open={viewing}
          onClose={() => setViewing(false)}
          file={viewed(file)}
          among={among}
          onFetched={(each) => onOpened?.(each.address)}
        />
      )}
    </>
  );
}
