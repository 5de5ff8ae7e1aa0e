import { FILE_MESSAGES } from "../api/rules.gen";

/** `accept`: extensions without the dot, lower case; `maxBytes`: the largest size of one file. */
export type FileRules = { accept: readonly string[]; maxBytes: number };

const megabyte = 1_048_576;

/** Bytes in the unit that says most: "594 bytes", "48 kB", "1.2 MB", "2 GB"; as the server writes them in letters. */
export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} byte${bytes === 1 ? "" : "s"}`;
  if (bytes < 1000 * 1024) return `${Math.round(bytes / 1024)} kB`;
  const [unit, name] = bytes < 1000 * megabyte ? [megabyte, "MB"] : [1024 * megabyte, "GB"];
  return `${Math.round((bytes * 10) / unit) / 10} ${name}`;
}

/** The text with which the server would refuse a file, or null; what it finds inside the file is its own matter. */
export function refusal({ name, size }: { name: string; size: number }, { accept, maxBytes }: FileRules): string | null {
  const dot = name.lastIndexOf(".");
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : "";
  const { invalidType, tooLarge, empty } = FILE_MESSAGES;
  const text = !accept.includes(extension) ? invalidType : size > maxBytes ? tooLarge : size === 0 ? empty : null;
  return text && text.replace(/\{(?:name|list)\}/g, (what) => (what === "{name}" ? name : accept.join(", ")));
}
