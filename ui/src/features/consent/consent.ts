import { keepChoice, mayCount, readChoice, type Choice } from "../../api/privacyChoice";
import type { SiteFacts } from "../../site/facts";
import { switchOff, switchOn } from "./trackers";

let shown: Element | null = null;

function hide(): void {
  shown?.remove();
  shown = null;
}

/** Asks; `asked`: the visitor wants to change the answer, and so expects the focus. */
function ask(site: SiteFacts, asked: boolean): void {
  hide();
  const template = document.querySelector<HTMLTemplateElement>("#consent");
  if (!template) return;
  const cameFrom = document.activeElement;
  document.body.append(template.content.cloneNode(true));
  shown = document.body.lastElementChild;
  const before = readChoice();
  if (asked && before) {
    const said = shown?.querySelector<HTMLElement>("[data-before]");
    said?.replaceChildren(`So far you have ${before}.`);
    said?.removeAttribute("hidden");
  }
  if (asked) shown?.querySelector<HTMLElement>("[tabindex]")?.focus();
  for (const button of shown?.querySelectorAll("button") ?? []) {
    button.addEventListener("click", () => {
      keepChoice(button.value as Choice);
      hide();
      follow(site);
      if (asked && cameFrom instanceof HTMLElement) cameFrom.focus();
    });
  }
}

function follow(site: SiteFacts): void {
  if (mayCount(site)) switchOn(site);
  else switchOff(site);
}

/** On public pages, where a tracker is configured: starts it if that is allowed, asks if nobody has answered yet. */
export function startConsent(site: SiteFacts): void {
  if (!site["analytics.gaId"] && !site["analytics.pixelId"]) return;
  const choices = document.querySelector<HTMLElement>("[data-privacy-choices]");
  if (choices && site["analytics.consent"]) {
    choices.hidden = false;
    choices.addEventListener("click", () => ask(site, true));
  }
  if (mayCount(site)) switchOn(site);
  else if (readChoice() === null) ask(site, false);
  // Back shows the page as it was left: it is read once more, and the answer may be another by now.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted || (!mayCount(site) && readChoice() === null)) return;
    hide();
    follow(site);
  });
}
