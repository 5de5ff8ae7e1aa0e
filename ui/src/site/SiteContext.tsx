import { createContext, use } from "react";
import type { SiteFacts } from "./facts";

const SiteContext = createContext<SiteFacts | null>(null);

export const SiteProvider = SiteContext;

/** The owner's facts, for display only: while prerendering each one is a marker, so never branch on or format one while rendering. */
export function useSite(): SiteFacts {
  const facts = use(SiteContext);
  if (!facts) throw new Error("useSite outside SiteProvider");
  return facts;
}
