import { useState } from "react";
import type { Missing } from "../../components/StillMissing";
import { useErrorToast } from "../../components/useErrorToast";
import { AcceptTerms } from "./AcceptTerms";

const message = "Please accept the terms and conditions to proceed";

/** The terms' tick, and while it is `missing`, what says so and leads to it. */
export function useTerms() {
  const [accepted, setAccepted] = useState(false);
  const [asked, setAsked] = useState(0);
  const unasked = useErrorToast();

  function ask() {
    unasked.tell("Terms Required", message);
    setAsked(asked + 1);
  }

  function accept(now: boolean) {
    unasked.clear();
    setAccepted(now);
  }

  const missing: Missing | undefined = accepted ? undefined : { note: "First accept the terms and conditions above.", ask };
  const error = asked > 0 && !accepted ? message : undefined;
  return {
    missing,
    terms: (disabled: boolean) => (
      <AcceptTerms accepted={accepted} asked={asked} error={error} disabled={disabled} onChange={accept} />
    ),
  };
}
