import * as z from "zod/mini";
import { EMAIL_PATTERN, PHONE_PATTERN } from "../api/rules.gen";

/** A text field's rule as rules.gen.ts has it. Lengths are in characters after trimming. */
export type TextRule = {
  readonly least: number;
  readonly most: number;
  readonly message: string;
  readonly tooLong: string;
  readonly lines?: boolean;
  readonly email?: boolean;
  readonly phone?: string;
  readonly noLetter?: string;
};

const emailPattern = new RegExp(EMAIL_PATTERN);
const phonePattern = new RegExp(PHONE_PATTERN);
/** Everything that both ends lose. U+FEFF counts as white space in this language only, so it is left out. */
export const edges = /^[^\S\uFEFF]+|[^\S\uFEFF]+$/g;
const unseen = /(?![\n\t])[\p{Cc}\p{Cs}\p{Cn}\u202A-\u202E\u2066-\u2069]/gu;

/** A letter, and none of the fillers of Hangul, which nobody sees. */
const visibleLetter = /(?![\u115F\u1160\u3164\uFFA0])\p{L}/u;

/** `value` as the server keeps it: trimmed, composed, without control characters and reordering marks; one line unless `lines`. */
export function tidy(value: string, lines?: boolean): string {
  const kept = value.replace(/\r\n?|[\u2028\u2029]/g, "\n").normalize("NFC");
  return (lines ? kept : kept.replace(/[\n\t]/g, " ")).replace(unseen, "").replace(edges, "");
}

/** What is wrong with a tidied value, in the rule's words; null when nothing is. */
export function problem(value: string, rule: TextRule): string | null {
  const length = [...value].length;
  if (length < rule.least) return rule.message;
  if (length > rule.most) return rule.tooLong;
  if (rule.email && !emailPattern.test(value)) return rule.message;
  if (rule.phone && !phonePattern.test(value)) return rule.phone;
  if (rule.noLetter && !visibleLetter.test(value)) return rule.noLetter;
  return null;
}

/** A text field judged as the server judges it; what is submitted is the tidied value. `present`: what is there already, and not judged. */
export function textOf(rule: TextRule, present?: string) {
  return z.pipe(
    z.string(),
    z.transform((value: string, context) => {
      if (value === present) return value;
      const kept = tidy(value, rule.lines);
      const wrong = problem(kept, rule);
      if (wrong) context.issues.push({ code: "custom", input: value, message: wrong });
      return kept;
    }),
  );
}

/** One of `values`; anything else, and nothing, gets `message`. */
export function choiceOf(values: readonly string[], message: string) {
  return z.string().check(z.refine((value) => values.includes(value), message));
}
