import { SERVICE_INCLUDES } from "../api/included.gen";

/** One card of the services page. Title, sentence and price are the owner's facts; the lines say what the work is. */
export type ServiceCard = { anchor: string; service: keyof typeof SERVICE_INCLUDES; lines: readonly string[] };

const anchors = {
  planning: "planning_approvals",
  contract: "contract_advisory",
  scope: "scope_tender",
  construction: "construction_support",
  premium: "premium_advisory",
  "building-info": "building_information",
} as const;

export const serviceCards: readonly ServiceCard[] = Object.entries(anchors).map(([anchor, service]) => ({
  anchor,
  service,
  lines: SERVICE_INCLUDES[service],
}));
