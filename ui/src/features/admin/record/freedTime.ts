import { formatTime } from "../../../components/time";

/** What becomes of the time of what is cancelled, as the rest of a sentence: one that has begun is nobody else's. */
export function freedTime(start: string | null, now = new Date()): string {
  if (!start) return "";
  const when = formatTime(start, "full");
  return new Date(start) > now ? `, and ${when} is free for others` : `; its time was ${when}`;
}
