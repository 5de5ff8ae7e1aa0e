import type { Stripe } from "@stripe/stripe-js";
import { loadCardProvider } from "../../api/cardProvider";
import { request } from "../../api/client";
import type { components } from "../../api/schema.gen";
import type { SiteFacts } from "../../site/facts";

type Schemas = components["schemas"];
export type Checkout = Schemas["Checkout"];
export type CheckoutClient = Schemas["ClientOut"];
export type ReadyCard = Schemas["StartedPayment"] & { provider: Stripe };

export const projectKey = (id: number): string => `/api/projects/${id}`;
export const clientKey = (id: number): string => `/api/clients/${id}`;

/**
 * Asks the server for the payment and loads the provider's script meanwhile. `shownCents`: what the page shows; `replaceTransfer`: the
 * visitor has asked to pay by card in place of the transfer that was chosen before.
 */
export async function setUpCard(site: SiteFacts, projectId: number, shownCents: number, replaceTransfer: boolean): Promise<ReadyCard> {
  const [started, provider] = await Promise.all([
    request<Schemas["StartedPayment"]>("POST", "/api/create-payment-intent", { projectId, amount: shownCents / 100, replaceTransfer }),
    loadCardProvider(site["payments.scriptUrl"], site["payments.publishableKey"]),
  ]);
  return { ...started, provider };
}

export async function acceptTerms(projectId: number): Promise<void> {
  await request("POST", `/api/projects/${projectId}/terms`);
}

/**
 * Pay by transfer: answers the project, whose time is now kept until the money can be here. `shownCents` and
 * `replaceTransfer` as for the card; without them, a transfer that was chosen before is kept as it was.
 */
export function chooseTransfer(projectId: number, shownCents?: number, replaceTransfer = false): Promise<Checkout> {
  return request("POST", `/api/projects/${projectId}/bank-transfer`, { amountCents: shownCents ?? null, replaceTransfer });
}

/** Confirm a project whose credit covers everything, and accept the terms. */
export function confirmCovered(projectId: number): Promise<Checkout> {
  return request("POST", `/api/projects/${projectId}/confirm`);
}

