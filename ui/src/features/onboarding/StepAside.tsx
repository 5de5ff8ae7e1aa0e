import type { ReactNode } from "react";
import { Drawing, sheet } from "../../drawings/Drawing";
import documents from "../../drawings/journey-2.svg";
import meeting from "../../drawings/journey-3.svg";
import { audText } from "../../components/Money";
import { useHydrated } from "../../components/useHydrated";
import { useSite } from "../../site/SiteContext";
import type { ServiceId } from "./onboardingRules";
import * as css from "./StepAside.module.css";
import { useServiceSums } from "./useServiceSums";

function StepAside({ title, drawing, children }: { title: string; drawing: string; children: ReactNode }) {
  return (
    <aside className={css.aside} aria-label={title}>
      <Drawing src={drawing} size={sheet.step} className={css.drawing} />
      <h3>{title}</h3>
      {children}
    </aside>
  );
}

/** Beside step 1: where this leads, and with which service if the visitor came for one. */
export function WhatFollows({ service }: { service: ServiceId | null }) {
  const site = useSite();
  const known = useHydrated() ? service : null;
  const sums = useServiceSums(known);
  return (
    <StepAside title="Where this leads" drawing={meeting}>
      <ul>
        <li>An initial consultation of {site["consultation.minutes"]} minutes with a senior adviser, at a time that you choose.</li>
        <li>
          {known
            ? `${site[`services.${known}.title`]} for ${sums ? `${audText(sums.leftCents)} (${site[`services.${known}.price`]} less your booking fee)` : site[`services.${known}.price`]} inc. GST, paid ${site["payments.by"]} at the end.`
            : `A price that you see before you pay, ${site["payments.by"]}.`}
        </li>
        <li>One person who knows your project from the first day.</li>
      </ul>
      <p data-given={site["business.phone"]}>
        Rather talk first? Call <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>.
      </p>
    </StepAside>
  );
}

/** Beside step 3: what documents are good for. */
export function WhyDocuments() {
  return (
    <StepAside title="What helps most" drawing={documents}>
      <ul>
        <li>Drawings, even sketches</li>
        <li>The contract or the offers that you have</li>
        <li>Letters from council or the certifier</li>
        <li>A photograph of what worries you</li>
      </ul>
      <p>More can follow later: you can add documents in the client portal once you have paid.</p>
    </StepAside>
  );
}
