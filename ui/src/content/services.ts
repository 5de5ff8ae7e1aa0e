import type { ServiceId } from "../site/facts";

/** One card of the services page. Title, sentence and price are the owner's facts; the lines say what the work is. */
export type ServiceCard = { anchor: string; service: ServiceId; lines: readonly string[] };

export const serviceCards: readonly ServiceCard[] = [
  {
    anchor: "planning",
    service: "planning_approvals",
    lines: [
      "The right pathway: exempt, complying development or a development application",
      "What the site allows: zoning, setbacks, heritage, flood and bushfire",
      "Surveyor, engineer and consultant briefs, and their fees compared",
      "Lodgement through the NSW Planning Portal",
      "Council and certifier questions answered, conditions closed out",
    ],
  },
  {
    anchor: "contract",
    service: "contract_advisory",
    lines: [
      "Which standard form suits the job: HIA, Master Builders, ABIC or AS 4000",
      "Every clause read for price, time and risk",
      "Provisional sums and prime cost items tested against the market",
      "Payment stages, security and insurance checked",
      "Changes negotiated with the builder before you sign",
    ],
  },
  {
    anchor: "scope",
    service: "scope_tender",
    lines: [
      "A written scope and schedule of finishes that leaves nothing to guess",
      "Builders shortlisted: licence, insurance, workload, past jobs",
      "Tender documents issued, questions answered to all alike",
      "Offers compared line by line, gaps priced in",
      "A recommendation you can hold us to",
    ],
  },
  {
    anchor: "construction",
    service: "construction_support",
    lines: [
      "Progress claims checked against the work on site",
      "Variations tested: is it extra, is the rate fair, who asked",
      "Site visits at the stages that get covered up",
      "Programme and extensions of time kept honest",
      "Defects listed, followed up and signed off",
    ],
  },
  {
    anchor: "premium",
    service: "premium_advisory",
    lines: [
      "One senior adviser from first sketch to final certificate",
      "Budget and cash flow reported every month",
      "Designers, certifier and builder held to one programme",
      "We attend site and council meetings for you",
      "Disputes headed off early, and managed if they come",
    ],
  },
  {
    anchor: "building-info",
    service: "building_information",
    lines: [
      "Certificates for existing or unapproved building work",
      "What was built compared with what was approved",
      "Survey, engineer's report and drawings arranged",
      "Application prepared, lodged and followed through",
      "Orders and notices from council answered",
    ],
  },
];
