import { useForm, type DefaultValues, type FieldErrors, type FieldValues, type Resolver, type UseFormReturn } from "react-hook-form";
import * as z from "zod/mini";
import { ApiError } from "../api/client";
import { genericMessage } from "./messages";

z.config({ customError: genericMessage });

/** Judges flat forms: the first issue of each field is its error. */
function resolverOf<Values extends FieldValues>(schema: z.ZodMiniType<Values, Values>): Resolver<Values> {
  return (values) => {
    const result = schema.safeParse(values);
    if (result.success) return { values: result.data, errors: {} };
    const found = result.error.issues.map(({ path, code, message }) => [String(path[0]), { type: code, message }] as const);
    return { values: {}, errors: Object.fromEntries(found.reverse()) as FieldErrors<Values> };
  };
}

/** A form that validates on submit and again on every change, and puts the focus on the first field at fault. */
export function useZodForm<Values extends FieldValues>(
  schema: z.ZodMiniType<Values, Values>,
  defaultValues: DefaultValues<Values>,
): UseFormReturn<Values> {
  return useForm<Values>({
    resolver: resolverOf(schema),
    defaultValues,
    mode: "onSubmit",
    reValidateMode: "onChange",
  });
}

/** Fills a form that is shown anew; its fields stay heard, so that what is typed before it is rendered again is not lost. */
export function refill<Values extends FieldValues>(form: UseFormReturn<Values>, values: Values): void {
  form.reset(values, { keepFieldsRef: true });
}

/** Shows the server's texts under their fields. Answers false when it named none of the form's fields. */
export function showServerErrors<Values extends FieldValues>(form: UseFormReturn<Values>, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const known = Object.entries(error.body.fields).filter(([name]) => name in form.getValues());
  known.forEach(([name, message], index) =>
    form.setError(name as Parameters<typeof form.setError>[0], { type: "server", message }, { shouldFocus: index === 0 }),
  );
  return known.length > 0;
}
