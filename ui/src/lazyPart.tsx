import { use, type ComponentType } from "react";
import { useHydrated } from "./components/useHydrated";
import { reloadOnce } from "./lazily";

const preloads: (() => Promise<void>)[] = [];

/** Loads every part, so that prerendering has them at hand. */
export async function preloadParts(): Promise<void> {
  await Promise.all(preloads.map((preload) => preload()));
}

const moves = ["scroll", "pointermove", "pointerdown", "keydown"];

/** Once the visitor does anything: scrolls, moves the pointer, touches the page or presses a key. */
function firstMove(): Promise<void> {
  return new Promise((resolve) => {
    const moved = () => {
      for (const move of moves) removeEventListener(move, moved, true);
      resolve();
    };
    for (const move of moves) addEventListener(move, moved, { capture: true, passive: true });
    if (scrollY > 0) moved();
  });
}

/** Milliseconds after which a part that did not come is asked for again. */
const patience = 5000;

/**
 * A part of a page below the first screen, in a chunk of its own. Its prerendered HTML stands from the start; its script
 * comes when the visitor begins to move, and while it does not come the HTML stays. Where nothing was prerendered it comes at
 * once. Use it inside a Suspense boundary.
 */
export function lazyPart(load: () => Promise<{ default: ComponentType }>): ComponentType {
  let Loaded: ComponentType | null = null;
  let loading: Promise<void> | null = null;

  async function fetchPart() {
    Loaded = (await load()).default;
  }

  async function fetchPatiently(): Promise<void> {
    await firstMove();
    try {
      await fetchPart();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, patience));
      await fetchPatiently();
    }
  }

  function Part() {
    const prerendered = !useHydrated();
    if (!Loaded) use((loading ??= prerendered ? fetchPatiently() : fetchPart().catch(reloadOnce)));
    return Loaded && <Loaded />;
  }

  preloads.push(() => (loading ??= fetchPart()));
  return Part;
}
