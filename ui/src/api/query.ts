import { createContext, useContext, useState } from "react";
import useSWR, { useSWRConfig, type SWRConfiguration, type SWRResponse } from "swr";
import { makeFetcher, type QueryKey } from "./client";
import { isFromBefore, noteOutdated } from "./kept";

/** Loaded data is kept as it is until something says `mutate`: no retry, no refetch, no polling. */
const defaults: SWRConfiguration = {
  fetcher: makeFetcher({ on401: "throw" }),
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  refreshInterval: 0,
};

/** What a part of the site adds to these defaults. */
export const QueryDefaults = createContext<SWRConfiguration>({});

/** Loads what is at `key` (nothing while it is null) and shares it with everyone who asks for the same. */
export function useQuery<Data>(key: QueryKey | null, options: SWRConfiguration<Data, Error> = {}): SWRResponse<Data, Error> {
  const added = useContext(QueryDefaults);
  const { cache } = useSWRConfig();
  const revalidateIfStale = typeof key === "string" && isFromBefore(cache.get(key)?.data);
  return useSWR<Data, Error>(key, { ...(defaults as SWRConfiguration<Data, Error>), ...added, revalidateIfStale, ...options });
}

let visits = 0;

/** As `useQuery`, for what may have changed since this page was last here: asked anew, and nothing older is shown meanwhile. */
export function useFreshQuery<Data>(url: string | null): SWRResponse<Data, Error> {
  const [visit] = useState(() => (visits += 1));
  return useQuery<Data>(url === null ? null : [url, visit]);
}

/** Asks anew for all that is loaded below `prefix`: at once for what is shown, and for the rest as soon as it is shown again. */
export function useAskAnew(prefix: string): () => Promise<unknown> {
  const { cache, mutate } = useSWRConfig();
  return () => {
    const below = [...cache.keys()].filter((key) => key.startsWith(prefix));
    for (const key of below) noteOutdated(cache.get(key)?.data);
    return Promise.all(below.map((key) => mutate(key)));
  };
}
