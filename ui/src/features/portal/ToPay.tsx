import { useState } from "react";
import { errorText, request } from "../../api/client";
import { BankPanel } from "../../components/BankPanel";
import { Button, ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { ConfirmDialog } from "../../components/Dialog";
import { formatCents } from "../../components/Money";
import { toast } from "../../components/toast";
import { projectsKey, useRefresh, type ProjectDetails, type ProjectMoney } from "./api";
import { notReached } from "./ConsultationEnds";
import * as css from "./ProjectMoney.module.css";

type Asked = NonNullable<ProjectMoney["toPay"]>;
type Props = { project: ProjectDetails; money: ProjectMoney; asked: Asked };

/** What a project is paid with before its work begins: the sum, by which ways, and the way out of it. */
export function ToPay({ project, money, asked }: Props) {
  const { cents, awaitsTransfer, payAt, card, transfer } = asked;
  const [givesUp, setGivesUp] = useState(false);
  return (
    <>
      {awaitsTransfer && money.account ? (
        <BankPanel title="Pay by bank transfer" heading="h4" amountCents={cents} reference={project.reference} {...money.account}>
          Please use exactly this reference so that we can match your payment. If you have sent it already, there is nothing left to do.
        </BankPanel>
      ) : (
        <p>
          {awaitsTransfer ? `Your transfer of ${formatCents(cents)} is awaited.` : cents > 0 ? `${formatCents(cents)} inc. GST is to be paid.` : "Your booking fee covers the price: there is nothing to pay."}
        </p>
      )}
      {payAt && (
        <div className={css.acts}>
          <Ways asked={asked} at={payAt} isCard={card} isTransfer={transfer} />
        </div>
      )}
      <p>
        <Button variant="quiet" onClick={() => setGivesUp(true)}>
          Give up {project.reference}
        </Button>
      </p>
      <GiveUpDialog project={project} asked={asked} open={givesUp} onClose={() => setGivesUp(false)} />
    </>
  );
}

type WaysProps = { asked: Asked; at: string; isCard: boolean; isTransfer: boolean };

function Ways({ asked: { cents, awaitsTransfer }, at, isCard, isTransfer }: WaysProps) {
  if (awaitsTransfer) {
    return isCard && (
      <ButtonLink variant="secondary" to={`${at}&method=card`}>
        Pay by card instead
      </ButtonLink>
    );
  }
  if (cents === 0) return <ButtonLink to={at}>Confirm your booking</ButtonLink>;
  return (
    <>
      {isCard && <ButtonLink to={`${at}&method=card`}>Pay {formatCents(cents)} by card</ButtonLink>}
      {isTransfer && (
        <ButtonLink variant={isCard ? "secondary" : "primary"} to={`${at}&method=bank`}>
          {isCard ? "Pay by bank transfer" : `Pay ${formatCents(cents)} by bank transfer`}
        </ButtonLink>
      )}
    </>
  );
}

type DialogProps = { project: ProjectDetails; asked: Asked; open: boolean; onClose: () => void };

/** Asks before an unpaid project is cancelled with what is kept for it. */
function GiveUpDialog({ project, asked, open, onClose }: DialogProps) {
  const { reference, serviceTitle } = project;
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();

  async function giveUp() {
    setBusy(true);
    try {
      await request("POST", `${projectsKey}/${project.id}/give-up`);
      toast({ title: `${reference} is given up`, body: "Nothing is owed for it." });
    } catch (error) {
      toast({ title: `${reference} is not given up`, body: errorText(error, notReached), variant: "destructive" });
    }
    setBusy(false);
    onClose();
    await refresh();
  }

  return (
    <ConfirmDialog
      open={open}
      title={`Give up ${reference}?`}
      confirmLabel="Give it up"
      cancelLabel="Keep it"
      danger
      busy={busy}
      onConfirm={() => void giveUp()}
      onCancel={onClose}
    >
      <p>
        Your project {reference} ({serviceTitle}) is cancelled, and nothing is owed for it.
        {asked.held && (
          <>
            {" "}
            Its time,{" "}
            <strong>
              <DateTime iso={asked.held} format="full" />
            </strong>
            , is free for others at once.
          </>
        )}{" "}
        This cannot be undone online.
      </p>
      {asked.awaitsTransfer && <p>Please do not transfer anything for it. If your transfer is on its way already, we agree with you on giving it back.</p>}
      {asked.creditCents > 0 && <p>The {formatCents(asked.creditCents)} of your booking fee is free again for another service.</p>}
    </ConfirmDialog>
  );
}
