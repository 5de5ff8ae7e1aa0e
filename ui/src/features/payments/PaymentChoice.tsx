import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { Button } from "../../components/Button";
import { Money } from "../../components/Money";
import { Notice } from "../../components/Notice";
import { paths } from "../../paths";
import { useSite } from "../../site/SiteContext";
import { useGo } from "../../site/useGo";
import { BankPayment } from "./BankPayment";
import { CardPayment } from "./CardPayment";
import * as css from "./PaymentChoice.module.css";
import { askedMethod } from "./checkoutAddress";
import type { Checkout } from "./checkoutApi";
import { useTerms } from "./useTerms";

type Method = "card" | "bank";

/** What the visitor has asked for in place of the transfer that was chosen before; null for nothing. */
export type Replacement = Method | null;

type Props = {
  /** With the sums that are to be agreed to. */
  project: Checkout;
  /** What it costs to choose anew, where that is another sum than the chosen transfer's. */
  anew: Checkout["anew"];
  /** The sum of the transfer that was chosen. */
  agreedCents: number;
  replacing: Replacement;
  onReplace: (by: Replacement) => void;
  /** Told while a payment is under way. */
  onPaying: (paying: boolean) => void;
  refresh: () => Promise<void>;
};

/** The way that was chosen, unless the address asks for the other; only one that there is. */
function methodFirst({ method, cardAvailable, transferAvailable }: Checkout, asked: Method | null): Method {
  if (!cardAvailable) return "bank";
  const first = asked ?? (method === "bank" ? "bank" : "card");
  return first === "bank" && !transferAvailable && method !== "bank" ? "card" : first;
}

/** Card or transfer. The card form stays where it is while the transfer is looked at, so that nothing typed is lost. */
export function PaymentChoice({ project, anew, agreedCents, replacing, onReplace, onPaying, refresh }: Props) {
  const site = useSite();
  const go = useGo();
  const transferChosen = project.method === "bank";
  const { search } = useLocation();
  const [method, setMethod] = useState<Method>(() => methodFirst(project, askedMethod(search)));
  const [paying, setPaying] = useState(false);
  const { missing, terms } = useTerms();
  const chosenBefore = useRef<HTMLDivElement>(null);

  // Below a long order a phone would not show that there is nothing left to do.
  useEffect(() => {
    chosenBefore.current?.scrollIntoView({ block: "nearest", behavior: "instant" });
  }, []);

  function notePaying(now: boolean) {
    setPaying(now);
    onPaying(now);
  }

  function replaceBy(by: Method) {
    setMethod(by);
    onReplace(by);
  }

  function look(at: Method) {
    setMethod(at);
    if (at !== replacing) onReplace(null);
  }

  const previous = (
    <Button variant="secondary" onClick={() => go(paths.onboarding)}>
      Previous
    </Button>
  );
  const shared = { project, missing, terms: terms(paying), previous, onPaying: notePaying, refresh };
  return (
    <section className={css.payment} aria-labelledby="payment-title">
      <h2 id="payment-title">Payment</h2>
      {transferChosen && !replacing && anew && (
        <ChangedSum project={project} anew={anew} disabled={paying} onReplace={() => replaceBy("bank")} />
      )}
      {transferChosen && replacing === "bank" && (
        <Notice tone="blue" title="Your transfer, chosen anew" role="status">
          <p>
            Complete it below: we then wait for the new amount, and stop waiting for the transfer of <Money cents={agreedCents} />.
          </p>
        </Notice>
      )}
      {transferChosen && !replacing && (
        <div ref={chosenBefore}>
          <Notice tone="blue" title={`Bank transfer chosen, reference ${project.reference}`} role="status">
            <p>
              {project.isDisowned
                ? "If you have sent it already, please do not send it again."
                : "If you have sent it already, there is nothing left to do: we write to you as soon as it arrives."}
            </p>
          </Notice>
        </div>
      )}
      <fieldset className={css.methods}>
        <legend className={css.legend}>Payment Method</legend>
        <MethodOption
          value="card"
          label="Credit Card"
          hint={!project.cardAvailable ? "Not available at the moment" : project.appointmentDate ? "Paid at once, your time is confirmed at once" : "Paid at once"}
          chosen={method}
          disabled={paying || !project.cardAvailable}
          onChoose={look}
        />
        <MethodOption
          value="bank"
          label="Bank Transfer"
          hint={project.transferAvailable ? (project.transferNote ?? "") : "Not available at the moment"}
          chosen={method}
          disabled={paying || !(project.transferAvailable || transferChosen)}
          onChoose={look}
        />
      </fieldset>
      {!project.cardAvailable && project.transferAvailable && (
        <p className={css.sentence}>Card payment is not available at the moment. Please pay by bank transfer.</p>
      )}
      {transferChosen && project.cardAvailable && method === "card" && replacing !== "card" && (
        <div className={css.form}>
          <p>Paying by card takes the place of your transfer, and we stop waiting for it. Please do not do both.</p>
          <div className={css.actions}>
            <Button onClick={() => replaceBy("card")}>Pay by card instead</Button>
            <Button variant="secondary" onClick={() => look("bank")}>
              Keep the transfer
            </Button>
          </div>
        </div>
      )}
      {project.cardAvailable && (!transferChosen || replacing === "card") && (
        <div hidden={method !== "card"}>
          <CardPayment {...shared} replaceTransfer={replacing === "card"} />
        </div>
      )}
      {method === "bank" && project.transferAvailable && <BankPayment {...shared} replaceTransfer={replacing === "bank"} />}
      {!project.cardAvailable && !project.transferAvailable && <p className={css.sentence}>{site["payments.closed"]}</p>}
    </section>
  );
}

type ChangedProps = { project: Checkout; anew: NonNullable<Checkout["anew"]>; disabled: boolean; onReplace: () => void };

/** The credit is another than when the transfer was chosen: what was agreed stands unless the client chooses anew. */
function ChangedSum({ project, anew, disabled, onReplace }: ChangedProps) {
  const more = anew.creditCents > project.creditCents;
  const covered = anew.totalCents === 0;
  if (!covered && !project.transferAvailable) return null;
  return (
    <Notice
      tone={more ? "green" : "amber"}
      title={more ? "Your booking fee can be deducted" : "The booking fee that was deducted is no longer there"}
      role="status"
    >
      <p>
        Your transfer was chosen at <Money cents={project.totalCents} />, and that is the sum we wait for.{" "}
        {covered ? (
          "With your booking fee credited, there is nothing to pay: please do not send it."
        ) : (
          <>
            {more ? "With your booking fee credited" : "Without it"}, the total is <Money cents={anew.totalCents} />.
          </>
        )}
      </p>
      <p>If you have sent the transfer already, please leave it as it is.</p>
      <Button variant="secondary" disabled={disabled} onClick={onReplace}>
        {covered ? "Use the booking fee instead" : "Choose the transfer anew"}
      </Button>
    </Notice>
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
