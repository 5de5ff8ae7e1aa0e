import { FILE_MESSAGES } from "../api/rules.gen";
import { formatTime } from "./time";

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

/** A file that is there already; `uploadedAt`: since when, null where it was only just chosen. */
export type Present = { fileName: string; fileSize: number; uploadedAt: string | null };

/** What to say of a file that is there already, by its name and its size; null where it is not. Nothing refuses it. */
export function alreadyHere({ name, size }: { name: string; size: number }, present: readonly Present[]): string | null {
  // The server keeps names in composed form; some systems hand them over decomposed.
  const same = present.find(({ fileName, fileSize }) => fileSize === size && fileName.normalize() === name.normalize());
  if (!same) return null;
  return `Already here: ${same.fileName}, ${same.uploadedAt ? `sent on ${formatTime(same.uploadedAt, "date")}` : "chosen just before"}.`;
}
