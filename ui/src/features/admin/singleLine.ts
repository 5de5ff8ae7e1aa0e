import * as z from "zod/mini";
import { edges, textOf, type TextRule } from "../../components/ruleSchema";

/** The rule of a line from which nothing may be taken away silently. */
type SingleLineRule = TextRule & { readonly noControl: string };

const control = /[\p{Cc}\u2028\u2029]/u;

/** Whether a value, trimmed, is one line without control characters. */
export function isSingleLine(value: string): boolean {
  return !control.test(value.replace(edges, ""));
}

/** As `textOf`, of such a line. */
export function singleLineOf(rule: SingleLineRule) {
  return z.pipe(z.string().check(z.refine(isSingleLine, rule.noControl)), textOf(rule));
}
