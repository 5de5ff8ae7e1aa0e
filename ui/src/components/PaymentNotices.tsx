import type { ReactNode } from "react";
import type { Problem } from "./cardAnswer";
import { Notice } from "./Notice";

/** The provider's answer was lost: the card may have been charged. */
export function PaymentUnknown() {
  return (
    <Notice tone="amber" title="We do not know yet whether your payment went through" role="alert">
      <p>Do not pay again; we are checking. This page goes on by itself as soon as we know.</p>
    </Notice>
  );
}

/** Nothing was charged, as far as is known; `children`: what to do about a card that was refused. */
export function PaymentProblem({ problem: { text, isGuess }, children }: { problem: Problem; children: ReactNode }) {
  return (
    <Notice tone="red" title={isGuess ? "No payment has reached us" : "Your payment did not go through"} role="alert">
      <p>{text}</p>
      {!isGuess && children}
    </Notice>
  );
}
