import { KEPT } from "../../../api/rules.gen";
import { STAFF_TEXT_RULES } from "../../../api/staffRules.gen";
import { documentAct, type ProjectDocument } from "../api";
import ReasonDialog from "../record/ReasonDialog";

type Props = { file: ProjectDocument; onClose: () => void; onDone: () => void };

/** Asks why a document is deleted, and says what will follow. */
export default function DeleteDialog({ file, onClose, onDone }: Props) {
  const before = file.earlier.length;
  const theirs = file.uploadedBy !== "staff";
  return (
    <ReasonDialog
      open
      title={`Delete ${file.fileName}?`}
      url={documentAct(file.id, "delete")}
      rule={STAFF_TEXT_RULES.reason}
      name="reason"
      label="Reason, for staff"
      confirmLabel="Delete"
      danger
      done={`${file.fileName} is deleted`}
      told={`It can be recovered for ${KEPT.deletedDays} days.`}
      onDone={onDone}
      onClose={onClose}
    >
      <p>
        {theirs || file.sharedAt ? "Its client does not see it any more, and no letter tells them. " : "Its client never saw it. "}
        It can be recovered for {KEPT.deletedDays} days, then it is erased from the disk.
      </p>
      {file.needId !== null && <p>The client sent it for the checklist: unless something else was sent for that line, it counts as missing again, and reminders may ask for it.</p>}
      {before > 0 && (
        <p>
          Its {before === 1 ? "earlier version goes" : `${before} earlier versions go`} with it. To take back only this one, replace it with the
          version that is right.
        </p>
      )}
    </ReasonDialog>
  );
}
