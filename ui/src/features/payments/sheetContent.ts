import type { Remembered } from "../../api/latestBooking";
import type { Meeting } from "../../api/meetings";
import type { Arrived } from "../../api/payments";
import { PROJECT_TYPES } from "../../api/rules.gen";
import type { SiteFacts } from "../../site/facts";
import type { Confirmation, Told } from "./useConfirmation";

/** What the confirmation shows of a booking, wherever it is known from. */
export type SheetContent = {
  name: string;
  /** "" where only the browser remembers the booking. */
  reference: string;
  /** ISO instant, or null while no time is set. */
  slot: string | null;
  /** The client is to choose one on this page. */
  choosesTime: boolean;
  /** We call within a day of the payment to arrange a time, and that day is not over. */
  callsSoon: boolean;
  /** What is still here although the project is cancelled, about which staff decide. */
  unsettledCents: number;
  /** What staff have decided to keep of what was paid for a cancelled one. */
  keptCents: number;
  /** The client finds it in the portal, with a sign-in that is there or on its way. */
  inPortal: boolean;
  /** By when a transfer is due, in the server's words. */
  transferNote: string | null;
  service: string;
  /** The service that was paid for in full; "" of a booking fee and of a consultation alone. */
  bought: string;
  /** "" is not shown. */
  projectType: string;
  email: string;
  /** Where its confirmation went: the address of then. */
  sentTo: string;
  files: string[];
  /** `cardNumber`: what the card provider calls the payment; "" where it came another way. */
  payment: { amountCents: number; cardNumber: string };
  /** What the booking fee was deducted from, in the server's words; "" where nothing deducts it. */
  feeNote: string;
  /** What the booking of a review package promises, in the server's words; "" where nothing is. */
  promise: string;
  /** Its client is signed in and looks at it. */
  isSignedIn: boolean;
  /** Begun at /onboarding: a service with a consultation time, not a booking fee. */
  isProject: boolean;
  /** How the consultation stands that it shares with the project it goes on from; "" where it has or chooses its own. */
  sharedConsultation: string;
  /** What came and went back; null while nothing came, and where only the browser remembers the booking. */
  arrived: Arrived | null;
  /** Whether a reminder of the time comes; null where that is not known. */
  reminded: boolean | null;
  /** How long the consultation is. */
  minutes: number;
  calendarUrl: string | null;
  /** Until when the time may be moved, or why not, in the server's words; null where nothing is said of it. */
  moveNote: string | null;
  /** How the consultation happens; null where only the browser remembers the booking. */
  meeting: Meeting | null;
  /** The time is the client's for good. */
  confirmed: boolean;
  bank: Confirmation["bank"];
  /** The project, where this browser may still say that its email address was mistyped; null where it may not. */
  correctsEmailOf: number | null;
  /** Where a card takes the place of the awaited transfer; null where none can. */
  cardAt: string | null;
};

export type SheetProps = SheetContent & {
  state: Told;
  /** The address is said to be somebody else's: nothing is sent there. */
  isDisowned: boolean;
  /** The address stands at the top of the page already, with its correction. */
  isSaidFirst?: boolean;
  /** The address that it was corrected to on this page. */
  corrected?: string;
  onCorrected?: (to: string) => void;
};

/** As the server tells it. */
export function fromServer(booking: Confirmation): SheetContent {
  return {
    name: booking.fullName,
    reference: booking.reference,
    slot: booking.consultationSlot,
    choosesTime: booking.choosesTime,
    callsSoon: booking.callsSoon,
    unsettledCents: booking.unsettledCents,
    keptCents: booking.keptCents,
    inPortal: booking.inPortal,
    transferNote: booking.transferNote ?? null,
    service: booking.serviceTitle,
    bought: booking.projectType === "n_a" && booking.serviceType !== "consultation" ? booking.serviceTitle : "",
    projectType: booking.projectType === "n_a" ? "" : booking.projectTypeLabel,
    email: booking.email,
    sentTo: booking.sentTo,
    files: booking.files,
    payment: { amountCents: booking.payment.amountCents, cardNumber: booking.payment.method === "card" ? booking.payment.transactionId : "" },
    feeNote: booking.feeNote ?? "",
    promise: booking.promise ?? "",
    isSignedIn: booking.isSignedIn,
    isProject: booking.projectType === "n_a",
    sharedConsultation: booking.sharedConsultation,
    arrived: booking.arrived,
    reminded: booking.reminded,
    minutes: booking.minutes,
    calendarUrl: booking.calendarUrl ?? null,
    moveNote: booking.moveNote ?? null,
    meeting: booking.meeting,
    confirmed: Boolean(booking.calendarUrl),
    bank: booking.bank ?? null,
    correctsEmailOf: booking.mayCorrectEmail ? booking.projectId : null,
    cardAt: booking.cardAt ?? null,
  };
}

/** As this browser remembers it. */
export function fromMemory(booking: Remembered, site: SiteFacts): SheetContent {
  return {
    name: booking.fullName ?? "",
    reference: "",
    slot: booking.consultationSlot,
    choosesTime: false,
    callsSoon: false,
    unsettledCents: 0,
    keptCents: 0,
    inPortal: true,
    transferNote: null,
    service: site[`services.${booking.serviceType}.title` as keyof SiteFacts] ?? booking.serviceType,
    bought: "",
    projectType: PROJECT_TYPES.find(({ value }) => value === booking.projectType)?.label ?? "",
    email: booking.email,
    sentTo: booking.email,
    files: booking.files ?? [],
    payment: {
      amountCents: Math.round(booking.payment.amount * 100),
      cardNumber: booking.payment.processor === "bank_transfer" ? "" : booking.payment.transactionId,
    },
    feeNote: "",
    promise: "",
    isSignedIn: false,
    isProject: booking.projectType === "n_a",
    sharedConsultation: "",
    arrived: null,
    reminded: null,
    minutes: Number(site["consultation.minutes"]),
    calendarUrl: null,
    moveNote: null,
    meeting: null,
    confirmed: true,
    bank: null,
    correctsEmailOf: null,
    cardAt: null,
  };
}

/** The first words of whatever goes well. */
export function thanks(name: string): string {
  return name ? `Thank you, ${name}.` : "Thank you.";
}
