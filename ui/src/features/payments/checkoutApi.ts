import { request } from "../../api/client";
import type { components } from "../../api/schema.gen";

type Schemas = components["schemas"];
export type Checkout = Schemas["Checkout"];
export type CheckoutClient = Schemas["ClientOut"];

export const projectKey = (id: number): string => `/api/projects/${id}`;
export const clientKey = (id: number): string => `/api/clients/${id}`;

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

