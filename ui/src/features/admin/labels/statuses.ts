import { statusLabel } from "../../../components/statusLabel";

type Named = readonly { status: string; label: string }[];
type Change = { fromStatus: string | null; toStatus: string | null };

/** What a line of history says; of a status that staff set, which one. */
export function noteText(line: Change & { note: string }, statuses: Named): string {
  const set = "Set by staff: ";
  return line.toStatus && line.note.startsWith(set) ? `Set to ${changeText({ fromStatus: null, toStatus: line.toStatus }, statuses)}: ${line.note.slice(set.length)}` : line.note;
}

/** A change of status in words, "" where it is none. `statuses`: as the record calls them, and offers to set them. */
export function changeText({ fromStatus, toStatus }: Change, statuses: Named): string {
  const name = (status: string) => statuses.find((each) => each.status === status)?.label ?? statusLabel(status);
  if (!toStatus) return "";
  return fromStatus ? `${name(fromStatus)} to ${name(toStatus)}` : name(toStatus);
}
