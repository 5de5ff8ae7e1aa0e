import { Suspense, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { errorText } from "../../api/client";
import { setUpCard, type ReadyCard } from "../../api/cardProvider";
import { settlePayment } from "../../api/payments";
import { BankPanel } from "../../components/BankPanel";
import { Button } from "../../components/Button";
import type { Problem } from "../../components/cardAnswer";
import { DateTime } from "../../components/DateTime";
import { useHeir } from "../../components/focus";
import { Fold, useOneColumn } from "../../components/Fold";
import { formatCents } from "../../components/Money";
import { Notice } from "../../components/Notice";
import { PaymentProblem, PaymentUnknown } from "../../components/PaymentNotices";
import { Skeleton } from "../../components/Skeleton";
import { toast } from "../../components/toast";
import { useCardAnswer } from "../../components/useCardAnswer";
import { lazily } from "../../lazily";
import { projectPage } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { useRefresh, type OrderMoney, type ProjectDetails, type ProjectMoney } from "./api";
import * as css from "./ProjectMoney.module.css";

const CardForm = lazily(() => import("../../components/CardForm"));

type Props = { project: ProjectDetails; money: ProjectMoney; order: OrderMoney };

/** How an invoice is paid: by when, where a transfer goes, and the card form. Nothing for what is paid. */
export function OpenBill({ project, money, order }: Props) {
  const refresh = useRefresh();
  const oneColumn = useOneColumn();
  const [paying, setPaying] = useState(false);
  const look = async () => {
    await refresh();
  };

  // The bank has sent the visitor back: nothing of the address is kept, and the server is asked.
  const comeBack = useEffectEvent(() => {
    const address = new URL(window.location.href);
    const intent = address.searchParams.get("payment_intent");
    if (!order.bill || address.searchParams.get("bill") !== String(order.bill)) return;
    window.history.replaceState(window.history.state, "", address.pathname + address.hash);
    if (intent) void settlePayment(intent).then(look);
  });
  useEffect(() => comeBack(), []);

  if (!order.bill || order.withdrawn) return null;
  if (order.isDeciding) {
    return (
      <Notice tone="blue" title="Your bank is deciding about your payment" role="status">
        <p>Please do not pay again meanwhile.</p>
      </Notice>
    );
  }
  return (
    <>
      {order.state === "unpaid" && order.owedCents > 0 && order.dueOn && (
        <p>
          {order.overdue ? "Was due on" : "Due on"} <DateTime iso={`${order.dueOn}T12:00:00+10:00`} />.
        </p>
      )}
      {order.owedCents > 0 && order.state !== "part_paid" && project.status === "cancelled" && (
        <p>The project is cancelled. This invoice stays to be paid unless we withdraw it.</p>
      )}
      {order.state === "part_paid" && (
        <p>
          {project.status === "cancelled" && "The project is cancelled. "}
          {formatCents(order.owedCents)} of {formatCents(order.totalCents)} is still owed. Please do not pay again, also where the invoice,
          which was written before your payment, says how: we call you to agree on the rest.
        </p>
      )}
      {order.card &&
        (paying ? (
          <CardOf project={project} order={order} look={look} close={() => setPaying(false)} />
        ) : (
          <Button wide onClick={() => setPaying(true)}>
            Pay {formatCents(order.owedCents)} by card
          </Button>
        ))}
      {order.transfer && money.account && !paying && (
        <Fold title="Or by bank transfer" when={oneColumn && order.card}>
          <BankPanel
            title={order.card && !oneColumn ? "Or by bank transfer" : "Pay by bank transfer"}
            heading="h4"
            amountCents={order.owedCents}
            reference={order.reference}
            {...money.account}
          >
            Please use exactly this reference so that we can match your payment.
          </BankPanel>
        </Fold>
      )}
    </>
  );
}

type CardProps = { project: ProjectDetails; order: OrderMoney; look: () => Promise<void>; close: () => void };

function CardOf({ project, order, look, close }: CardProps) {
  const site = useSite();
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useHeir(`[id="${order.reference}"]`);
  const [card, setCard] = useState<ReadyCard | null>(null);
  const [failed, setFailed] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const answer = useCardAnswer({
    onProblem: setProblem,
    async onCharged(intent, paid) {
      await settlePayment(intent);
      if (paid) toast({ title: "Payment received", body: `${order.reference} is paid. The receipt is on its way by email.` });
      await look();
      return true;
    },
    onAsked: () => void look(),
  });

  const setUp = useEffectEvent(() =>
    setUpCard(site, { projectId: project.id, bill: order.bill, amount: order.owedCents / 100, replaceTransfer: true }),
  );
  const lookAgain = useEffectEvent(look);
  useEffect(() => {
    let gone = false;
    setUp().then(
      (ready) => {
        if (!gone) setCard(ready);
      },
      async (error: unknown) => {
        // Paid or withdrawn meanwhile: the money as it is now says so.
        await lookAgain();
        if (!gone) setFailed(errorText(error, "There was an error setting up the payment. Please try again."));
      },
    );
    return () => {
      gone = true;
    };
  }, []);

  useEffect(() => heading.current?.focus(), []);

  const leave = (
    <Button variant="quiet" onClick={close}>
      Not now
    </Button>
  );
  const waiting = (
    <div aria-busy="true">
      <p role="status">Preparing your secure payment...</p>
      <Skeleton shape="field" count={3} />
    </div>
  );
  return (
    <section aria-labelledby={title}>
      <h4 id={title} ref={heading} tabIndex={-1} className={css.title}>
        Pay by card
      </h4>
      {failed ? (
        <Notice tone="red" title="The card form could not be opened" role="alert">
          <p>{failed} No payment was made by this.</p>
          {leave}
        </Notice>
      ) : !card ? (
        waiting
      ) : (
        <div className={css.card}>
          <Suspense fallback={waiting}>
            <CardForm
              provider={card.provider}
              clientSecret={card.clientSecret}
              returnUrl={`${location.origin}${projectPage(project.id)}?bill=${order.bill}#money`}
              payLabel={`Pay ${formatCents(order.owedCents)}`}
              otherActions={leave}
              beforeConfirm={() => {
                answer.forget();
                return Promise.resolve(setProblem(null));
              }}
              onResult={(result) => answer.conclude(result, card.paymentIntent)}
              onException={(_, asked) => answer.broken(asked, card.paymentIntent, "An error occurred during payment processing")}
              onLoadError={setFailed}
            >
              {answer.unknown && <PaymentUnknown />}
              {problem && (
                <PaymentProblem problem={problem}>
                  <p>You have not been charged. Check the card details, use another card or pay by bank transfer.</p>
                </PaymentProblem>
              )}
            </CardForm>
          </Suspense>
        </div>
      )}
    </section>
  );
}
