import { StrictMode, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter, useLocation } from "react-router-dom";
import { Around } from "../continue";
import type { PartName } from "../site/parts";
import { useGroup } from "../site/group";
import { useSite } from "../site/SiteContext";

type Props = {
  name: PartName;
  /** now: what the page is for; near: when it comes near sight or is touched. */
  when: "now" | "near";
  /** Where the tab's memory has something under this name, it comes at once, to show it. */
  memory?: string;
  children: ReactNode;
};

/** A part of a prerendered page that React continues in the browser (site/islands.ts); the page around it stays as it is. */
export function Island({ name, when, memory, children }: Props) {
  const [site, group, { pathname }] = [useSite(), useGroup(), useLocation()];
  const html = renderToString(
    <StrictMode>
      <StaticRouter location={pathname}>
        <Around site={site} group={group}>
          {children}
        </Around>
      </StaticRouter>
    </StrictMode>,
    { identifierPrefix: name },
  );
  return <div data-island={name} data-when={when} data-memory={memory} dangerouslySetInnerHTML={{ __html: html }} />;
}
