import { use, type ComponentType } from "react";

const preloads: (() => Promise<void>)[] = [];

/** Loads every part, so that prerendering has them at hand. */
export async function preloadParts(): Promise<void> {
  await Promise.all(preloads.map((preload) => preload()));
}

/** Once the document and all it shows have loaded; at once when they have. */
function documentLoaded(): Promise<void> {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => {
    addEventListener("load", () => resolve(), { once: true });
  });
}

/**
 * A part of a page below the first screen, in a chunk of its own. Its prerendered HTML stands from the start; its script
 * comes after everything that the first screen needs. Use it inside a Suspense boundary.
 */
export function lazyPart(load: () => Promise<{ default: ComponentType }>): ComponentType {
  let Loaded: ComponentType | null = null;
  let loading: Promise<void> | null = null;

  async function fetchPart() {
    Loaded = (await load()).default;
  }

  function Part() {
    if (!Loaded) use((loading ??= documentLoaded().then(fetchPart)));
    return Loaded && <Loaded />;
  }

  preloads.push(() => (loading ??= fetchPart()));
  return Part;
}
