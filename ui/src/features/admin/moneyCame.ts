import { formatCents } from "../../components/Money";
import type { ProjectMoney } from "./api";

/** What follows if money comes for one of a project's orders, by its number there. */
export function prospectOf({ payable, prospect }: ProjectMoney, number: number): ProjectMoney["prospect"] {
  return payable.find((each) => each.number === number)?.prospect ?? prospect;
}

/** What came for a project, what went back and what is left to do about it, in a line; "" where nothing came. */
export function moneyCame({ paidCents, refundedCents, owedCents, dueBackCents }: ProjectMoney): string {
  if (paidCents === 0) return "";
  const back = refundedCents > 0 ? `, ${formatCents(refundedCents)} was refunded` : "";
  const owed = owedCents > 0 ? `: ${formatCents(owedCents)} still owed` : "";
  const due = dueBackCents > 0 ? `: ${formatCents(dueBackCents)} to refund` : "";
  return `${formatCents(paidCents)} came${back}${owed}${due}`;
}
