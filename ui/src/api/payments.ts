import { request } from "./client";
import type { components } from "./schema.gen";

type Schemas = components["schemas"];
export type Arrived = Schemas["Arrived"];
export type PaymentState = Schemas["PaymentState"];

/** Where the payment stands with the provider, or null when the server cannot tell now. */
export async function settlePayment(paymentIntent: string): Promise<PaymentState | null> {
  try {
    return await request<PaymentState>("POST", "/api/payments/settle", { paymentIntent });
  } catch {
    return null;
  }
}
