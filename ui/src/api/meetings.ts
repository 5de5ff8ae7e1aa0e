import type { SiteFacts } from "../site/facts";
import { request } from "./client";
import type { components } from "./schema.gen";

export type Meeting = components["schemas"]["MeetingOut"];
export type Way = Meeting["way"];

/** The ways of meeting that the firm offers, its usual one first. */
export function offeredWays(site: SiteFacts): Way[] {
  return site["meeting.ways"].split(" ") as Way[];
}

/** Lets a project's consultation happen that way; null where nothing was to choose. ApiError 409 where it cannot be changed. */
export async function chooseWay(projectId: number, way: Way | null): Promise<void> {
  if (way === null) return;
  await request("POST", `/api/projects/${projectId}/meeting`, { way });
}
