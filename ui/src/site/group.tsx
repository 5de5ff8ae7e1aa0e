import { createContext, use } from "react";
import type { PageGroup } from "../paths";

const GroupContext = createContext<PageGroup>("public");

export const GroupProvider = GroupContext;

/** The group of the document that is open. */
export function useGroup(): PageGroup {
  return use(GroupContext);
}
