import { StrictMode, startTransition, useEffect, type ComponentType, type ReactNode } from "react";
import { BrowserRouter } from "react-router-dom";
import { groupOf, type PageGroup } from "./paths";
import { hydrateRoot } from "./react";
import { rootOptions } from "./shell/root";
import { readFacts, type SiteFacts } from "./site/facts";
import { GroupProvider } from "./site/group";
import { SiteProvider } from "./site/SiteContext";

type AroundProps = { site: SiteFacts; group: PageGroup; live?: () => void; children: ReactNode };

/** What a part needs around it, while prerendering and in the browser alike. */
export function Around({ site, group, live, children }: AroundProps) {
  useEffect(() => live?.(), [live]);
  return (
    <SiteProvider value={site}>
      <GroupProvider value={group}>{children}</GroupProvider>
    </SiteProvider>
  );
}

/**
 * Continues the prerendered part in `element`, in slices short enough that scrolling and typing are never held up; `live` is
 * called once it answers.
 */
export function continuePart(element: HTMLElement, Part: ComponentType, live: () => void): void {
  const around = { site: readFacts(), group: groupOf(location.pathname), live };
  startTransition(() => {
    hydrateRoot(
      element,
      <StrictMode>
        <BrowserRouter>
          <Around {...around}>
            <Part />
          </Around>
        </BrowserRouter>
      </StrictMode>,
      { ...rootOptions, identifierPrefix: element.dataset.island ?? "" },
    );
  });
}
