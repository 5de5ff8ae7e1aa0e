import { formatCents } from "../../../components/Money";
import type { ProjectRecord } from "../api";

type Facts = Pick<ProjectRecord, "unread" | "needs" | "documents" | "money" | "answers"> & { time: Pick<ProjectRecord["time"], "start"> };

/** A number of things in words. */
export const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** What is not settled before a consultation, each in a sentence. */
export function openQuestions({ unread, needs, documents, money, answers, time }: Facts): string[] {
  const missing = needs.filter(({ state }) => state === "missing").map(({ title }) => title);
  const unopened = documents.filter(({ uploadedBy, openedAt }) => uploadedBy !== "staff" && openedAt === null).length;
  const unanswered = answers.filter(({ answer }) => !answer).map(({ question }) => question);
  return [
    ...(time.start ? [] : ["No time is agreed on."]),
    ...(unread > 0 ? [`${counted(unread, "message of the client is", "messages of the client are")} unread.`] : []),
    ...(missing.length > 0 ? [`Asked for and not here: ${missing.join(", ")}.`] : []),
    ...(unopened > 0 ? [`${counted(unopened, "document", "documents")} that nobody here has opened.`] : []),
    ...(money.owedCents > 0 ? [`${formatCents(money.owedCents)} is owed.`] : []),
    ...(money.dueBackCents > 0 ? [`${formatCents(money.dueBackCents)} is to be given back.`] : []),
    ...(unanswered.length > 0 ? [`Not answered: ${unanswered.join(", ")}.`] : []),
  ];
}
