import { useState } from "react";
import { toast } from "../../components/toast";
import { AcceptTerms } from "./AcceptTerms";

const message = "Please accept the terms and conditions to proceed";

/** The terms' tick, and while it is `missing`, what says so and leads to it. */
export function useTerms() {
  const [accepted, setAccepted] = useState(false);
  const [asked, setAsked] = useState(0);

  function ask() {
    toast({ title: "Terms Required", body: message, variant: "destructive" });
    setAsked(asked + 1);
  }

  const error = asked > 0 && !accepted ? message : undefined;
  return {
    missing: accepted ? undefined : ask,
    terms: (disabled: boolean) => (
      <AcceptTerms accepted={accepted} asked={asked} error={error} disabled={disabled} onChange={setAccepted} />
    ),
  };
}
