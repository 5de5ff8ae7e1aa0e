const reloadedFor = "helios.reloadedFor";

function isReachable(): Promise<boolean> {
  return fetch("/api/health", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * For a chunk that did not come. After a new release the old ones are gone: loads the whole document again, once per address.
 * Without a connection that would only lose the page: then the error goes on.
 */
export async function reloadOnce(error: unknown): Promise<never> {
  if (typeof window === "undefined" || sessionStorage.getItem(reloadedFor) === location.href) throw error;
  if (!(await isReachable())) throw error;
  sessionStorage.setItem(reloadedFor, location.href);
  location.reload();
  return new Promise<never>(() => {});
}
