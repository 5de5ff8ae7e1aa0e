/** What was typed into a prerendered form before the scripts were there; only what differs from `blank`. */
export function typedBefore<Values extends Record<string, string>>(formName: string, blank: Values): Partial<Values> {
  const form = typeof document === "undefined" ? null : document.forms.namedItem(formName);
  if (!form) return {};
  const fields = [...new FormData(form)] as [keyof Values, string][];
  return Object.fromEntries(fields.filter(([name, value]) => value && value !== blank[name])) as Partial<Values>;
}
