import { useFreshQuery } from "../../api/query";
import { rememberPayment, storeLatestBooking } from "../../api/latestBooking";
import { forgetOnboarding } from "../../api/onboardingDraft";
import { clientKey, type Checkout, type CheckoutClient } from "./checkoutApi";

/** Answers a function that stores the booking in the browser's memory, and lets go of the form that it came from. */
export function useRemember(project: Checkout) {
  const { data: client } = useFreshQuery<CheckoutClient>(project.clientId ? clientKey(project.clientId) : null);
  return (transactionId: string, processor: string, status: string): void => {
    forgetOnboarding(project.id);
    if (status === "completed") rememberPayment(transactionId);
    if (!client) return;
    storeLatestBooking({
      projectId: project.id,
      email: client.email,
      serviceType: project.serviceType,
      projectType: "n_a",
      consultationSlot: project.appointmentDate,
      payment: { amount: project.totalCents / 100, currency: "AUD", status, processor, transactionId },
    });
  };
}
