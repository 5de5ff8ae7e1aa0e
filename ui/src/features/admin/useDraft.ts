import { useEffect, useRef, useState } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useUser } from "../../api/user";
import { recall, remember, tried, type Sending } from "../../components/draft";

/** What staff have typed for an act at `place` and not sent yet: closing its dialog, also by the phone's Back, loses nothing. */
export function useDraft<Values extends object>(place: string, blank: Values) {
  const own = `draft.${useUser()?.name ?? ""} ${place}`;
  const [kept] = useState(() => recall<{ values: Values; sending: Sending }>(own, { values: blank, sending: null }));
  const [unchanged] = useState(() => JSON.stringify(blank));
  const latest = useRef(kept);

  function store(values: Values, sending: Sending) {
    latest.current = { values, sending };
    remember(own, JSON.stringify(values) === unchanged ? null : latest.current);
  }

  return {
    /** What to begin with. */
    values: kept.values,
    keep: (values: Values) => store(values, latest.current.sending),
    /** The name under which `body` is sent: tried again after a lost answer, it is done once. */
    keyOf(body: object): string {
      const sending = tried(latest.current.sending, JSON.stringify(body));
      store(latest.current.values, sending);
      return sending.key;
    },
    /** It is done. */
    forget: () => store(blank, null),
  };
}

/** The same of a form. */
export function useKept<Values extends FieldValues>(draft: { keep: (values: Values) => void }, form: UseFormReturn<Values>): void {
  const keep = useRef(draft.keep);
  useEffect(() => form.subscribe({ formState: { values: true }, callback: ({ values }) => keep.current(values) }), [form]);
}
