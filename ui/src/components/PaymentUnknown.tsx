import { Notice } from "./Notice";

/** The provider's answer was lost: the card may have been charged. */
export function PaymentUnknown() {
  return (
    <Notice tone="amber" title="We do not know yet whether your payment went through" role="alert">
      <p>Do not pay again; we are checking. This page goes on by itself as soon as we know.</p>
    </Notice>
  );
}
