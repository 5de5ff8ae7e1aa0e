import type { Meeting } from "../api/meetings";
import { useSite } from "../site/SiteContext";
import * as css from "./AddToCalendar.module.css";

type Props = {
  /** ISO instant. */
  start: string;
  /** The server's calendar file; null where only the browser remembers the booking. */
  calendarUrl: string | null;
  service: string;
  reference: string;
  /** How it happens; left out where only the browser remembers the booking. */
  meeting: Meeting | null;
};

const lasts = 45 * 60_000;

/** "2026-05-12T00:00:00.000Z" -> "20260512T000000Z". */
function compact(instant: Date): string {
  return instant.toISOString().replace(/[-:]|\.\d+/g, "");
}

/** The consultation for the visitor's own calendar: a file, or one of the two that most people have. */
export function AddToCalendar({ start, calendarUrl, service, reference, meeting }: Props) {
  const site = useSite();
  const from = new Date(start);
  const to = new Date(from.getTime() + lasts);
  const title = `Initial consultation with ${site["business.name"]}`;
  const location = meeting?.location ?? "";
  const about = [service, reference, meeting?.said, site["business.phone"]].filter(Boolean).join(", ");
  const google = new URLSearchParams({ action: "TEMPLATE", text: title, dates: `${compact(from)}/${compact(to)}`, details: about, location });
  const outlook = new URLSearchParams({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: title,
    startdt: from.toISOString(),
    enddt: to.toISOString(),
    body: about,
    location,
  });
  return (
    <span className={css.links}>
      {calendarUrl && (
        <a href={calendarUrl} download="consultation.ics">
          Add to calendar
        </a>
      )}
      <a href={`https://calendar.google.com/calendar/render?${google}`} target="_blank" rel="noopener noreferrer">
        Google Calendar
      </a>
      <a href={`https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`} target="_blank" rel="noopener noreferrer">
        Outlook
      </a>
    </span>
  );
}
