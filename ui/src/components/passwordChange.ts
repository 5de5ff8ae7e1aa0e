import * as z from "zod/mini";
import { PASSWORD_RULES } from "../api/rules.gen";

const { least, currentRequired, tooShort, confirmRequired, different } = PASSWORD_RULES;

/** What the browser can judge of a change of password; the server judges the rest. */
export const passwordChange = z
  .object({
    currentPassword: z.string().check(z.minLength(1, currentRequired)),
    newPassword: z.string().check(z.minLength(least, tooShort)),
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
