import { useState, type FormEvent } from "react";
import { ApiError, errorText } from "../../api/client";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { toast } from "../../components/toast";
import { paths, successFor } from "../../paths";
import { useGo } from "../../site/useGo";
import { AcceptTerms } from "./AcceptTerms";
import { confirmCovered, type Checkout } from "./checkoutApi";
import * as css from "./PaymentChoice.module.css";
import { termsRequired } from "./terms";
import { useRemember } from "./useRemember";

type Props = {
  project: Checkout;
  /** Told while the booking is being confirmed. */
  onPaying: (paying: boolean) => void;
  refresh: () => Promise<void>;
};

/** The booking fee's credit covers the price: the terms, and one button. */
export function NothingToPay({ project, onPaying, refresh }: Props) {
  const go = useGo();
  const remember = useRemember(project);
  const [accepted, setAccepted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (!accepted) return termsRequired();
    setBusy(true);
    onPaying(true);
    setProblem("");
    try {
      await confirmCovered(project.id);
    } catch (error) {
      setProblem(errorText(error, "We could not reach the server. Nothing has changed; please try again."));
      toast({ title: "Payment Error", body: "An error occurred during payment processing", variant: "destructive" });
      if (error instanceof ApiError && error.status === 409) await refresh();
      setBusy(false);
      onPaying(false);
      return;
    }
    remember(project.reference, "credit", "completed");
    go(successFor(project.id));
  }

  return (
    <section className={css.payment} aria-labelledby="payment-title">
      <h2 id="payment-title">Nothing to pay</h2>
      <p className={css.sentence}>The booking fee that you have paid covers this service. Confirm, and the time is yours.</p>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {problem && <Notice tone="red" title={problem} role="alert" />}
        <AcceptTerms accepted={accepted} disabled={busy} onChange={setAccepted} />
        <div className={css.actions}>
          <Button type="submit" busy={busy} aria-disabled={busy || !accepted || undefined}>
            Confirm booking
          </Button>
          {!busy && (
            <Button variant="secondary" onClick={() => go(paths.onboarding)}>
              Previous
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}
