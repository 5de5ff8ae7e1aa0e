import { useState } from "react";
import { Button } from "../../components/Button";
import { paths } from "../../paths";
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
  const go = useGo();
  const transferChosen = project.method === "bank";
  const [method, setMethod] = useState<Method>(transferChosen || !project.cardAvailable ? "bank" : "card");
  const [wantsCard, setWantsCard] = useState(false);
  const [accepted, setAccepted] = useState(false);
  const [paying, setPaying] = useState(false);

  function notePaying(now: boolean) {
    setPaying(now);
    onPaying(now);
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
          hint={project.transferNote ?? ""}
          chosen={method}
          disabled={paying}
          onChoose={setMethod}
        />
      </fieldset>
      {!project.cardAvailable && (
        <p className={css.sentence}>Card payment is not available at the moment. Please pay by bank transfer.</p>
      )}
      {transferChosen && method === "card" && !wantsCard && (
        <div className={css.instead}>
          <p>
            You have chosen a bank transfer for this project. Paying by card takes its place; if your transfer is already on its way,
            please do not pay again.
          </p>
          <Button variant="secondary" onClick={() => setWantsCard(true)}>
            Pay by card instead
          </Button>
        </div>
      )}
      {project.cardAvailable && (!transferChosen || wantsCard) && (
        <div hidden={method !== "card"}>
          <CardPayment {...shared} />
        </div>
      )}
      {method === "bank" && <BankPayment {...shared} />}
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
