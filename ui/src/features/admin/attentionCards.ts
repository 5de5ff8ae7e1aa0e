import type { AttentionLine } from "./api";

type Urgency = AttentionLine["urgency"];
type Line = Pick<AttentionLine, "kind" | "subject" | "projectId" | "urgency">;

/** How urgent a line is, most of all first. */
export const urgencies: readonly Urgency[] = ["late", "today", "waiting", "later"];

const titles: Record<Urgency, string> = { late: "Late", today: "Due today", waiting: "Waiting", later: "Due later" };

export const keyOf = ({ kind, subject }: Pick<Line, "kind" | "subject">): string => `${kind} ${subject}`;

/** What waits for one project together, where its most urgent line stands; what is about none stands alone. */
export function cardsOf<Of extends Line>(lines: readonly Of[]): { key: string; urgency: Urgency; lines: readonly Of[] }[] {
  const cards = new Map<string, Of[]>();
  for (const urgency of urgencies) {
    for (const line of lines) {
      if (line.urgency !== urgency) continue;
      const key = line.projectId === null ? keyOf(line) : `project ${line.projectId}`;
      cards.set(key, [...(cards.get(key) ?? []), line]);
    }
  }
  return [...cards].map(([key, of]) => ({ key, urgency: of[0]?.urgency ?? "later", lines: of }));
}

/** The first cards, with each that is late, however many those are. */
export function firstOf<Card extends { urgency: Urgency }>(cards: readonly Card[], count: number): readonly Card[] {
  const late = cards.filter(({ urgency }) => urgency === "late").length;
  return cards.slice(0, Math.max(count, late));
}

/** The heading of some cards: where they hold lines that are less urgent, how many are so and how many are not. */
export function headingOf(urgency: Urgency, cards: readonly { lines: readonly Pick<Line, "urgency">[] }[]): string {
  const others = cards.map(({ lines }) => lines.filter((line) => line.urgency !== urgency).length).filter((count) => count > 0);
  const more = others.reduce((sum, count) => sum + count, 0);
  const own = cards.reduce((sum, { lines }) => sum + lines.length, 0) - more;
  return more > 0 ? `${titles[urgency]}: ${own}, and ${more} more for the same ${others.length === 1 ? "project" : "projects"}` : titles[urgency];
}
