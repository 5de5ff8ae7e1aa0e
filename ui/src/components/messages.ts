/** The generic messages of forms, for whatever a form's own rules do not word. */
export const messages = {
  required: "Required",
  invalid: "Invalid input",
  expected: (wanted: string, received: string) => `Expected ${wanted}, received ${received}`,
  tooShort: (length: number) => `String must contain at least ${length} character(s)`,
  tooSmall: (least: number) => `Number must be greater than or equal to ${least}`,
  email: "Invalid email",
  choice: (options: readonly string[], received: string) =>
    `Invalid enum value. Expected ${options.map((option) => `'${option}'`).join(" | ")}, received '${received}'`,
};

/** What zod tells about a value that it refuses; only what the messages need. */
type Issue = {
  code: string;
  input?: unknown;
  expected?: unknown;
  origin?: unknown;
  minimum?: unknown;
  format?: unknown;
  values?: unknown;
};

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The generic message for an issue of zod. */
export function genericMessage(issue: Issue): string {
  const { code, input } = issue;
  if (code === "invalid_type") {
    return input === undefined || input === null ? messages.required : messages.expected(String(issue.expected), kindOf(input));
  }
  if (code === "too_small" && issue.origin === "string") return messages.tooShort(Number(issue.minimum));
  if (code === "too_small" && issue.origin === "number") return messages.tooSmall(Number(issue.minimum));
  if (code === "invalid_format" && issue.format === "email") return messages.email;
  if (code === "invalid_value" && Array.isArray(issue.values)) {
    return input === undefined || input === null ? messages.required : messages.choice(issue.values.map(String), typeof input === "string" ? input : kindOf(input));
  }
  return messages.invalid;
}
