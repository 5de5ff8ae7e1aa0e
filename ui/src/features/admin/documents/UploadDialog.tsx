import { useState } from "react";
import { useSWRConfig } from "swr";
import { errorText } from "../../../api/client";
import { Checkbox, RadioGroup } from "../../../components/Choice";
import { Dialog } from "../../../components/Dialog";
import { FileDrop } from "../../../components/FileDrop";
import { Problem } from "../../../components/Problem";
import { Select } from "../../../components/Select";
import { TextField } from "../../../components/TextField";
import { toast } from "../../../components/toast";
import { isStaffData, projectAddress, projectsKey, useFiledNote, usePost, useStaffQuery, type ProjectsPage } from "../api";
import * as form from "../DialogForm.module.css";
import { documentTypes } from "../labels/documents";
import * as css from "./dialogs.module.css";
import { SendActs } from "./SendActs";
import { useSending } from "./useSending";

const offered = 4;
const added = (count: number) => (count === 1 ? "1 document added" : `${count} documents added`);

/** Files for a client's project, and the letter that tells them. `about`: what finds the project at first, "HPM-12". */
export default function UploadDialog({ about, onClose }: { about: string; onClose: () => void }) {
  const { uploads, busy, send } = useSending();
  const [words, setWords] = useState(about);
  const [chosen, setChosen] = useState("");
  const [type, setType] = useState("other");
  const [shares, setShares] = useState(true);
  const [problem, setProblem] = useState("");
  const post = usePost();
  const { mutate } = useSWRConfig();
  const filed = useFiledNote();
  const { data } = useStaffQuery<ProjectsPage>(projectsKey({ search: words.trim(), page: 1 }), { keepPreviousData: true });
  const found = words.trim() ? (data?.items.slice(0, offered) ?? []) : [];
  const projectId = found.some((each) => String(each.projectId) === chosen) ? chosen : found.length === 1 ? String(found[0]?.projectId) : "";

  async function add() {
    setProblem(!projectId ? "Please choose the project." : uploads.items.length === 0 ? "Please choose a file first." : "");
    if (!projectId || uploads.items.length === 0) return;
    const project = projectAddress(Number(projectId));
    const ids = await send(`${project}/documents`, { documentType: type });
    if (ids === null) {
      setProblem(`Not every file is stored${shares ? ", so nothing is shared and no letter is written yet" : ""}. Take out what failed, or try it again, and go on.`);
      return;
    }
    try {
      if (shares) await post(`${project}/documents/share`, { documentIds: ids });
    } catch (error) {
      setProblem(`The files are stored, but not shared. ${errorText(error, "The server does not answer. Please try again.")}`);
      return;
    }
    onClose();
    void mutate(isStaffData);
    toast({ title: added(ids.length), body: shares ? `The client gets a letter.${filed}` : "The client does not see them." });
  }

  function back() {
    onClose();
    const stored = uploads.items.filter((item) => item.stored).length;
    if (stored > 0) toast({ title: added(stored), body: "The client does not see what was not shared." });
  }

  return (
    <Dialog
      open
      onClose={back}
      title="Upload documents"
      stays
      actions={
        <SendActs busy={busy} onSend={add} onBack={back}>
          {shares ? "Upload and write to the client" : "Upload for staff"}
        </SendActs>
      }
    >
      <div className={form.form}>
        <TextField label="Whose project" hint="Name, email, phone or HPM-" autoComplete="off" value={words} disabled={busy} onChange={(event) => setWords(event.target.value)} />
        <div className={css.found} aria-live="polite">
          {!words.trim() ? (
            <p>Type to find it.</p>
          ) : !data ? (
            <p>Loading...</p>
          ) : found.length === 0 ? (
            <p>No project matches "{words.trim()}".</p>
          ) : (
            <>
              <RadioGroup
                legend="Project"
                name="project"
                value={projectId}
                onChange={(event) => setChosen(event.target.value)}
                options={found.map((each) => ({ value: String(each.projectId), label: `${each.name || "No name yet"}, ${each.reference}`, hint: each.serviceTitle }))}
              />
              {data.total > found.length && <p>The first {found.length} of {data.total}; type more of the name.</p>}
            </>
          )}
        </div>
        <Select label="Document type" value={type} onChange={(event) => setType(event.target.value)} options={documentTypes} />
        <FileDrop uploads={uploads} label="Drag files here" />
        <Checkbox checked={shares} onChange={(event) => setShares(event.target.checked)}>
          Share with the client: one letter tells of all of them, with a link to the project's page
        </Checkbox>
        <Problem>{problem}</Problem>
      </div>
    </Dialog>
  );
}
