/** A part of the screen's height, in pixels from its top. */
export type Span = { top: number; bottom: number };

/** What stays between a toast and what it is not to cover, in pixels. */
const gap = 8;

/** Where the lowest toast of that height begins that lies in `room` and covers none of `taken`; null where none can. */
export function lowestFree(height: number, room: Span, taken: readonly Span[]): number | null {
  let { bottom } = room;
  for (;;) {
    const top = bottom - height;
    if (top < room.top) return null;
    const covered = taken.filter((each) => each.top < bottom + gap && each.bottom > top - gap);
    if (covered.length === 0) return top;
    bottom = Math.min(...covered.map((each) => each.top)) - gap;
  }
}

const named = "h1, h2, h3, h4, label, legend, input, select, textarea, iframe, button, summary, [role=tab], [role=alert], a[class*=Button]";

const told = "p, li, dt, dd, td, th, figure, img, svg, canvas, main a";

/** Puts the open toast of that list where it hides nothing, or no heading, no field and no button, or at least none in use. */
export function placeToast(list: HTMLElement): void {
  const shown = list.querySelector<HTMLElement>("[data-state=open]");
  delete list.dataset.placed;
  const wide = matchMedia("(min-width: 48rem)").matches;
  // Where a page keeps its head free for toasts, and above a dialog, they have their place already.
  if (!shown || document.querySelector(wide ? "dialog[open], [data-toasts=above]" : "dialog[open]")) return;
  const { left, right } = list.getBoundingClientRect();
  const seen = window.visualViewport;
  const padding = parseFloat(getComputedStyle(list).paddingTop);
  const above = seen?.offsetTop ?? 0;
  const room = { top: above + padding, bottom: above + (seen?.height ?? innerHeight) - parseFloat(getComputedStyle(list).paddingBottom) };
  const inUse = document.activeElement?.matches(named) ? [document.activeElement] : [];
  const visible = (selectors: string) =>
    [...document.querySelectorAll(selectors)].filter((each) => !list.contains(each) && each.checkVisibility({ visibilityProperty: true }));
  const parts = visible(named);
  const headings = parts.filter((each) => /^H\d$/.test(each.tagName));
  for (const kept of [[...parts, ...visible(told)], parts, [...headings, ...inUse], inUse]) {
    const taken = kept.map((each) => each.getBoundingClientRect()).filter((each) => each.width > 1 && each.height > 1 && each.left < right && each.right > left);
    const top = lowestFree(shown.offsetHeight, room, taken);
    if (top === null) continue;
    list.style.setProperty("--toast-top", `${top - padding}px`);
    list.dataset.placed = "";
    return;
  }
}
