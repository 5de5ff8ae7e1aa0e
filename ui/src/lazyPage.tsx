import { use, type ComponentType } from "react";

export type LazyPage = ComponentType & {
  /** Where the page lives under src, without the extension: the build finds its chunk by this. */
  source: string;
  /** Loads the page's chunk; afterwards it renders without waiting. */
  preload: () => Promise<void>;
};

const reloadedFor = "helios.reloadedFor";

/** After a new release the old chunk is gone: load the whole document again, once per address. */
async function reloadOnce(error: unknown): Promise<never> {
  if (typeof window === "undefined" || sessionStorage.getItem(reloadedFor) === location.href) throw error;
  sessionStorage.setItem(reloadedFor, location.href);
  location.reload();
  return new Promise<never>(() => {});
}

/** A page in a chunk of its own that, once loaded, renders at once, so that hydration never falls back. */
export function lazyPage(source: string, load: () => Promise<{ default: ComponentType }>): LazyPage {
  let Loaded: ComponentType | null = null;
  let loading: Promise<void> | null = null;

  function preload(): Promise<void> {
    return (loading ??= load()
      .catch(reloadOnce)
      .then((module) => {
        Loaded = module.default;
      }));
  }

  function Page() {
    if (!Loaded) use(preload());
    return Loaded && <Loaded />;
  }

  return Object.assign(Page, { source, preload });
}
