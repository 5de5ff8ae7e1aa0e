const name = "helios.place";
/** Milliseconds after which whatever still grows does so under the eyes of somebody who reads. */
const patience = 15_000;
const touches = ["wheel", "touchmove", "pointerdown", "keydown"];

type Place = { of: string; top: number };

/** Which of the pages of the browser's history this one is. */
function here(): string {
  return location.pathname + location.search + ((history.state as { key?: string } | null)?.key ?? "");
}

/** Notes, as the page is left, where in it the visitor stands. */
export function notePlace(): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ of: here(), top: scrollY } satisfies Place));
  } catch {
    // Storage is switched off: the browser does what it can.
  }
}

function noted(): number | null {
  try {
    const { of, top } = JSON.parse(sessionStorage.getItem(name) ?? "{}") as Partial<Place>;
    return of === here() && top !== undefined ? top : null;
  } catch {
    return null;
  }
}

/**
 * After a reload or a way back the browser stands where the visitor was before the page has grown to what it was, and then holds
 * on to what is in sight meanwhile. So it is led to the noted place until the page is whole, or the visitor moves; answers what
 * ends that.
 */
export function returnToPlace(): () => void {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const top = noted();
  if (!top || location.hash || (navigation?.type !== "reload" && navigation?.type !== "back_forward")) return () => {};

  const page = document.documentElement;
  const watcher = new ResizeObserver(() => {
    // A page that is much shorter says something else now.
    if (page.scrollHeight - innerHeight > top - innerHeight / 2) scrollTo({ top, behavior: "instant" });
  });
  const stop = () => {
    watcher.disconnect();
    clearTimeout(timer);
    for (const touch of touches) removeEventListener(touch, stop, true);
  };
  const timer = setTimeout(stop, patience);
  for (const touch of touches) addEventListener(touch, stop, { capture: true, passive: true });
  watcher.observe(document.body);
  return stop;
}
