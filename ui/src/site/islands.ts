import { reloadOnce } from "../newRelease";
import { whenNear } from "./near";
import { parts, type PartName } from "./parts";

/** Milliseconds after which a part that did not come is asked for again. */
const patience = 5000;
const touches = ["pointerdown", "focusin", "keydown"];

/** What people read comes first on a slow line, and what answers their fingers right behind it. */
export function whenPainted(): Promise<unknown> {
  return new Promise((resolve) => {
    // A hidden page is not painted, and a browser may not tell: then a second must do.
    if (!document.hidden) new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
    setTimeout(resolve, document.hidden ? 0 : 1000);
  });
}

let sheet: Promise<unknown> | undefined;

/** The rules of what the page does not begin with. A page without some of them is still better than a dead one. */
export function bringSheet(): Promise<unknown> {
  return (sheet ??= new Promise((resolve) => {
    const href = document.querySelector<HTMLScriptElement>("script[data-sheet]")?.dataset.sheet;
    if (!href) return resolve(null);
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, onload: resolve, onerror: resolve });
    document.head.append(link);
  }));
}

/** What the page has preloaded, one script after the other, with a pause in which the browser can answer. */
async function runPreloaded(): Promise<void> {
  for (const { href } of document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")) {
    // Who needs a script that is missing says so.
    await import(href).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve));
  }
}

async function bring(element: HTMLElement, live: () => void): Promise<void> {
  await bringSheet();
  if (element.dataset.when === "now") await runPreloaded();
  const [{ continuePart }, part] = await Promise.all([import("../continue"), parts[element.dataset.island as PartName]()]);
  await part.prepare?.();
  continuePart(element, part.default, live);
}

function remembers(memory: string | undefined): boolean {
  try {
    return memory !== undefined && sessionStorage.getItem(memory) !== null;
  } catch {
    // Storage is switched off.
    return false;
  }
}

/** Keeps what is typed into a form that does not remember it by itself yet. */
function remember(memory: string | undefined, { target }: Event): void {
  const { form } = target as HTMLInputElement;
  if (memory && form) sessionStorage.setItem(memory, JSON.stringify(Object.fromEntries(new FormData(form))));
}

/**
 * A part comes after the first paint, or when it is near or touched. While it does not come its HTML stays. A button of it that
 * is pressed before is pressed again once something listens: no press is lost on a slow line.
 */
function prepare(element: HTMLElement): void {
  const atOnce = element.dataset.when === "now";
  let pressed: HTMLElement | null = null;
  let coming = false;

  const hold = ({ target }: Event) => {
    pressed = (target as Element).closest("button") ?? pressed;
  };
  const keep = (event: Event) => remember(element.dataset.memory, event);
  const come = () => {
    if (coming) return;
    coming = true;
    bring(element, live)
      // Who has come for it gets the new release; who merely passes by keeps what they have before them.
      .catch((error: unknown) => (atOnce ? reloadOnce(error) : Promise.reject(error as Error)))
      .then(
        () => {
          element.removeEventListener("click", hold, true);
          element.removeEventListener("input", keep);
        },
        () => {
          coming = false;
          setTimeout(come, patience);
        },
      );
  };
  const live = () => {
    setTimeout(() => pressed?.click());
    if (atOnce) dispatchEvent(new Event("helios:ready"));
  };

  element.addEventListener("click", hold, true);
  element.addEventListener("input", keep);
  if (atOnce || remembers(element.dataset.memory)) void whenPainted().then(come);
  if (atOnce) return;
  whenNear(element, come);
  for (const touch of touches) element.addEventListener(touch, come, { capture: true, passive: true });
}

/** Prepares every part of the page that React continues; answers whether one of them is what the page is for. */
export function startIslands(): boolean {
  const islands = [...document.querySelectorAll<HTMLElement>("[data-island]")];
  islands.forEach(prepare);
  return islands.some(({ dataset }) => dataset.when === "now");
}
