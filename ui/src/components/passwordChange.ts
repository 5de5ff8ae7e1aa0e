import * as z from "zod/mini";
import { PASSWORD_RULES } from "../api/rules.gen";

const { least, currentRequired, tooShort, control, confirmRequired, different } = PASSWORD_RULES;

/** How many characters of a text can be seen: all but control and format characters. */
const seen = (text: string) => [...text.replace(/[\p{Cc}\p{Cf}]/gu, "")].length;

/** What the browser can judge of a change of password; the server judges the rest. */
export const passwordChange = z
  .object({
    currentPassword: z.string().check(z.minLength(1, currentRequired)),
    newPassword: z.string().check(
      z.refine((text) => seen(text) >= least, { error: tooShort, abort: true }),
      z.refine((text) => !/\p{Cc}/u.test(text), control),
    ),
    confirmPassword: z.string().check(z.minLength(1, confirmRequired)),
  })
  .check(
    z.refine((values) => !values.confirmPassword || values.newPassword === values.confirmPassword, {
      error: different,
      path: ["confirmPassword"],
      when: () => true,
    }),
  );

export const noPasswords = { currentPassword: "", newPassword: "", confirmPassword: "" };
