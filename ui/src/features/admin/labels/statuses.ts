import { statusLabel } from "../../../components/statusLabel";

type Named = readonly { status: string; label: string }[];
type Change = { fromStatus: string | null; toStatus: string | null };

/** A change of status in words, "" where it is none. `statuses`: as the record calls them, and offers to set them. */
export function changeText({ fromStatus, toStatus }: Change, statuses: Named): string {
  const name = (status: string) => statuses.find((each) => each.status === status)?.label ?? statusLabel(status);
  if (!toStatus) return "";
  return fromStatus ? `${name(fromStatus)} to ${name(toStatus)}` : name(toStatus);
}
