import { useState } from "react";
import { Dialog } from "../../../components/Dialog";
import { FileDrop } from "../../../components/FileDrop";
import { toast } from "../../../components/toast";
import { documentAct, useFiledNote, type ProjectDocument } from "../api";
import * as form from "../DialogForm.module.css";
import * as css from "./dialogs.module.css";
import { SendActs } from "./SendActs";
import { useSending } from "./useSending";

/** Puts a newer version in a document's place. */
export default function ReplaceDialog({ file, onClose }: { file: ProjectDocument; onClose: () => void }) {
  const { uploads, busy, send } = useSending();
  const [missed, setMissed] = useState(false);
  const filed = useFiledNote();

  function instead(files: Iterable<File>) {
    for (const item of uploads.items) void uploads.remove(item);
    uploads.add(files);
  }

  async function replace() {
    setMissed(uploads.items.length === 0);
    if (uploads.items.length === 0 || (await send(documentAct(file.id, "versions"))) === null) return;
    onClose();
    toast({ title: `${file.fileName} is replaced`, ...(file.sharedAt ? { body: `Its client gets a letter.${filed}` } : {}) });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Replace ${file.fileName}`}
      stays
      actions={
        <SendActs busy={busy} onSend={replace} onBack={onClose}>
          {file.sharedAt ? "Replace and write to the client" : "Replace"}
        </SendActs>
      }
    >
      <div className={form.form}>
        <p>
          The new file becomes version {file.version + 1}; this one is kept as an earlier version.{" "}
          {file.sharedAt ? "The client sees both and gets a letter about the new one." : "The client sees neither until it is shared."}
        </p>
        <FileDrop uploads={{ ...uploads, add: instead }} label="Drag the new version here" single />
        {missed && uploads.items.length === 0 && (
          <p role="alert" className={css.missed}>
            Please choose a file first.
          </p>
        )}
      </div>
    </Dialog>
  );
}
