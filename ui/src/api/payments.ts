import { ApiError, request } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type Arrived = Schemas["Arrived"];
export type PaymentState = Schemas["PaymentState"];

/**
 * Where the payment stands with the provider; `state` is null when the server cannot tell now. `missing`: it knows of
 * no such payment of this browser. `retryAfter`: seconds that it asks to wait, or 0.
 */
export type Answer = { state: PaymentState | null; missing: boolean; retryAfter: number };

export async function askPayment(paymentIntent: string): Promise<Answer> {
  try {
    const state = await request<PaymentState>("POST", "/api/payments/settle", { paymentIntent });
    return { state, missing: false, retryAfter: 0 };
  } catch (error) {
    if (!(error instanceof ApiError)) return { state: null, missing: false, retryAfter: 0 };
    return { state: null, missing: error.status === 404, retryAfter: error.retryAfter };
  }
}

/** Where the payment stands with the provider, or null when the server cannot tell now. */
export async function settlePayment(paymentIntent: string): Promise<PaymentState | null> {
  return (await askPayment(paymentIntent)).state;
}
