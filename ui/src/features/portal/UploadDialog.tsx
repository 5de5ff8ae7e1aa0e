import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { BOOKING_FILES, CLIENT_FILE_EXTENSIONS } from "../../api/rules.gen";
import { upload, type Sender } from "../../api/upload";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { rescueFocus, useHeir } from "../../components/focus";
import { FileDrop } from "../../components/FileDrop";
import { Select } from "../../components/Select";
import { toast } from "../../components/toast";
import { useUploads } from "../../components/useUploads";
import { useQuery } from "../../api/query";
import { documentsKey, needsKey, useRefresh, type ClientDocument, type Need, type Project } from "./api";
import { typeLabels } from "./documents";
import * as css from "./UploadDialog.module.css";

export type Target = { projectId: number; need?: Need };

type Props = {
  /** Those that take documents. */
  projects: readonly Project[];
  target: Target;
  /** Nothing is on its way any more, and the dialog was closed. */
  onDone: () => void;
};

const types = Object.entries(typeLabels).map(([value, label]) => ({ value, label }));

/** Files for one project, each on its way as soon as it is chosen. Closed meanwhile, it goes on unseen, and comes back for what did not arrive. */
export function UploadDialog({ projects, target: { projectId: first, need }, onDone }: Props) {
  const [projectId, setProjectId] = useState(first);
  const [type, setType] = useState<ClientDocument["documentType"]>("contract");
  const [hidden, setHidden] = useState(false);
  const told = useRef(0);
  const refresh = useRefresh();
  useHeir("#main h1");
  const { data: needs } = useQuery<Need[]>(need ? null : needsKey);
  // What the project still waits for can be named at once, so that nobody has to say later which file is which.
  const awaited = (id: number) => (needs ?? []).filter((each) => each.projectId === id && each.state === "missing");
  const [named, setNamed] = useState<Need | undefined>(need);
  const wanted = awaited(projectId);
  // What came for it meanwhile leaves it chosen: the next file may be another page of it.
  const offered = named && !wanted.some(({ id }) => id === named.id) ? [named, ...wanted] : wanted;
  const needId = named?.id;
  const documentType = named && !/contract/i.test(named.title) ? "other" : type;
  const send = useCallback<Sender>(
    (file, options) => {
      const fields: Record<string, string> = { projectId: String(projectId), documentType };
      if (needId !== undefined) fields.needId = String(needId);
      return upload("/api/documents", file, { ...options, fields });
    },
    [projectId, documentType, needId],
  );
  const { data: documents } = useQuery<ClientDocument[]>(documentsKey);
  const uploads = useUploads({
    accept: CLIENT_FILE_EXTENSIONS,
    maxBytes: BOOKING_FILES.maxFileBytes,
    send,
    present: documents?.filter((file) => file.projectId === projectId),
  });
  const { items, busy } = uploads;
  const failed = items.filter(({ state }) => state === "failed");
  const stored = items.filter(({ state }) => state === "stored");

  const closeBegun = useRef(() => {});
  const begun = useEffectEvent(() => {
    closeBegun.current = toast({ title: "Uploading document..." });
  });
  const allCame = useEffectEvent(() => {
    if (items.length === 0) return;
    // What opened it may have nothing left to ask for, and go.
    void refresh().then(() => setTimeout(() => rescueFocus("#main h1")));
    closeBegun.current();
    const came = stored.slice(told.current);
    told.current = stored.length;
    if (came.length) {
      toast({ title: "Document uploaded", body: came.length === 1 ? (came[0]?.name ?? "") : `${came.length} documents` });
    }
    // The open dialog says it beside each file, where a toast would cover that.
    if (failed.length && hidden) toast({ title: "Upload failed", body: failed[0]?.message ?? "", variant: "destructive" });
    if (!failed.length && hidden) onDone();
  });
  // Once for every time that the last of them has arrived or failed.
  useEffect(() => {
    if (busy) begun();
    else allCame();
  }, [busy]);

  useEffect(() => {
    if (!busy) return;
    const stay = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [busy]);

  const project = projects.find(({ id }) => id === projectId);
  return (
    <Dialog
      open={!hidden || (!busy && failed.length > 0)}
      onClose={() => (busy ? setHidden(true) : onDone())}
      title={need ? need.title : "Upload documents"}
      stays
      actions={
        <Button onClick={() => (busy ? setHidden(true) : onDone())}>{busy ? "Go on meanwhile" : "Done"}</Button>
      }
    >
      <div className={css.form}>
        {projects.length > 1 && !need ? (
          <Select
            label="Project"
            value={projectId}
            onChange={(event) => {
              setProjectId(Number(event.target.value));
              setNamed(undefined);
            }}
            options={projects.map(({ id, reference, serviceTitle }) => ({ value: String(id), label: `${reference}, ${serviceTitle}` }))}
          />
        ) : (
          project && (
            <p>
              For {project.reference}, {project.serviceTitle}.
            </p>
          )
        )}
        {!need && wanted.length > 0 && <p>We asked for: {new Intl.ListFormat("en-AU").format(wanted.map(({ title }) => title))}.</p>}
        {!need && (
          <Select
            label="Document type"
            value={needId === undefined ? type : String(needId)}
            onChange={({ target: { value } }) => {
              const chosen = offered.find(({ id }) => String(id) === value);
              setNamed(chosen);
              if (!chosen) setType(value as typeof type);
            }}
            options={[...offered.map(({ id, title }) => ({ value: String(id), label: `We asked for: ${title}` })), ...types]}
          />
        )}
        <FileDrop uploads={uploads} label="Drag your documents here" />
      </div>
    </Dialog>
  );
}
