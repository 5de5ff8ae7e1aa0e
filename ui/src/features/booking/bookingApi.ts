import { ApiError, request } from "../../api/client";
import { BOOKING_FEE_DOLLARS } from "../../api/rules.gen";
import type { components } from "../../api/schema.gen";
import type { Sender, StoredFile } from "../../api/upload";
import type { Personal, Project } from "./bookingRules";

type Schemas = components["schemas"];
export type Booking = Schemas["BookingOut"];
export type ConfirmationAnswer = Schemas["ConfirmationAnswer"];
export type StartedPayment = Schemas["StartedPayment"];

const documents = "/api/bookings/current/documents";

/** This browser's draft, or null. */
export async function loadBooking(): Promise<Booking | null> {
  return (await request<Schemas["CurrentBooking"]>("GET", "/api/bookings/current")).booking;
}

/** Whether the draft is gone because it was paid for, in another tab perhaps. */
export async function hasBooked(): Promise<boolean> {
  return (await loadConfirmation()).state !== "none";
}

/** The booking that this browser made last, as far as it may know it. */
export function loadConfirmation(): Promise<ConfirmationAnswer> {
  return request("GET", "/api/bookings/confirmation");
}

export function savePersonal(values: Personal): Promise<Booking> {
  return request("POST", "/api/bookings", { step: 1, ...values });
}

export function saveProject(values: Project): Promise<Booking> {
  const { package: review, ...answers } = values;
  return request("POST", "/api/bookings", { step: 2, ...answers, package: review || null });
}

export function saveDocumentsStep(): Promise<Booking> {
  return request("POST", "/api/bookings", { step: 3 });
}

export const sendDocument: Sender = async (file, options) => {
  const { upload } = await import("../../api/upload"); // the first two steps do without it
  return upload(documents, file, options);
};

/** Takes a document off the server; one that is gone already is what was wanted. */
export async function removeDocument(file: StoredFile): Promise<void> {
  try {
    await request("DELETE", `${documents}/${file.id}`);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}

/** The amount is for the server to compare; what is charged is its own. */
export function startPayment(): Promise<StartedPayment> {
  return request("POST", "/api/create-payment-intent", { amount: BOOKING_FEE_DOLLARS });
}

/** Books the draft with the fee to come by bank transfer; answers whether a letter with the account is on its way. */
export async function bookByTransfer(): Promise<boolean> {
  const { booking } = await request<ConfirmationAnswer>("POST", "/api/bookings/current/bank-transfer");
  return booking?.bank?.byEmail ?? false;
}

/** Asks for the client account of the paid booking; answers whether there is one. */
export async function createAccount(values: Personal): Promise<boolean> {
  try {
    await request("POST", "/api/client/create-account", {
      email: values.email,
      name: values.fullName,
      phone: values.phone,
      company: "",
      addressStreet: values.address,
      addressCity: "",
      addressState: "",
      addressZip: "",
      enquiryType: "consultation",
    });
    return true;
  } catch {
    return false;
  }
}
