import { FILE_MESSAGES } from "../api/rules.gen";

/** `accept`: extensions without the dot, lower case; `maxBytes`: the largest size of one file. */
export type FileRules = { accept: readonly string[]; maxBytes: number };

/** The text with which the server would refuse a file, or null; what it finds inside the file is its own matter. */
export function refusal({ name, size }: { name: string; size: number }, { accept, maxBytes }: FileRules): string | null {
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
  const { invalidType, tooLarge, empty } = FILE_MESSAGES;
  const text = !accept.includes(extension) ? invalidType : size > maxBytes ? tooLarge : size === 0 ? empty : null;
  return text && text.replace(/\{(?:name|list)\}/g, (what) => (what === "{name}" ? name : accept.join(", ")));
}
