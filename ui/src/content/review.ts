import { PACKAGE_INCLUDES } from "../api/included.gen";
import type { PackageId, SiteFacts } from "../site/facts";

/** For whom the prices of a review hold. */
export const pricedUpTo = "For projects up to $1M; for larger ones, book a consultation first.";

/** A review package; its title and price are the owner's facts. */
type ReviewPackage = { id: PackageId; subtitle: string; turnaround: string; popular: boolean; features: readonly string[] };

/** Everything that a package may hold, in the order of the comparison. */
export const reviewFeatures: readonly string[] = PACKAGE_INCLUDES.premium;

export const reviewPackages: readonly ReviewPackage[] = [
  {
    id: "essential",
    subtitle: "The contract and the price, read and explained.",
    turnaround: "48-hour turnaround",
    popular: false,
    features: PACKAGE_INCLUDES.essential,
  },
  {
    id: "professional",
    subtitle: "The contract, the price and the builder behind them.",
    turnaround: "24-hour turnaround",
    popular: true,
    features: PACKAGE_INCLUDES.professional,
  },
  {
    id: "premium",
    subtitle: "Everything in Professional, for when signing is tomorrow.",
    turnaround: "Same-day delivery",
    popular: false,
    features: PACKAGE_INCLUDES.premium,
  },
];

export type Question = { question: string; answer: string };

/** Questions about the review with their answers, plain text, also for structured data. */
export function reviewQuestions(site: SiteFacts): readonly Question[] {
  return [
    {
      question: "When should I have my contract reviewed?",
      answer:
        "Before you sign, and before you pay a deposit. Once a contract is signed, changes need the builder's agreement. If you have already signed, ask about the cooling-off period at once: for most residential contracts over $20,000 in New South Wales it is five clear business days from when you receive the signed copy.",
    },
    {
      question: "What do you need from me?",
      answer:
        "The contract with its special conditions, the tender or quote, the drawings and the specification. Send what you have; if something is missing, we tell you, because a missing document is often the finding.",
    },
    {
      question: "When do the 48 hours begin?",
      answer:
        "When your package is booked and paid, and your documents have reached us. Professional is delivered within 24 hours, Premium on the same business day. If your review is later than 48 hours, we refund 50% of the fee.",
    },
    {
      question: "My project costs more than $1M. Can you still help?",
      answer: `Yes. The three packages are priced for projects up to $1M. For larger ones ${site["business.callOr"]}book a consultation, and you receive a fixed price before we begin.`,
    },
    {
      question: "What happens to the booking fee?",
      answer: `The ${site["fee.booking"]} booking fee is deducted from the total agreed service cost, so a review costs you its price and nothing on top.`,
    },
    {
      question: "Is this legal advice?",
      answer:
        "No. We read contracts as people who build: price, scope, time, risk and what happens on site. Where a clause needs a lawyer, we say which one and why, and work with your solicitor.",
    },
    {
      question: "Will the builder mind?",
      answer:
        "Good builders rarely do. A clear contract protects both sides, and our recommendations are written so that you can hand them over as they are.",
    },
  ];
}
