import { useId } from "react";
import { Button, ButtonLink } from "../../components/Button";
import { formatCents } from "../../components/Money";
import { Notice } from "../../components/Notice";
import { StillMissing } from "../../components/StillMissing";
import { toast } from "../../components/toast";
import { successFor } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { useGo } from "../../site/useGo";
import { BankPanel } from "../../components/BankPanel";
import type { ReplacingProps } from "./CardPayment";
import { chooseTransfer } from "./checkoutApi";
import * as css from "./PaymentChoice.module.css";
import { useAgreement } from "./useAgreement";
import { useRemember } from "./useRemember";

/** Where the money goes, and the promise to send it. */
export function BankPayment({ project, replaceTransfer, missing, terms, previous, onPaying, refresh }: ReplacingProps) {
  const site = useSite();
  const go = useGo();
  const remember = useRemember(project);
  const missingId = useId();
  const { busy, problem, submit } = useAgreement({
    missing,
    onPaying,
    refresh,
    agree: () => chooseTransfer(project.id, project.totalCents, replaceTransfer),
    agreed: ({ bank }) => {
      remember(project.reference, "bank_transfer", "pending");
      toast({ title: bank?.byEmail ? "Bank Transfer Info Sent" : "Bank Transfer Chosen", body: "Please complete your bank transfer using the reference number provided." });
      go(successFor(project.id));
    },
  });

  const awaited = project.method === "bank" && (project.keptForTransfer || !project.appointmentDate) && !replaceTransfer;
  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <BankPanel
        title="Our account"
        amountCents={project.totalCents}
        reference={project.reference}
        accountName={site["bank.accountName"]}
        bsb={site["bank.bsb"]}
        account={site["bank.account"]}
      >
        {awaited
          ? `We are waiting for your transfer. ${project.bank?.byEmail ? "Our letter to you has these details, too." : "Copy these details, so that you have them at hand."}`
          : `Complete the booking here first: we then ${project.appointmentDate ? "keep your time for your transfer, and " : ""}show you these details again.`}
      </BankPanel>
      {problem && <Notice tone="red" title={problem} role="alert" />}
      {awaited ? (
        <div className={css.actions}>
          <ButtonLink to={successFor(project.id)}>Show your booking</ButtonLink>
          {previous}
        </div>
      ) : (
        <>
          {terms}
          <p>Nothing is charged now: you send the money from your bank, with the reference above.</p>
          <div className={css.actions}>
            <StillMissing id={missingId} missing={missing} />
            <Button type="submit" busy={busy} aria-disabled={busy || missing !== undefined || undefined} aria-describedby={missing && missingId}>
              Complete Payment by transferring {formatCents(project.totalCents)}
            </Button>
            {!busy && previous}
          </div>
        </>
      )}
    </form>
  );
}
