import { sizeText } from "../../components/sizeText";
import { formatTime } from "../../components/time";
import { systemKey, useStaffQuery, type System } from "./api";

/** How the program itself is, in one quiet line; nothing while that is not known. */
export default function SystemLine() {
  const { data } = useStaffQuery<System>(systemKey);
  if (!data) return null;
  const { version, failing, freeBytes, totalBytes } = data;
  return (
    <p>
      Helios {version}. {backupText(data)} {sizeText(freeBytes)} of {sizeText(totalBytes)} are free on the disk.
      {failing.length > 0 && ` Jobs that fail: ${failing.join(", ")}.`}
    </p>
  );
}

function backupText({ backup, backups, isDemo }: System): string {
  if (isDemo) return "Sample data are not backed up.";
  if (!backups) return "No backup is made at night (backups.nightly).";
  if (!backup) return "No backup has been made yet.";
  const { madeAt, files, bytes, disagreeing } = backup;
  const found = disagreeing ? `, and ${disagreeing === 1 ? "one thing disagrees" : `${disagreeing} things disagree`} in it` : "";
  return `The last backup is of ${formatTime(madeAt, "stamp")}: whole, ${files} files, ${sizeText(bytes)}${found}.`;
}
