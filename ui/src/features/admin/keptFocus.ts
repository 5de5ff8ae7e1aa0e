const controls = 'a[href], button:not(:disabled), summary, input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';
/** So long may what an act has changed take to give the focus to a place of its own, as an undo does. */
const settledMs = 100;

/** Where an element stood: what held it, the innermost first, and as which child. */
type Step = { holder: Element; index: number };

function wayTo(element: Element, place: Element): Step[] {
  const way: Step[] = [];
  for (let at = element; at !== place && at.parentElement; at = at.parentElement) {
    way.push({ holder: at.parentElement, index: [...at.parentElement.children].indexOf(at) });
  }
  return way;
}

function firstControl(within: Element): HTMLElement | undefined {
  const all = [...(within.matches(controls) ? [within] : []), ...within.querySelectorAll(controls)];
  return all.find((each): each is HTMLElement => each instanceof HTMLElement && each.checkVisibility());
}

/** What stands now where something stood: in its place, after it, or else before it, the nearest first. */
function heir(way: Step[]): HTMLElement | undefined {
  for (const { holder, index } of way.filter(({ holder: each }) => each.isConnected)) {
    const beside = [...holder.children];
    for (const each of [...beside.slice(index), ...beside.slice(0, index).reverse()]) {
      const found = firstControl(each);
      if (found) return found;
    }
  }
  return undefined;
}

/**
 * The focus of who acts by keyboard stays where the act was: what goes with its act leaves the focus to what stands in
 * its place, in its own row or the next one, and never to the page's beginning. Who leaves by a click is not led back.
 * Returns what ends it.
 */
export function keepFocus(main: HTMLElement): () => void {
  let last: { element: Element; way: Step[]; path: string } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function note({ target }: FocusEvent) {
    last = target instanceof Element && main.contains(target) ? { element: target, way: wayTo(target, main), path: location.pathname } : null;
  }
  function look() {
    clearTimeout(timer);
    if (last && document.activeElement === document.body) timer = setTimeout(keep, settledMs);
  }
  function keep() {
    if (!last || document.activeElement !== document.body || last.path !== location.pathname) return;
    if (last.element.isConnected && last.element.checkVisibility()) return;
    heir(last.way)?.focus();
  }

  const watch = new MutationObserver(look);
  watch.observe(main, { childList: true, subtree: true });
  document.addEventListener("focusin", note);
  return () => {
    clearTimeout(timer);
    watch.disconnect();
    document.removeEventListener("focusin", note);
  };
}
