import * as z from "zod/mini";
import { EMAIL_PATTERN } from "../../api/rules.gen";
import { messages } from "../../components/messages";

/** The address of a client's sign-in. */
export const emailRule = z
  .string()
  .check(z.trim(), z.minLength(1, { error: messages.required, abort: true }), z.regex(new RegExp(EMAIL_PATTERN), messages.email));
