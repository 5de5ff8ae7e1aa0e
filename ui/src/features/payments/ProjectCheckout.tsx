import { Suspense, useState } from "react";
import { useFreshQuery } from "../../api/query";
import { ApiError, needsOwnPassword } from "../../api/client";
import { keepSlot } from "../../api/slots";
import { Notice } from "../../components/Notice";
import { lazily } from "../../lazily";
import { checkoutFor } from "../../paths";
import { AlreadyPaid, CheckoutLoading, Closed, GivenBack, OtherPrice, PasswordFirst, StillChecking, UnknownProject, Unreachable } from "./CheckoutScreens";
import { AddressNotTheirs } from "./AddressNotTheirs";
import * as css from "./CheckoutPage.module.css";
import { projectKey, type Checkout } from "./checkoutApi";
import { CreditHint } from "./CreditHint";
import { HoldCountdown } from "./HoldCountdown";
import { NothingToPay } from "./NothingToPay";
import { OrderSummary } from "./OrderSummary";
import { PaymentChoice, type Replacement } from "./PaymentChoice";
import { SignInToChange } from "./SignInToChange";

const ChooseTime = lazily(() => import("../../components/ChooseTime"));

/** The checkout of one project, in whichever state it is. */
export function ProjectCheckout({ id }: { id: number }) {
  const { data: project, error, mutate } = useFreshQuery<Checkout>(projectKey(id));
  const [paying, setPaying] = useState(false);
  const [replacement, setReplacement] = useState<Replacement>(null);
  const refresh = async () => {
    await mutate().catch(() => undefined);
  };

  if (error instanceof ApiError && error.status === 404 && !paying) return <UnknownProject />;
  if (!project) {
    if (needsOwnPassword(error)) return <PasswordFirst />;
    return error ? <Unreachable onRetry={() => void refresh()} /> : <CheckoutLoading />;
  }
  // Whatever happens to the project while the card is being charged, the form stays until there is an answer.
  if (!paying) {
    if (project.hasGoneOn) return <SignInToChange back={checkoutFor(id, project.totalCents)} />;
    const { arrived } = project;
    if (arrived?.state === "refunded") return <GivenBack id={id} arrived={arrived} />;
    if (arrived?.state === "other_price") return <OtherPrice id={id} arrived={arrived} />;
    if (arrived) return <AlreadyPaid id={id} arrived={arrived} />;
    if (project.paymentStatus === "processing") return <StillChecking id={id} kept={project.appointmentDate !== null} />;
    if (project.paidWithBooking || (project.status !== "inquiry" && project.status !== "pending_payment")) {
      return <Closed cancelled={project.status === "cancelled"} />;
    }
    if (!project.canPay) {
      return (
        <div className={css.stacked}>
          {project.isDisowned && <AddressNotTheirs reference={project.reference} />}
          <Notice tone="amber" title={project.hasHadTime ? "Your time is no longer held" : "Your consultation has no time yet"} role="alert">
            {project.hasHadTime ? (
              <p>No payment has reached us, and your project is kept.{project.mayChange && " Choose another time, then pay."}</p>
            ) : (
              <p>Choose a time, then pay here. Or send the bank transfer that we asked for by email, and choose the time once it has arrived.</p>
            )}
            {project.method === "bank" && project.transferNote && <p>{project.transferNote}</p>}
          </Notice>
          {project.mayChange ? (
            <Suspense>
              <ChooseTime
                confirmLabel="Keep this time"
                meeting={project.meeting}
                heir="#payment-title"
                onKeep={async (slot, way) => {
                  await keepSlot(slot, id, way);
                  await refresh();
                }}
              />
            </Suspense>
          ) : (
            <SignInToChange back={checkoutFor(id, project.totalCents)} />
          )}
        </div>
      );
    }
  }
  // Whatever takes a chosen transfer's place costs what the project costs now; the transfer itself, what was agreed.
  const replacing = project.method === "bank" ? replacement : null;
  const shown = replacing ? { ...project, ...project.anew } : project;
  return (
    <div className={css.stacked}>
      {project.isDisowned && <AddressNotTheirs reference={project.reference} />}
      <div className={css.columns}>
        <OrderSummary project={shown}>
          {shown.feeElsewhere && <p>{shown.feeElsewhere}</p>}
          {shown.creditCents === 0 && <CreditHint project={shown} />}
          {project.holdExpiresAt && (
            <HoldCountdown key={project.now} now={project.now} until={project.holdExpiresAt} onEnd={() => void refresh()} />
          )}
        </OrderSummary>
        {!project.mayChange && !paying ? (
          <SignInToChange back={checkoutFor(id, project.totalCents)} />
        ) : shown.totalCents > 0 ? (
          <PaymentChoice
            project={shown}
            anew={project.anew}
            agreedCents={project.totalCents}
            replacing={replacing}
            onReplace={setReplacement}
            onPaying={setPaying}
            refresh={refresh}
          />
        ) : (
          <NothingToPay project={shown} onPaying={setPaying} refresh={refresh} />
        )}
      </div>
    </div>
  );
}
