import { useEffect, useLayoutEffect, useMemo, type ReactNode } from "react";
import { useSWRConfig, type Cache, type ScopedMutator, type SWRConfiguration } from "swr";
import { ApiError, isUnreached, noteRead, readAt } from "./client";
import { keep, restore } from "./kept";
import { QueryDefaults } from "./query";
import { profileKey, userKey, type CurrentUser } from "./user";

/** Seconds between the tries to reach a server that does not answer; the last one goes on. */
const waits = [2, 4, 8, 15, 30];

/** Everything that was loaded for a client: who it is, others ask. */
const isOwn = (key: unknown): boolean => typeof key === "string" && key.startsWith("/api/client/") && key !== profileKey;

function forget(mutate: ScopedMutator, revalidate: boolean): void {
  void mutate(isOwn, undefined, { revalidate });
}

/** Two answers with the same content are one, as new as the newer. */
function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (JSON.stringify(one) !== JSON.stringify(other)) return false;
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return true;
  const at = readAt(other);
  if (at) noteRead(one, at);
  return true;
}

function makeDefaults(cache: Cache, mutate: ScopedMutator): SWRConfiguration {
  return {
    compare: same,
    shouldRetryOnError: isUnreached,
    onErrorRetry: (_error, _key, _config, revalidate, { retryCount }) => {
      const seconds = waits[Math.min(retryCount, waits.length) - 1] ?? 2;
      setTimeout(() => void revalidate({ retryCount, dedupe: true }), 1000 * seconds);
    },
    onSuccess: (data: unknown, key) => {
      if (key === profileKey) {
        const before = (cache.get(profileKey)?.data as Partial<CurrentUser> | null | undefined)?.email;
        const now = (data as Partial<CurrentUser> | null)?.email;
        // The session has ended, or somebody else has signed in: nothing of the one before may show.
        if (now === undefined || (before !== undefined && now !== before)) forget(mutate, now !== undefined);
      }
      setTimeout(() => keep(cache));
    },
    onError: (error: unknown, key) => {
      if (error instanceof ApiError && error.status === 401 && key !== profileKey) {
        void mutate(profileKey);
        void mutate(userKey);
      }
    },
  };
}

/**
 * For the portal: shows what was known last at once, asks anew, and tries again by itself while the server cannot be reached.
 * A server that answers is asked once.
 */
export function KeptQueries({ children }: { children: ReactNode }) {
  const { cache, mutate } = useSWRConfig();
  const defaults = useMemo(() => makeDefaults(cache, mutate), [cache, mutate]);

  useEffect(() => {
    const reach = () => {
      void mutate((key) => typeof key === "string" && isUnreached(cache.get(key)?.error));
    };
    addEventListener("online", reach);
    return () => removeEventListener("online", reach);
  }, [cache, mutate]);

  return (
    <QueryDefaults value={defaults}>
      <Restore cache={cache} />
      {children}
    </QueryDefaults>
  );
}

/** Stands before what asks: its effect comes first. Not earlier, since the first look is the prerendered page's. */
function Restore({ cache }: { cache: Cache }) {
  useLayoutEffect(() => restore(cache), [cache]);
  return null;
}
