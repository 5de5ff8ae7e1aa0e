const intentKey = "helios.paymentIntent";
/** What the card provider, and the wizard, put into the address. The client secret must reach nobody else. */
const privateParameters = ["payment_intent", "payment_intent_client_secret", "redirect_status", "source_type", "source_redirect_slug"];

/** A checkout's payment is kept under its project, the wizard's under none. */
function keyFor(projectId: string | null): string {
  return projectId ? `${intentKey}.${projectId}` : intentKey;
}

/** Keeps which payment this tab has made, so that a reload of /success still knows. */
export function keepPaymentIntent(intent: string, projectId: string | null): void {
  sessionStorage.setItem(keyFor(projectId), intent);
}

/** Takes the payment out of the address, before anything could read or share it, and keeps its id for a reload. */
export function takePaymentReturn(): void {
  const address = new URL(window.location.href);
  const intent = address.searchParams.get("payment_intent");
  if (intent && /^pi_\w+$/.test(intent)) keepPaymentIntent(intent, address.searchParams.get("projectId"));
  if (!privateParameters.some((name) => address.searchParams.has(name))) return;
  for (const name of privateParameters) address.searchParams.delete(name);
  window.history.replaceState(window.history.state, "", address);
}

/** Which booking this page is asked for. */
export function askedBooking(): { paymentIntent: string | null; projectId: string | null } {
  const asked = new URLSearchParams(window.location.search).get("projectId");
  const projectId = asked && /^\d{1,15}$/.test(asked) ? asked : null;
  return { paymentIntent: asked && !projectId ? null : sessionStorage.getItem(keyFor(projectId)), projectId };
}
