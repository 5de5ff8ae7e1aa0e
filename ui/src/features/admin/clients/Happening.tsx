import { CalendarDays, FileText, History, Mail, Merge, MessageCircleQuestion, MessageSquare, Pencil, ReceiptText, StickyNote, Undo2, Wallet, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { DateTime } from "../../../components/DateTime";
import { formatCents } from "../../../components/Money";
import { Badge } from "../../../components/StatusBadge";
import { statusLabel, titleCase } from "../../../components/statusLabel";
import type { RecordPart } from "../address";
import type { EventKind, TimelineEvent } from "../api";
import { letterState } from "../labels/letters";
import { actorName } from "../labels/people";
import { noteText } from "../labels/statuses";
import { RecordLink } from "../RecordLink";
import * as css from "./ClientPage.module.css";

type Told = { title: ReactNode; text?: string; folded?: boolean };
type Look = { label: string; Glyph: LucideIcon; part?: RecordPart; tell: (event: TimelineEvent) => Told };

const looks: Record<EventKind, Look> = {
  project: { label: "Changes of projects", Glyph: History, tell: ({ title, text, state }) => ({ title: noteText({ note: title, fromStatus: null, toStatus: state || null }, []) || `Now ${statusLabel(state)}`, text }) },
  appointment: { label: "Consultations", Glyph: CalendarDays, part: "consultation", tell: ({ title }) => ({ title: `Consultation: ${title}` }) },
  document: { label: "Documents", Glyph: FileText, part: "documents", tell: ({ title }) => ({ title }) },
  payment: { label: "Payments", Glyph: Wallet, part: "money", tell: ({ title, cents }) => ({ title: `${formatCents(cents ?? 0)} came for ${title}` }) },
  refund: {
    label: "Refunds",
    Glyph: Undo2,
    part: "money",
    tell: ({ title, text, cents, state }) => ({
      title: `${formatCents(cents ?? 0)} given back for ${title}${state ? ", and sent back by the bank" : ""}`,
      text,
    }),
  },
  invoice: { label: "Invoices", Glyph: ReceiptText, part: "money", tell: ({ title, cents }) => ({ title: `${title}, ${formatCents(cents ?? 0)}` }) },
  letter: {
    label: "Letters",
    Glyph: Mail,
    tell: ({ title, text, state }) => {
      const { label, tone } = letterState(state);
      return {
        title: (
          <>
            {title} <Badge tone={tone}>{label}</Badge>
          </>
        ),
        text,
        folded: true,
      };
    },
  },
  message: { label: "Messages", Glyph: MessageSquare, part: "messages", tell: ({ text }) => ({ title: "Message", text }) },
  note: { label: "Notes", Glyph: StickyNote, part: "notes", tell: ({ text }) => ({ title: "Note", text }) },
  enquiry: {
    label: "Enquiries",
    Glyph: MessageCircleQuestion,
    tell: ({ text, state }) => ({
      title: (
        <>
          Enquiry from this address <Badge tone={state === "answered" ? "green" : "amber"}>{state === "answered" ? "Answered" : "Not answered"}</Badge>
        </>
      ),
      text,
    }),
  },
  merge: { label: "Merges", Glyph: Merge, tell: ({ title, text }) => ({ title, text }) },
  change: { label: "Corrected details", Glyph: Pencil, tell: ({ title, text }) => ({ title: `${titleCase(title)}: ${text}` }) },
};

/** The kinds that the line of time can be narrowed to. */
export const kinds = Object.entries(looks).map(([value, { label }]) => ({ value, label }));

/** Something that happened; its reference opens the record at the place. */
export function Happening({ event, client }: { event: TimelineEvent; client: string }) {
  const { Glyph, part, tell } = looks[event.kind];
  const { title, text, folded } = tell(event);
  const who = event.who === "client" ? client : actorName(event.who);
  return (
    <li className={css.event} data-kind={event.kind}>
      <Glyph className={css.glyph} size={18} strokeWidth={1.5} aria-hidden />
      <div className={css.what}>
        {folded && text ? (
          <details>
            <summary className={css.folded}>
              <span className={css.happened}>{title}</span> <span className={css.more}>Read it</span>
            </summary>
            <p className={css.text}>{text}</p>
          </details>
        ) : (
          <>
            <p className={css.happened}>{title}</p>
            {text && <p className={css.text}>{text}</p>}
          </>
        )}
        <p className={css.when}>
          <DateTime iso={event.at} format="stamp" />
          {who && `, ${who}`}
          {event.projectId !== null && (
            <>
              {", "}
              <RecordLink of={event.projectId} {...(part ? { part } : {})} className={css.reference}>
                {event.reference}
              </RecordLink>
            </>
          )}
        </p>
      </div>
    </li>
  );
}
