import { useFreshQuery } from "../../api/query";
import { rememberPayment, storeLatestBooking } from "../../api/latestBooking";
import { forgetOnboarding } from "../../api/onboardingDraft";
import { clientKey, type Checkout, type CheckoutClient } from "./checkoutApi";

/** Answers a function that stores the booking in the browser's memory, and lets go of the form that it came from. */
export function useRemember(project: Checkout) {
  const { data: client } = useFreshQuery<CheckoutClient>(project.clientId ? clientKey(project.clientId) : null);
  return (transactionId: string, processor: string, status: string): void => {
    forgetOnboarding();
    if (status === "completed") rememberPayment(transactionId);
    if (!client) return;
    const { addressStreet, addressCity, addressState, addressZip } = client;
    storeLatestBooking({
      projectId: project.id,
      fullName: client.name,
      email: client.email,
      phone: client.phone,
      address: `${addressStreet}, ${addressCity} ${addressState} ${addressZip}`,
      preferredContact: "either",
      serviceType: project.serviceType,
      projectType: "n_a",
      projectValue: "",
      message: "",
      consultationSlot: project.appointmentDate,
      files: [],
      payment: { amount: project.totalCents / 100, currency: "AUD", status, processor, transactionId },
    });
  };
}
