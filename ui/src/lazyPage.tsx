import { use, type ComponentType } from "react";

export type LazyPage = ComponentType & {
  /** Where the page lives under src, without the extension: the build finds its chunk by this. */
  source: string;
  /** Loads the page's chunk; afterwards it renders without waiting. Rejects when the chunk does not come. */
  preload: () => Promise<void>;
};

const reloadedFor = "helios.reloadedFor";

function isReachable(): Promise<boolean> {
  return fetch("/api/health", { cache: "no-store" }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * For a chunk that did not come. After a new release the old ones are gone: loads the whole document again, once per address.
 * Without a connection that would only lose the page: then the error goes on.
 */
export async function reloadOnce(error: unknown): Promise<never> {
  if (typeof window === "undefined" || sessionStorage.getItem(reloadedFor) === location.href) throw error;
  if (!(await isReachable())) throw error;
  sessionStorage.setItem(reloadedFor, location.href);
  location.reload();
  return new Promise<never>(() => {});
}

/** A page in a chunk of its own that, once loaded, renders at once, so that hydration never falls back. */
export function lazyPage(source: string, load: () => Promise<{ default: ComponentType }>): LazyPage {
  let Loaded: ComponentType | null = null;
  let loading: Promise<void> | null = null;
  let opening: Promise<void> | null = null;

  function preload(): Promise<void> {
    return (loading ??= load().then((module) => {
      Loaded = module.default;
    }));
  }

  function Page() {
    // Only who opens the page is sent to it anew: whoever merely points at a link keeps what they have before them.
    if (!Loaded) use((opening ??= preload().catch(reloadOnce)));
    return Loaded && <Loaded />;
  }

  return Object.assign(Page, { source, preload });
}
