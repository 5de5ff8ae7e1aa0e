import type { AttentionLine } from "./api";

type Urgency = AttentionLine["urgency"];
type Line = Pick<AttentionLine, "kind" | "subject" | "projectId" | "urgency">;

/** How urgent a line is, most of all first. */
export const urgencies: readonly Urgency[] = ["late", "today", "waiting", "later"];

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
