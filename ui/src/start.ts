import { heldUntil } from "./early";

/**
 * Runs once the document is parsed, and brings the page's scripts and the rest of the styles after its first paint: what people
 * read comes first on a slow line, and what answers their fingers right behind it. A classic script, because a module does not
 * know its own element.
 */
const { scripts, sheet } = document.currentScript?.dataset ?? {};

function add(rel: string, href: string): HTMLLinkElement {
  const link = Object.assign(document.createElement("link"), { rel, href });
  document.head.append(link);
  return link;
}

let brought = false;

function bring(): void {
  if (brought || !scripts || !sheet) return;
  brought = true;
  const hrefs = scripts.split(" ");
  const run = () => void runInTurn(hrefs);
  // What the scripts add to the page needs its styles; a page without some of them is still better than a dead one.
  Object.assign(add("stylesheet", sheet), { onload: run, onerror: run });
  for (const href of hrefs) add("modulepreload", href);
}

/** One script after the other, with a pause in which the browser can answer; each finds what it imports already there. */
async function runInTurn(hrefs: readonly string[]): Promise<void> {
  const entry = hrefs.at(-1);
  for (const href of hrefs) {
    // The entry knows better what to do about a part that is missing.
    await import(href).catch((error: unknown) => {
      if (href === entry) throw error;
    });
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** A button that is pressed before anything listens is pressed again once something does: no press is lost on a slow line. */
let pressed: HTMLElement | null = null;

function hold({ target }: Event): void {
  pressed = (target as Element).closest("button") ?? pressed;
}

addEventListener("click", hold, true);
addEventListener(heldUntil.listening, () => removeEventListener("click", hold, true));
addEventListener(heldUntil.ready, () => setTimeout(() => pressed?.click()));

// A hidden page is not painted, and a browser may not tell: then a second must do.
if (!document.hidden && PerformanceObserver.supportedEntryTypes.includes("paint")) {
  new PerformanceObserver(bring).observe({ type: "paint", buffered: true });
}
setTimeout(bring, document.hidden ? 0 : 1000);
