const name = "helios.place";

/** Which of the pages of the browser's history this one is. */
const here = () => `${location.href} ${(history.state as { key?: string } | null)?.key} `;

/** Notes, as the page is left, where in it the visitor stands. */
export function notePlace(): void {
  sessionStorage.setItem(name, here() + scrollY);
}

/**
 * After a reload or a way back the browser stands where the visitor was before the page has grown to what it was, and then holds
 * on to what is in sight meanwhile. So it is led to the noted place until the visitor moves.
 */
export function returnToPlace(): void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const noted = sessionStorage.getItem(name) ?? "";
  const top = Number(noted.split(" ")[2]);
  if (!top || !noted.startsWith(here()) || location.hash || navigation?.type === "navigate") return;

  const watcher = new ResizeObserver(() => {
    // A page that is much shorter says something else now.
    if (document.documentElement.scrollHeight > top + innerHeight / 2) scrollTo({ top, behavior: "instant" });
  });
  const stop = () => watcher.disconnect();
  for (const touch of ["wheel", "pointerdown", "keydown"]) addEventListener(touch, stop, { capture: true, passive: true, once: true });
  watcher.observe(document.body);
}
