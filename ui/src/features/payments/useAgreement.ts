import { useState, type FormEvent } from "react";
import { ApiError, errorText } from "../../api/client";
import { useErrorToast } from "../../components/useErrorToast";
import type { MethodProps } from "./CardPayment";

type Options<Answer> = Pick<MethodProps, "missing" | "onPaying" | "refresh"> & {
  /** Tells the server; a rejection is shown, and the form can be sent again. */
  agree: () => Promise<Answer>;
  /** What follows the server's answer; the visitor is leaving this page. */
  agreed: (answer: Answer) => void;
};

/** A form that asks for nothing but the terms: sent once, and only when they are accepted. */
export function useAgreement<Answer>({ missing, onPaying, refresh, agree, agreed }: Options<Answer>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const failed = useErrorToast();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (missing) return missing.ask();
    setBusy(true);
    onPaying(true);
    setProblem("");
    failed.clear();
    let answer: Answer;
    try {
      answer = await agree();
    } catch (error) {
      setProblem(errorText(error, "We could not reach the server, or its answer was lost. Please try again; it counts once."));
      failed.tell("Payment Error", "An error occurred during payment processing");
      // Paid or changed meanwhile, or another price: the project as it is now says what to do.
      if (error instanceof ApiError && [409, 422].includes(error.status)) await refresh();
      setBusy(false);
      onPaying(false);
      return;
    }
    agreed(answer);
  }

  return { busy, problem, submit };
}
