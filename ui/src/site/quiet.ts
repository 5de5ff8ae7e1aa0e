/** How long a browser that always has something better to do may keep somebody waiting, in milliseconds. */
const patience = 2000;

/** Calls back once the document and all it needs have loaded and the browser has nothing better to do, or soon after. */
export function whenQuiet(then: () => void): () => void {
  let cancelled = false;
  const start = () => {
    if (!cancelled) then();
  };
  const afterLoad = () => {
    // Safari has no idle callback.
    if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: patience });
    else setTimeout(start, 200);
  };
  if (document.readyState === "complete") afterLoad();
  else addEventListener("load", afterLoad, { once: true });
  return () => {
    cancelled = true;
    removeEventListener("load", afterLoad);
  };
}

/** Whether the visitor asks for as few bytes as possible. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia("(prefers-reduced-data: reduce)").matches;
}
