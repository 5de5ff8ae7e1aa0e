import * as z from "zod/mini";
import { AMOUNT_RULES, LEAST_CHARGE_CENTS } from "../../api/staffRules.gen";
import { formatCents } from "../../components/Money";

/** An amount as people type it ("1,500", "1500.00", "$0.50") in cents; null where it is none. */
export function parseAmount(typed: string): number | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!match?.[1]) return null;
  const cents = Number(match[1].replaceAll(",", "")) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return Number.isSafeInteger(cents) ? cents : null;
}

/** What is wrong with a typed amount, as the server says it; null when nothing is. left: what can be given back. */
export function amountProblem(typed: string, left?: number): string | null {
  const cents = parseAmount(typed);
  if (left !== undefined && left <= 0) return AMOUNT_RULES.nothingLeft;
  if (left !== undefined && cents !== null && cents > left) return AMOUNT_RULES.moreThanLeft.replace("{left}", formatCents(left));
  return cents === null || cents < 1 || cents > AMOUNT_RULES.mostCents ? AMOUNT_RULES.message : null;
}

/** A field with an amount; its value stays as it was typed. */
export function amountOf(left?: number) {
  return z.pipe(
    z.string(),
    z.transform((typed: string, context) => {
      const message = amountProblem(typed, left);
      if (message) context.issues.push({ code: "custom", input: typed, message });
      return typed;
    }),
  );
}

/** Whether a sum is so far from the one that is asked for that it is likely a slip: a zero too many, or one too few. */
export function isFarFrom(cents: number, asked: number): boolean {
  return cents > asked * 2 || cents * 2 < asked;
}

/** What is deducted from a bill and what is owed then; all in cents. left: of the booking fee. */
export function owedText(sum: number, credit: number, left: number): string {
  if (credit > 0 && credit === sum) return `Their booking fee is deducted, ${formatCents(credit)} of it, and covers the whole bill: its tax invoice is of ${formatCents(0)} and paid at once.`;
  if (credit > 0) return `Their booking fee is deducted, ${formatCents(credit)} of it: ${formatCents(sum - credit)} is owed.`;
  if (left > 0) return `Of their booking fee, ${formatCents(left)} is left to be deducted.`;
  return `No booking fee is left to be deducted${sum > 0 ? `: ${formatCents(sum)} is owed` : ""}.`;
}

/** How much of what is left of a booking fee is deducted from a price, in cents: the server's rule. */
export function creditFor(price: number, left: number): number {
  const rest = price - left;
  if (rest <= 0) return price;
  return rest >= LEAST_CHARGE_CENTS ? left : Math.max(0, price - LEAST_CHARGE_CENTS);
}
