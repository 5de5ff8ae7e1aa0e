/** Whether an act is called what is typed, or begins so: `words` are its other names, between semicolons. */
export function beginsWith({ label, words }: { label: string; words: string }, typed: string): boolean {
  const wanted = typed.trim().toLowerCase();
  return wanted.length > 1 && [label, ...words.split(";")].some((name) => name.trim().toLowerCase().startsWith(wanted));
}
