import { createRoot, type Root } from "../../react";
import { keepChoice, mayCount, readChoice, type Choice } from "../../api/privacyChoice";
import type { SiteFacts } from "../../site/facts";
import { ConsentBanner } from "./ConsentBanner";
import { switchOff, switchOn } from "./trackers";

let shown: { root: Root; host: HTMLElement } | null = null;

function hide(): void {
  shown?.root.unmount();
  shown?.host.remove();
  shown = null;
}

function ask(site: SiteFacts, asked: boolean): void {
  hide();
  const cameFrom = document.activeElement;
  const host = document.createElement("div");
  document.body.append(host);
  const root = createRoot(host);
  shown = { root, host };

  function choose(choice: Choice) {
    keepChoice(choice);
    hide();
    if (choice === "accepted") switchOn(site);
    else switchOff(site);
    if (asked && cameFrom instanceof HTMLElement) cameFrom.focus();
  }

  root.render(<ConsentBanner site={site} before={asked ? readChoice() : null} asked={asked} onChoice={choose} />);
}

/** On public pages, where a tracker is configured: starts it if that is allowed, asks if nobody has answered yet. */
export function startTrackers(site: SiteFacts): void {
  if (mayCount(site)) switchOn(site);
  else if (readChoice() === null) ask(site, false);
}

/** Shows the question again, for a visitor who wants to change the answer. */
export function reconsider(site: SiteFacts): void {
  ask(site, true);
}
