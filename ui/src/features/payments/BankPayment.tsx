import { useState, type FormEvent } from "react";
import { ApiError, errorText } from "../../api/client";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { toast } from "../../components/toast";
import { successFor } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { useGo } from "../../site/useGo";
import { BankPanel } from "./BankPanel";
import type { MethodProps } from "./CardPayment";
import { chooseTransfer } from "./checkoutApi";
import * as css from "./PaymentChoice.module.css";
import { termsRequired } from "./terms";
import { useRemember } from "./useRemember";

/** Where the money goes, and the promise to send it. */
export function BankPayment({ project, accepted, terms, previous, onPaying, refresh }: MethodProps) {
  const site = useSite();
  const go = useGo();
  const remember = useRemember(project);
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
      await chooseTransfer(project.id);
    } catch (error) {
      setProblem(errorText(error, "We could not reach the server. Nothing has changed; please try again."));
      toast({ title: "Payment Error", body: "An error occurred during payment processing", variant: "destructive" });
      if (error instanceof ApiError && error.status === 409) await refresh();
      setBusy(false);
      onPaying(false);
      return;
    }
    remember(project.reference, "bank_transfer", "pending");
    toast({ title: "Bank Transfer Info Sent", body: "Please complete your bank transfer using the reference number provided." });
    go(successFor(project.id));
  }

  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <BankPanel
        title="Our account"
        amount={project.total}
        reference={project.reference}
        accountName={site["bank.accountName"]}
        bsb={site["bank.bsb"]}
        account={site["bank.account"]}
      >
        {project.method === "bank"
          ? "We are waiting for your transfer, and have sent you these details by e-mail."
          : "Complete the booking here first: we then keep your time until your transfer can be here, and send you these details by e-mail."}
      </BankPanel>
      {problem && <Notice tone="red" title={problem} role="alert" />}
      {terms}
      <div className={css.actions}>
        <Button type="submit" busy={busy} aria-disabled={busy || !accepted || undefined}>
          Complete Payment
        </Button>
        {!busy && previous}
      </div>
    </form>
  );
}
