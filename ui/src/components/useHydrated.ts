import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False while prerendering and for the first pass in the browser, then true: for what depends on the query or on storage. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
