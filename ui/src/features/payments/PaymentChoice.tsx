import { useState } from "react";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { paths } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { useGo } from "../../site/useGo";
import { AcceptTerms } from "./AcceptTerms";
import { BankPayment } from "./BankPayment";
import { CardPayment } from "./CardPayment";
import * as css from "./PaymentChoice.module.css";
import type { Checkout } from "./checkoutApi";

type Method = "card" | "bank";

type Props = {
  project: Checkout;
  /** Told while a payment is under way. */
  onPaying: (paying: boolean) => void;
  refresh: () => Promise<void>;
};

/** Card or transfer. The card form stays where it is while the transfer is looked at, so that nothing typed is lost. */
export function PaymentChoice({ project, onPaying, refresh }: Props) {
  const site = useSite();
  const go = useGo();
  const transferChosen = project.method === "bank";
  const [method, setMethod] = useState<Method>(transferChosen || !project.cardAvailable ? "bank" : "card");
  const [replacesTransfer, setReplacesTransfer] = useState(false);
  const [accepted, setAccepted] = useState(false);
  const [paying, setPaying] = useState(false);

  function notePaying(now: boolean) {
    setPaying(now);
    onPaying(now);
  }

  function payByCardInstead() {
    setMethod("card");
    setReplacesTransfer(true);
  }

  const terms = <AcceptTerms accepted={accepted} disabled={paying} onChange={setAccepted} />;
  const previous = (
    <Button variant="secondary" onClick={() => go(paths.onboarding)}>
      Previous
    </Button>
  );
  const shared = { project, accepted, terms, previous, onPaying: notePaying, refresh };
  return (
    <section className={css.payment} aria-labelledby="payment-title">
      <h2 id="payment-title">Payment</h2>
      {transferChosen && !replacesTransfer && (
        <Notice tone="blue" title={`Bank transfer chosen, reference ${project.reference}`} role="status">
          <p>If you have sent it already, there is nothing left to do: we write to you as soon as it arrives.</p>
          {project.cardAvailable && (
            <>
              <p>Paying by card takes its place, and we stop waiting for the transfer. Please do not do both.</p>
              <Button variant="secondary" disabled={paying} onClick={payByCardInstead}>
                Pay by card instead
              </Button>
            </>
          )}
        </Notice>
      )}
      <fieldset className={css.methods}>
        <legend className={css.legend}>Payment Method</legend>
        <MethodOption
          value="card"
          label="Credit Card"
          hint={project.cardAvailable ? "Paid at once, your time is confirmed at once" : "Not available at the moment"}
          chosen={method}
          disabled={paying || !project.cardAvailable}
          onChoose={setMethod}
        />
        <MethodOption
          value="bank"
          label="Bank Transfer"
          hint={project.transferAvailable ? (project.transferNote ?? "") : "Not available at the moment"}
          chosen={method}
          disabled={paying || !(project.transferAvailable || transferChosen)}
          onChoose={setMethod}
        />
      </fieldset>
      {!project.cardAvailable && project.transferAvailable && (
        <p className={css.sentence}>Card payment is not available at the moment. Please pay by bank transfer.</p>
      )}
      {project.cardAvailable && (!transferChosen || replacesTransfer) && (
        <div hidden={method !== "card"}>
          <CardPayment {...shared} replaceTransfer={replacesTransfer && transferChosen} />
        </div>
      )}
      {method === "bank" && project.transferAvailable && <BankPayment {...shared} />}
      {!project.cardAvailable && !project.transferAvailable && <p className={css.sentence}>{site["payments.closed"]}</p>}
    </section>
  );
}

type OptionProps = {
  value: Method;
  label: string;
  hint: string;
  chosen: Method;
  disabled: boolean;
  onChoose: (method: Method) => void;
};

function MethodOption({ value, label, hint, chosen, disabled, onChoose }: OptionProps) {
  return (
    <label className={css.method}>
      <input
        type="radio"
        name="paymentMethod"
        className={css.radio}
        value={value}
        checked={value === chosen}
        disabled={disabled}
        aria-describedby={`method-${value}`}
        aria-label={label}
        onChange={() => onChoose(value)}
      />
      <span>
        <span className={css.name}>{label}</span>
        <small id={`method-${value}`} className={css.hint}>
          {hint}
        </small>
      </span>
    </label>
  );
}
