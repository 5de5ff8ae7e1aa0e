/** A part of the screen's height, in pixels from its top. */
export type Span = { top: number; bottom: number };

/** What a toast may cover, and how much each pixel of it is missed. */
export type Shown = Span & { weight: number };

/** What stays between a toast and what it is not to cover, in pixels. */
const gap = 8;

/** Drawings and the site's own head are missed least; what is pressed, typed or said of trouble is never covered where any other place is left. */
const weights = { idle: 0.1, word: 1, named: 1000, kept: 100_000 };

function missed(top: number, height: number, shown: readonly Shown[]): number {
  return shown.reduce((sum, each) => sum + each.weight * Math.max(0, Math.min(top + height, each.bottom + gap) - Math.max(top, each.top - gap)), 0);
}

/** Where a toast of that height begins in `room`: the lowest place of those that cover least of what is shown. */
export function bestPlace(height: number, room: Span, shown: readonly Shown[]): number {
  const lowest = Math.max(room.top, room.bottom - height);
  const edges = shown.flatMap((each) => [each.top - gap - height, each.bottom + gap]);
  const tops = [room.top, ...edges.filter((top) => top > room.top && top < lowest)].sort((a, b) => b - a);
  let best = { top: lowest, missed: missed(lowest, height, shown) };
  for (const top of tops) {
    const here = missed(top, height, shown);
    if (here < best.missed) best = { top, missed: here };
  }
  return best.top;
}

const named = "h1, h2, h3, h4, label, legend, input, select, textarea, iframe, button, summary, [role=tab], a[class*=Button]";

const words = "p, li, dt, dd, td, th, a, figure, img, canvas";

/** On these no toast lies: bars that stay in sight and sentences that must be read carry it, and every dialog has its head. */
const kept = "[data-toasts=off], [role=alert], dialog h2, dialog [aria-label=Close]";

function weightOf(part: Element): number {
  if (part.matches(kept) || (part === document.activeElement && part.matches(named))) return weights.kept;
  if (part.closest("header, [data-test-mark]") || part.matches("svg")) return weights.idle;
  return part.matches(named) ? weights.named : weights.word;
}

/** What is on screen between `left` and `right`: of an open dialog that has all attention, only its own parts. */
function shownBetween(left: number, right: number, modal: Element | undefined, list: Element): Shown[] {
  const banner = modal ? undefined : document.querySelector("header")?.getBoundingClientRect();
  const head = banner && banner.left < right && banner.right > left ? banner.bottom : 0;
  const edge = modal?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
  return [...(modal ?? document).querySelectorAll([named, words, kept, "svg"].join())]
    .filter((each) => !list.contains(each) && each.checkVisibility({ visibilityProperty: true }))
    .map((each) => ({ part: each, box: each.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.height > 1 && box.left < right && box.right > left)
    .map(({ part, box }) => {
      // What is scrolled out of a dialog, or under the head that stays, is not seen.
      const from = part.closest("header, [data-test-mark]") ? edge.top : Math.max(edge.top, head);
      return { top: Math.max(box.top, from), bottom: Math.min(box.bottom, edge.bottom), weight: weightOf(part) };
    })
    .filter(({ top, bottom }) => bottom > top);
}

/** Puts the open toast of that list where it covers least of what is read and pressed. */
export function placeToast(list: HTMLElement): void {
  const toast = list.querySelector<HTMLElement>("[data-state=open]");
  const wide = matchMedia("(min-width: 48rem)").matches;
  const modal = [...document.querySelectorAll("dialog:modal")].at(-1);
  if (toast) document.documentElement.style.setProperty("--toast-room", `${toast.offsetHeight + 3 * gap}px`);
  // On a phone a dialog makes room for it, and some pages keep theirs at their head.
  if (!toast || (modal ? !wide : wide && document.querySelector("[data-toasts=above]"))) {
    delete list.dataset.placed;
    return;
  }
  // A record beside its list is what staff work on: what is said of it stands beside it.
  const beside = wide && !modal ? document.querySelector("dialog[open]")?.getBoundingClientRect().left : undefined;
  const right = beside ?? document.documentElement.clientWidth;
  const left = right - list.offsetWidth;
  const seen = window.visualViewport;
  const above = seen?.offsetTop ?? 0;
  const foot = parseFloat(getComputedStyle(list).paddingBottom);
  const room = { top: above + gap, bottom: above + (seen?.height ?? innerHeight) - foot };
  const top = bestPlace(toast.offsetHeight, room, shownBetween(left, right, modal, list));
  list.style.setProperty("--toast-top", `${top - parseFloat(getComputedStyle(list).paddingTop)}px`);
  list.style.setProperty("--toast-right", `${document.documentElement.clientWidth - right}px`);
  list.dataset.placed = "";
}
