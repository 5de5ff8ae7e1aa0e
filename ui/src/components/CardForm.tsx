import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type { Appearance, PaymentIntentResult, Stripe, StripePaymentElementOptions } from "@stripe/stripe-js";
import { useId, useRef, useState, type FormEvent, type ReactNode } from "react";
import { Button } from "./Button";
import * as css from "./CardForm.module.css";
import { Skeleton } from "./Skeleton";
import { StillMissing, type Missing } from "./StillMissing";

type Props = {
  provider: Stripe;
  clientSecret: string;
  /** Where the provider sends the visitor back to, if it has to take them away. */
  returnUrl: string;
  /** What the button says: the act and its price. */
  payLabel: string;
  /** Beside the pay button, and between form and button. */
  otherActions?: ReactNode;
  children?: ReactNode;
  /** What is still to be done before paying: the button is dimmed, and pressing it asks for this instead. */
  missing?: Missing | undefined;
  /** Runs once the card fields are complete, just before the provider is asked to charge; throwing calls `onException`. */
  beforeConfirm?: () => Promise<void>;
  /** Told when a payment begins and ends. */
  onBusy?: (busy: boolean) => void;
  /** Told what the provider answered; resolves true when the visitor is leaving, which keeps the form busy. */
  onResult: (result: PaymentIntentResult) => Promise<boolean>;
  /**
   * Told of what should not happen: a step before the charge failed, or the provider's client threw (`asked`), so that
   * the card may have been charged all the same. Resolves true as `onResult`.
   */
  onException: (error: unknown, asked: boolean) => Promise<boolean>;
  /** The card fields could not be loaded. */
  onLoadError: (message: string) => void;
};

const appearance: Appearance = {
  theme: "stripe",
  variables: {
    colorPrimary: "#14212b",
    colorBackground: "#fffefb",
    colorText: "#14212b",
    colorTextSecondary: "#46535e",
    colorDanger: "#93261e",
    borderRadius: "2px",
    fontFamily: "Inter, system-ui, sans-serif",
    fontSizeBase: "16px",
    spacingUnit: "4px",
  },
};

const paymentOptions: StripePaymentElementOptions = {
  layout: "tabs",
  fields: { billingDetails: { address: { country: "never" } } },
};

/** The provider's card fields and the pay button. Country fixed to AU; pressing twice pays once. */
export default function CardForm({ provider, clientSecret, ...rest }: Props) {
  return (
    <Elements stripe={provider} options={{ clientSecret, appearance, locale: "en-AU" }}>
      <Fields {...rest} />
    </Elements>
  );
}

function Fields(props: Omit<Props, "provider" | "clientSecret">) {
  const { returnUrl, payLabel, otherActions, children, missing, beforeConfirm, onBusy, onResult, onException, onLoadError } = props;
  const stripe = useStripe();
  const elements = useElements();
  const [ready, setReady] = useState(false);
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  const missingId = useId();

  async function pay(): Promise<boolean> {
    if (!stripe || !elements) return false;
    let asked = false;
    let result: PaymentIntentResult;
    try {
      const { error: incomplete } = await elements.submit();
      if (incomplete) return false;
      await beforeConfirm?.();
      asked = true;
      result = await stripe.confirmPayment({
        elements,
        confirmParams: {
          return_url: returnUrl,
          payment_method_data: { billing_details: { address: { country: "AU" } } },
        },
        redirect: "if_required",
      });
    } catch (error) {
      return onException(error, asked);
    }
    return onResult(result);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (underWay.current || !ready) return;
    if (missing) return missing.ask();
    underWay.current = true;
    setBusy(true);
    onBusy?.(true);
    let leaving = false;
    try {
      leaving = await pay();
    } finally {
      underWay.current = leaving;
      setBusy(leaving);
      onBusy?.(leaving);
    }
  }

  return (
    <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
      <div className={css.fields} data-ready={ready || undefined}>
        {!ready && (
          <div className={css.waiting} role="status" aria-label="Loading the card form">
            <Skeleton shape="field" count={3} />
          </div>
        )}
        <PaymentElement
          options={paymentOptions}
          onReady={() => setReady(true)}
          onLoadError={({ error }) => onLoadError(error.message ?? "")}
        />
      </div>
      {children}
      <div className={css.actions}>
        <StillMissing id={missingId} missing={missing} />
        <Button
          type="submit"
          busy={busy}
          disabled={!ready}
          aria-disabled={busy || missing !== undefined || undefined}
          aria-describedby={missing && missingId}
        >
          {payLabel}
        </Button>
        {!busy && otherActions}
      </div>
    </form>
  );
}
