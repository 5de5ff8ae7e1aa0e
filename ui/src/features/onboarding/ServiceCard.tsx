import { useId } from "react";
import { Drawing, sheet } from "../../drawings/Drawing";
import buildingInfo from "../../drawings/building-info.svg";
import construction from "../../drawings/construction.svg";
import contract from "../../drawings/contract.svg";
import consultation from "../../drawings/journey-3.svg";
import coordination from "../../drawings/project-management.svg";
import dispute from "../../drawings/danger-risk.svg";
import inspection from "../../drawings/why-expert.svg";
import planning from "../../drawings/planning.svg";
import premium from "../../drawings/premium.svg";
import review from "../../drawings/journey-4.svg";
import scope from "../../drawings/scope.svg";
import { pricedUpTo } from "../../content/review";
import { useSite } from "../../site/SiteContext";
import type { ServiceId } from "./onboardingRules";
import * as css from "./ServiceCard.module.css";

const drawings: Record<ServiceId, string> = {
  planning_approvals: planning,
  contract_advisory: contract,
  scope_tender: scope,
  construction_support: construction,
  premium_advisory: premium,
  building_information: buildingInfo,
  project_coordination: coordination,
  inspection_services: inspection,
  contract_review: review,
  dispute_management: dispute,
  consultation,
};

type Props = { id: ServiceId; checked: boolean; onChoose: () => void };

/** A service to choose: the whole card is its radio button. */
export function ServiceCard({ id, checked, onChoose }: Props) {
  const site = useSite();
  const text = useId();
  return (
    <label className={css.card}>
      <input
        type="radio"
        name="serviceType"
        className={css.radio}
        value={id}
        checked={checked}
        aria-labelledby={`${text}-title`}
        aria-describedby={`${text}-text ${text}-price`}
        onChange={onChoose}
      />
      <Drawing src={drawings[id]} size={sheet.card} className={css.drawing} />
      <span className={css.title} id={`${text}-title`}>
        {site[`services.${id}.title`]}
      </span>
      <span className={css.text} id={`${text}-text`}>
        {site[`services.${id}.text`]}
        {id === "contract_review" && ` It is the ${site["packages.essential.title"]}. ${pricedUpTo}`}
      </span>
      <span className={css.price} id={`${text}-price`}>
        {site[`services.${id}.price`]}
      </span>
    </label>
  );
}
