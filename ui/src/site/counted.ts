import { track, trackLead } from "../api/analytics";

/** What a lead is worth to the advertising pixel, in Australian dollars. */
const leadValue = 550;

/** For an element of a public page: a press on it is counted, under this label of this category. */
export function counted(category: string, label: string): object {
  return { "data-category": category, "data-label": label };
}

/** The same for one that also brings a lead: its name for the advertising pixel. */
export function countedLead(contentName: string, label: string): object {
  return { ...counted("contract_review", label), "data-lead": contentName };
}

/** Tells the trackers, where there are any, of what is pressed on the page. */
export function countPresses(): void {
  addEventListener("click", ({ target }) => {
    const { category, label, lead } = (target as Element).closest<HTMLElement>("[data-category]")?.dataset ?? {};
    if (lead) trackLead(lead, "Contract Review", leadValue);
    if (category && label) track({ category, action: "button_click", label });
  });
}
