/** Display strings that the owner's configuration gives. Pages show them and never compute with them. */
const serviceIds = [
  "contract_review",
  "dispute_management",
  "project_coordination",
  "inspection_services",
  "consultation",
  "planning_approvals",
  "contract_advisory",
  "scope_tender",
  "construction_support",
  "premium_advisory",
  "building_information",
] as const;

const packageIds = ["essential", "professional", "premium"] as const;

export type ServiceId = (typeof serviceIds)[number];
export type PackageId = (typeof packageIds)[number];

const plainKeys = [
  "business.name",
  "business.shortName",
  "business.phone",
  "business.phoneHref",
  "business.callOr",
  "business.email",
  "business.emailUpper",
  "business.emailHref",
  "business.supportEmail",
  "business.supportHref",
  "business.abnLine",
  "business.abnInBrackets",
  "business.address",
  "business.appointmentNote",
  "business.hours",
  "business.foundedYear",
  "bank.accountName",
  "bank.bsb",
  "bank.account",
  "site.address",
  "fee.booking",
  "fee.button",
  "fee.plain",
  "consultation.minutes",
  "testMark",
  "meeting.ways",
  "meeting.phone",
  "meeting.video",
  "meeting.place",
  "payments.ways",
  "payments.by",
  "payments.closed",
  "payments.mode",
  "payments.scriptUrl",
  "payments.publishableKey",
  "analytics.gaId",
  "analytics.pixelId",
  "analytics.consent",
  "analytics.whenLoaded",
  "analytics.without",
] as const;

type SiteFact =
  | (typeof plainKeys)[number]
  | `services.${ServiceId}.${"title" | "text" | "price" | "left"}`
  | `packages.${PackageId}.${"title" | "price" | "left"}`;

export type SiteFacts = { readonly [fact in SiteFact]: string };

/** Every key, in the order in which the server may list them. */
export const factKeys: readonly SiteFact[] = [
  ...plainKeys,
  ...serviceIds.flatMap((id) => [`services.${id}.title`, `services.${id}.text`, `services.${id}.price`, `services.${id}.left`] as const),
  ...packageIds.flatMap((id) => [`packages.${id}.title`, `packages.${id}.price`, `packages.${id}.left`] as const),
];

/** Facts as the markers `{{key}}` which the server replaces at its start. */
export function markerFacts(): SiteFacts {
  return Object.fromEntries(factKeys.map((key) => [key, `{{${key}}}`])) as SiteFacts;
}

/** The facts of the page that is open, from its `site-facts` block. */
export function readFacts(): SiteFacts {
  const block = document.getElementById("site-facts");
  if (!block?.textContent) throw new Error("The page carries no site facts");
  return JSON.parse(block.textContent) as SiteFacts;
}
