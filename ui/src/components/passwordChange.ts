import * as z from "zod/mini";
import { PASSWORD_RULES } from "../api/signedInRules.gen";

const { least, currentRequired, tooShort, control, confirmRequired, different, ownName, fewSigns } = PASSWORD_RULES;

/** How many characters of a text can be seen: all but control and format characters. */
const seen = (text: string) => [...text.replace(/[\p{Cc}\p{Cf}]/gu, "")].length;

/** A text without case, accents and what is not seen. */
const plain = (text: string) => text.normalize("NFKD").replace(/[\p{Cc}\p{Cf}\p{M}]/gu, "").toUpperCase().toLowerCase();
const words = (text: string): readonly string[] => plain(text).match(/\p{L}+/gu) ?? [];

/** Whether a password is one or two parts of its owner's names, whatever the few signs beside them; as the server judges. */
function isOfNames(text: string, names: readonly string[]): boolean {
  const letters = words(text).join("");
  const parts = names.flatMap((name) => [words(name).join(""), ...words(name.split("@")[0]!)]).filter(Boolean);
  const madeOfParts = ["", ...parts].some((before) => parts.some((part) => before + part === letters));
  return madeOfParts && [...plain(text)].length - [...letters].length <= fewSigns;
}

const chosen = (names: readonly string[]) => ({
  newPassword: z.string().check(
    z.refine((text) => seen(text) >= least, { error: tooShort, abort: true }),
    z.refine((text) => !/\p{Cc}/u.test(text), { error: control, abort: true }),
    z.refine((text) => !isOfNames(text, names), ownName),
  ),
  confirmPassword: z.string().check(z.minLength(1, confirmRequired)),
});

const alike = z.refine<{ newPassword: string; confirmPassword: string }>(
  (values) => !values.confirmPassword || values.newPassword === values.confirmPassword,
  { error: different, path: ["confirmPassword"], when: () => true },
);

/** What the browser can judge of a password that somebody of these `names` chooses; the server judges the rest. */
export const chosenPassword = (names: readonly string[]) => z.object(chosen(names)).check(alike);

/** The same, of a change of password. */
export const passwordChange = (names: readonly string[]) =>
  z.object({ currentPassword: z.string().check(z.minLength(1, currentRequired)), ...chosen(names) }).check(alike);

export const noPasswords = { currentPassword: "", newPassword: "", confirmPassword: "" };
