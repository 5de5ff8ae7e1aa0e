import { nullOn401 } from "./client";
import { useQuery } from "./query";
import { seemsSignedIn } from "./signedIn";

/** Who is signed in, as `GET /api/user` tells. */
export type CurrentUser = { kind: "client" | "staff"; name: string; email: string };

export const userKey = "/api/user";
/** Whose portal it is. */
export const profileKey = "/api/client/profile";

/** The signed-in user, or null: while unknown, when not signed in and when the question failed. */
export function useUser(): CurrentUser | null {
  const { data } = useQuery<CurrentUser | null>(seemsSignedIn() ? userKey : null, { fetcher: nullOn401<CurrentUser> });
  return data ?? null;
}
