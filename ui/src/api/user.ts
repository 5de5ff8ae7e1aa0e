import useSWR from "swr";
import { nullOn401 } from "./client";

/** Who is signed in, as `GET /api/user` tells. */
export type CurrentUser = { kind: "client" | "staff"; name: string; email: string };

export const userKey = "/api/user";

/** Whether the server left its sign that somebody is signed in here: strangers need not ask. */
function worthAsking(): boolean {
  return typeof document !== "undefined" && /(^|; )helios_signed_in=/.test(document.cookie);
}

/** The signed-in user, or null: while unknown, when not signed in and when the question failed. */
export function useUser(): CurrentUser | null {
  const { data } = useSWR<CurrentUser | null>(worthAsking() ? userKey : null, nullOn401<CurrentUser>);
  return data ?? null;
}
