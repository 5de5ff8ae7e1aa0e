import { Download, FileUp, RotateCcw, Trash2 } from "lucide-react";
import { Suspense, useState, type ReactNode } from "react";
import { ConfirmDialog } from "../../../components/Dialog";
import { DateTime } from "../../../components/DateTime";
import { lazily } from "../../../lazily";
import { documentAct, documentAddress, type ProjectDocument } from "../api";
import { useAct } from "../record/acts";
import * as css from "./FileActs.module.css";
import { useFetch } from "./useFile";

const ReplaceDialog = lazily(() => import("./ReplaceDialog"));
const DeleteDialog = lazily(() => import("./DeleteDialog"));

type Props = { file: ProjectDocument; onDeleted?: (file: ProjectDocument) => void };

/** What staff do about one document, wherever it is listed. */
export function FileActs({ file, onDeleted }: Props) {
  const { busy, fetchFile } = useFetch();
  const [doing, setDoing] = useState<"replace" | "delete" | null>(null);
  const recover = useAct(documentAct(file.id, "recover"), { done: `${file.fileName} is back`, failed: "It was not recovered" });
  const close = () => setDoing(null);
  return (
    <div className={css.acts}>
      <IconAct label={`Download ${file.fileName}`} onClick={() => busy || void fetchFile(documentAddress(file.id), file.fileName)}>
        <Download size={18} strokeWidth={1.5} aria-hidden />
      </IconAct>
      {file.deletedAt ? (
        <IconAct label={`Recover ${file.fileName}`} onClick={recover.ask}>
          <RotateCcw size={18} strokeWidth={1.5} aria-hidden />
        </IconAct>
      ) : (
        <>
          {file.uploadedBy === "staff" && (
            <IconAct label={`Replace ${file.fileName}`} onClick={() => setDoing("replace")}>
              <FileUp size={18} strokeWidth={1.5} aria-hidden />
            </IconAct>
          )}
          <IconAct label={`Delete ${file.fileName}`} onClick={() => setDoing("delete")}>
            <Trash2 size={18} strokeWidth={1.5} aria-hidden />
          </IconAct>
        </>
      )}
      <Suspense>
        {doing === "replace" && <ReplaceDialog file={file} onClose={close} />}
        {doing === "delete" && <DeleteDialog file={file} onClose={close} onDone={() => onDeleted?.(file)} />}
      </Suspense>
      <ConfirmDialog {...recover.dialog} title={`Recover ${file.fileName}?`} confirmLabel="Recover">
        <p>It is back where it was, in the versions that were deleted along with it.</p>
        {(file.uploadedBy !== "staff" || file.sharedAt) && <p>{file.proved ? "Its client sees it again; no letter goes out." : "Its client sees it again once the project is proved to be theirs."}</p>}
        {file.erasedAt && (
          <p>
            Otherwise it is erased after <DateTime iso={file.erasedAt} format="date" />.
          </p>
        )}
      </ConfirmDialog>
    </div>
  );
}

function IconAct({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={css.act} aria-label={label} title={label.split(" ")[0]} onClick={onClick}>
      {children}
    </button>
  );
}
