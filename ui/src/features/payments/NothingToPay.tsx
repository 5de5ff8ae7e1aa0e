import { useId } from "react";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { StillMissing } from "../../components/StillMissing";
import { paths, successFor } from "../../paths";
import { useGo } from "../../site/useGo";
import { confirmCovered, type Checkout } from "./checkoutApi";
import * as css from "./PaymentChoice.module.css";
import { useAgreement } from "./useAgreement";
import { useRemember } from "./useRemember";
import { useTerms } from "./useTerms";

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
  const missingId = useId();
  const { missing, terms } = useTerms();
  const { busy, problem, submit } = useAgreement({
    missing,
    onPaying,
    refresh,
    agree: () => confirmCovered(project.id),
    agreed: () => {
      remember(project.reference, "credit", "completed");
      go(successFor(project.id));
    },
  });

  return (
    <section className={css.payment} aria-labelledby="payment-title">
      <h2 id="payment-title">Nothing to pay</h2>
      <p className={css.sentence}>
        The booking fee that you have paid covers this service. Confirm, and the time is yours.
        {project.method === "bank" && " It takes the place of the bank transfer that you have chosen: please do not send it."}
      </p>
      <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        {problem && <Notice tone="red" title={problem} role="alert" />}
        {terms(busy)}
        <div className={css.actions}>
          <StillMissing id={missingId} missing={missing} />
          <Button type="submit" busy={busy} aria-disabled={busy || missing !== undefined || undefined} aria-describedby={missing && missingId}>
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
