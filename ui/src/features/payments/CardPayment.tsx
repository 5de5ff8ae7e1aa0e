import { Suspense, useEffect, useState, type ReactNode } from "react";
import { ApiError, errorText } from "../../api/client";
import { setUpCard, type ReadyCard } from "../../api/cardProvider";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { formatCents } from "../../components/Money";
import type { Problem } from "../../components/cardAnswer";
import { PaymentProblem, PaymentUnknown } from "../../components/PaymentNotices";
import { Skeleton } from "../../components/Skeleton";
import type { Missing } from "../../components/StillMissing";
import { toast } from "../../components/toast";
import { lazily } from "../../lazily";
import { successFor } from "../../paths";
import { useSite } from "../../site/SiteContext";
import * as css from "./PaymentChoice.module.css";
import { acceptTerms, type Checkout } from "./checkoutApi";
import { useCardResult } from "./useCardResult";

const CardForm = lazily(() => import("../../components/CardForm"));

export type MethodProps = {
  project: Checkout;
  /** Asked for in place of paying while the terms are not ticked. */
  missing: Missing | undefined;
  terms: ReactNode;
  previous: ReactNode;
  onPaying: (paying: boolean) => void;
  refresh: () => Promise<void>;
};

export type ReplacingProps = MethodProps & {
  /** The visitor has asked for this in place of the transfer that was chosen before. */
  replaceTransfer: boolean;
};

type Setup = { state: "waiting" } | { state: "ready"; card: ReadyCard } | { state: "failed"; message: string };

const setupError = "There was an error setting up the payment. Please try again.";

/** The card form of a project. */
export function CardPayment({ project, replaceTransfer, missing, terms, previous, onPaying, refresh }: ReplacingProps) {
  const site = useSite();
  const [setup, setSetup] = useState<Setup>({ state: "waiting" });
  const [attempt, setAttempt] = useState(1);
  const [problem, setProblem] = useState<Problem | null>(null);
  const result = useCardResult({ project, onProblem: setProblem, refresh });

  function fail(error: unknown) {
    toast({ title: "Payment Setup Error", body: setupError, variant: "destructive" });
    setSetup({ state: "failed", message: errorText(error, "") });
  }

  useEffect(() => {
    let gone = false;
    setUpCard(site, { projectId: project.id, amount: project.totalCents / 100, replaceTransfer }).then(
      async (card) => {
        if (!gone) setSetup({ state: "ready", card });
        // The transfer is withdrawn: what the page says of it is no longer true.
        if (replaceTransfer) await refresh();
      },
      async (error: unknown) => {
        // Paid, cancelled or expired meanwhile, or another price: the project as it is now says what to do.
        if (error instanceof ApiError && [404, 409, 422].includes(error.status)) await refresh();
        if (!gone) fail(error);
      },
    );
    return () => {
      gone = true;
    };
    // Once for each attempt, and anew for another sum.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [attempt, project.id, project.totalCents]);

  if (setup.state === "failed") {
    return (
      <div className={css.form}>
        <Notice tone="red" title={setupError} role="alert">
          {setup.message && <p>{setup.message}</p>}
          <p>No payment was made by this.{project.transferAvailable && " You can also pay by bank transfer."}</p>
        </Notice>
        <div className={css.actions}>
          <Button
            onClick={() => {
              setSetup({ state: "waiting" });
              setAttempt(attempt + 1);
            }}
          >
            Try Again
          </Button>
          {previous}
        </div>
      </div>
    );
  }
  const payLabel = `Complete Payment, ${formatCents(project.totalCents)}`;
  const waiting = (
    <div className={css.form}>
      <div className={css.preparing}>
        <p role="status">Preparing your secure payment...</p>
        <Skeleton shape="field" count={3} />
      </div>
      {terms}
      <div className={css.actions}>
        <Button disabled>{payLabel}</Button>
        {previous}
      </div>
    </div>
  );
  if (setup.state === "waiting") return waiting;
  const { card } = setup;
  return (
    <Suspense fallback={waiting}>
      <CardForm
        provider={card.provider}
        clientSecret={card.clientSecret}
        returnUrl={location.origin + successFor(project.id)}
        payLabel={payLabel}
        otherActions={previous}
        missing={missing}
        beforeConfirm={() => {
          result.forget(); // it was about the attempt before
          setProblem(null);
          return acceptTerms(project.id);
        }}
        onBusy={onPaying}
        onResult={(answer) => result.conclude(answer, card.paymentIntent)}
        onException={(error, asked) => result.exception(error, asked, card.paymentIntent)}
        onLoadError={(message) => fail(new TypeError(message))}
      >
        {result.unknown && <PaymentUnknown />}
        {problem && (
          <PaymentProblem problem={problem}>
            <p>
              You have not been charged. Check the card details, {project.transferAvailable ? "use another card or pay by bank transfer." : "or use another card."}
            </p>
          </PaymentProblem>
        )}
        {terms}
      </CardForm>
    </Suspense>
  );
}
