import { use, type ComponentType } from "react";
import { useHydrated } from "./components/useHydrated";
import { lazily } from "./lazily";

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
  const Part = lazily(load);
  let waiting: Promise<void> | null = null;

  async function fetchPatiently(): Promise<void> {
    await firstMove();
    try {
      await Part.preload();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, patience));
      await fetchPatiently();
    }
  }

  function PatientPart() {
    const prerendered = !useHydrated();
    if (prerendered && !Part.isLoaded()) use((waiting ??= fetchPatiently()));
    return <Part />;
  }

  preloads.push(Part.preload);
  return PatientPart;
}
