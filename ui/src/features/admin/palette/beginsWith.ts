/** What opens above every staff page. */
export type Opens = "palette" | "keys" | "phone" | "time" | "closures" | "rules" | "calendar" | "upload";

type Act = { label: string; words: string; opens: Exclude<Opens, "palette"> };

/** What can be done from anywhere; `words` are its other names, between semicolons. */
export const actsHere: readonly Act[] = [
  { label: "Phone booking", words: "call; begin project", opens: "phone" },
  { label: "New client", words: "add a client; caller", opens: "phone" },
  { label: "Add a time", words: "new time; free time", opens: "time" },
  { label: "Add a closure", words: "closures; close; holiday", opens: "closures" },
  { label: "Consultation hours", words: "hours; settings; rules", opens: "rules" },
  { label: "Calendar on your phone", words: "subscribe; ics; phone calendar", opens: "calendar" },
  { label: "Upload documents", words: "add documents; files", opens: "upload" },
  { label: "Show the keys", words: "keyboard; shortcuts; help", opens: "keys" },
];

/** Whether an act is called what is typed, or begins so: `words` are its other names, between semicolons. */
export function beginsWith({ label, words }: { label: string; words: string }, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return wanted.length > 1 && [label, ...words.split(";")].some((name) => name.trim().toLowerCase().startsWith(wanted));
}
