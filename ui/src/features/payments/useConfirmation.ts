import { useEffect, useState } from "react";
import { ApiError, needsOwnPassword, request } from "../../api/client";
import { readLatestBooking, type Remembered } from "../../api/latestBooking";
import { settlePayment } from "../../api/payments";
import type { components } from "../../api/schema.gen";
import { forgetOnboarding } from "../../api/onboardingDraft";
import { checkoutFor, paths } from "../../paths";
import { askedBooking, takePaymentReturn } from "./paymentReturn";

type Schemas = components["schemas"];
export type Confirmation = Schemas["Confirmation"];
/** What the server tells in full. */
export type Told = Exclude<Schemas["ConfirmationAnswer"]["state"], "checking" | "none" | "portal">;

type Unpaid = { to: string; keptUntil: string | null; hadTransfer: boolean; isDisowned: boolean };
type Standing = Pick<Schemas["ConfirmationAnswer"], "isDisowned" | "mayChange">;

/** What /success shows. `slow`: the truth takes longer than people like to wait. `to`: where it can be paid. */
export type Shown =
  | { state: "loading" }
  | ({ state: Told; booking: Confirmation } & Standing)
  | { state: "remembered"; booking: Remembered; reachable: boolean }
  /** With `to`, the bank still waits for the visitor's word. */
  | { state: "checking"; slow: boolean; to: string | null; isDisowned: boolean }
  /** `keptUntil`: when the time ends that is kept meanwhile; `hadTransfer`: it was kept for a transfer before. */
  | ({ state: "unpaid" } & Unpaid)
  /** It goes on in the client portal, and only its client sees how. */
  | { state: "portal" }
  | { state: "none" }
  /** Signed in, but with a temporary password, which shows nothing yet. */
  | { state: "locked" }
  | { state: "unreachable" };

const firstPause = 2000;
const longestPause = 10_000;
/** The provider is asked through us on every so many looks, the rest only read what the server knows. */
const settleEvery = 4;
const slowAfter = 45_000;
const givesUpAfter = 30 * 60_000;

/** The browser's own memory of a booking whose payment had succeeded. */
function rememberedBooking(paymentIntent: string | null, projectId: string | null): Remembered | null {
  const stored = readLatestBooking();
  if (stored?.payment.status !== "completed") return null;
  if (projectId) return String(stored.projectId) === projectId ? stored : null;
  return paymentIntent && paymentIntent !== stored.payment.transactionId ? null : stored;
}

/** Where an unpaid project can be paid, after choosing another time if need be; null when it is closed or another browser's. */
async function openCheckout(projectId: string): Promise<Unpaid | null> {
  try {
    const project = await request<Schemas["Checkout"]>("GET", `/api/projects/${projectId}`);
    const open = project.status === "inquiry" || project.status === "pending_payment";
    if (!open) return null;
    const { id, totalCents, canPay, holdExpiresAt, keptForTransfer, isDisowned } = project;
    return { to: checkoutFor(id, totalCents), keptUntil: canPay ? holdExpiresAt : null, hadTransfer: canPay && keptForTransfer, isDisowned };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** `asking`: the bank waited for the visitor's word when it was asked last. */
async function look(round: number, asking: boolean): Promise<Shown> {
  const { paymentIntent, projectId } = askedBooking();
  const status = paymentIntent && round % settleEvery === 0 ? ((await settlePayment(paymentIntent))?.status ?? null) : null;
  const query = new URLSearchParams();
  if (projectId) query.set("projectId", projectId);
  else if (paymentIntent) query.set("paymentIntent", paymentIntent);
  const remembered = rememberedBooking(paymentIntent, projectId);
  try {
    const answer = await request<Schemas["ConfirmationAnswer"]>("GET", `/api/bookings/confirmation?${query}`);
    const { isDisowned, mayChange } = answer;
    const asks = status === null ? asking || answer.asksVisitor : status === "action";
    if (answer.state === "portal") return { state: "portal" };
    if (answer.state !== "checking" && answer.state !== "none" && answer.booking) {
      return { state: answer.state, booking: answer.booking, isDisowned, mayChange };
    }
    const refused = status === "failed" || status === "pending";
    const open = projectId && (answer.state === "none" || refused || asks) ? await openCheckout(projectId) : null;
    if (asks) return { state: "checking", slow: false, to: projectId ? (open?.to ?? null) : paths.contact, isDisowned };
    if (open) return { state: "unpaid", ...open };
    if (refused && !projectId) return { state: "unpaid", to: paths.contact, keptUntil: null, hadTransfer: false, isDisowned };
    if (answer.state === "checking" || status === "processing") return { state: "checking", slow: false, to: null, isDisowned };
    if (remembered) return { state: "remembered", booking: remembered, reachable: true };
    return { state: "none" };
  } catch (error) {
    const locked = needsOwnPassword(error);
    if (remembered) return { state: "remembered", booking: remembered, reachable: locked };
    return { state: locked ? "locked" : "unreachable" };
  }
}

function isSettled(shown: Shown): boolean {
  if (shown.state === "remembered") return shown.reachable;
  return shown.state !== "checking" && shown.state !== "unreachable";
}

/** The booking as the server knows it; keeps looking while the payment is undecided or the server cannot be reached. */
export function useConfirmation(): { shown: Shown; lookAgain: () => void } {
  const [looks, setLooks] = useState(1);
  const [shown, setShown] = useState<Shown>({ state: "loading" });

  useEffect(() => {
    takePaymentReturn();
    const began = Date.now();
    let timer: ReturnType<typeof setTimeout>;
    let gone = false;

    async function keepLooking(round: number, pause: number, asking: boolean) {
      const next = await look(round, asking);
      if (gone) return;
      const { projectId } = askedBooking();
      if ("booking" in next && next.state !== "remembered" && projectId) forgetOnboarding(Number(projectId));
      const waited = Date.now() - began;
      setShown(next.state === "checking" ? { ...next, slow: waited > slowAfter } : next);
      if (isSettled(next) || waited > givesUpAfter) return;
      const asks = next.state === "checking" && next.to !== null;
      timer = setTimeout(() => void keepLooking(round + 1, Math.min(pause * 1.5, longestPause), asks), pause);
    }

    void keepLooking(0, firstPause, false);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [looks]);

  return { shown, lookAgain: () => setLooks(looks + 1) };
}
