import { useState, type ReactNode } from "react";
import { useSWRConfig } from "swr";
import { download } from "../../../api/download";
import { toast } from "../../../components/toast";
import { canBeViewed } from "../../../components/viewable";
import { lazily } from "../../../lazily";
import { documentAddress, isStaffData, useNoteSignedOut, type DocumentFile } from "../api";
import { tellFailure } from "../useStaffAct";
import * as css from "./FileName.module.css";

const DocumentViewer = lazily(() => import("../../../components/DocumentViewer"));

/** Fetches what staff choose; answers whether it came. A look at a document changes what is new. */
export function useFetch() {
  const noteSignedOut = useNoteSignedOut();
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState(false);

  async function fetchFile(address: string, name: string): Promise<boolean> {
    setBusy(true);
    let came = false;
    try {
      await download(address, name);
      came = true;
      void mutate(isStaffData);
    } catch (error) {
      noteSignedOut(error);
      tellFailure(`${name} was not downloaded`, error);
    }
    setBusy(false);
    return came;
  }
  return { busy, fetchFile };
}

type FileOf = Pick<DocumentFile, "id" | "fileName" | "fileType">;

/** A document's name, which opens it in place; what cannot be shown here is downloaded. */
export function FileName({ file }: { file: FileOf }): ReactNode {
  const { mutate } = useSWRConfig();
  const { busy, fetchFile } = useFetch();
  const [viewing, setViewing] = useState<boolean | null>(null);
  const address = documentAddress(file.id);
  const can = canBeViewed(file.fileType);

  async function open() {
    if (!can) return void (await fetchFile(address, file.fileName));
    try {
      await DocumentViewer.open();
      setViewing(true);
    } catch {
      toast({ title: "Preview failed", body: "This file cannot be shown here. Download it.", variant: "destructive" });
    }
  }

  return (
    <>
      <button type="button" className={css.name} aria-label={`${can ? "Preview" : "Download"} ${file.fileName}`} onClick={() => busy || void open()}>
        {file.fileName}
      </button>
      {viewing !== null && (
        <DocumentViewer
          open={viewing}
          onClose={() => setViewing(false)}
          file={{ name: file.fileName, type: file.fileType, address }}
          onFetched={() => void mutate(isStaffData)}
        />
      )}
    </>
  );
}
