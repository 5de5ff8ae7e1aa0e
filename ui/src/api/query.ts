import { useState } from "react";
import useSWR, { type SWRConfiguration, type SWRResponse } from "swr";
import { makeFetcher, type QueryKey } from "./client";

/** Loaded data is kept as it is until something says `mutate`: no retry, no refetch, no polling. */
const defaults: SWRConfiguration = {
  fetcher: makeFetcher({ on401: "throw" }),
  shouldRetryOnError: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  revalidateIfStale: false,
  refreshInterval: 0,
};

/** Loads what is at `key` (nothing while it is null) and shares it with everyone who asks for the same. */
export function useQuery<Data>(key: QueryKey | null, options: SWRConfiguration<Data, Error> = {}): SWRResponse<Data, Error> {
  return useSWR<Data, Error>(key, { ...(defaults as SWRConfiguration<Data, Error>), ...options });
}

let visits = 0;

/** As `useQuery`, for what may have changed since this page was last here: asked anew, and nothing older is shown meanwhile. */
export function useFreshQuery<Data>(url: string | null): SWRResponse<Data, Error> {
  const [visit] = useState(() => (visits += 1));
  return useQuery<Data>(url === null ? null : [url, visit]);
}
