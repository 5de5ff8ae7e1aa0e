import { use, type ComponentType } from "react";

type Lazy<Props extends object> = ComponentType<Props> & {
  /** Loads the chunk ahead; afterwards the component renders without waiting. Rejects when the chunk does not come. */
  preload: () => Promise<void>;
  /** The same for somebody who wants it now: after a release the document is loaded again. */
  open: () => Promise<void>;
  /** Whether the chunk has been loaded. */
  isLoaded: () => boolean;
};

export type LazyPage = Lazy<object> & {
  /** Where the page lives under src, without the extension: the build finds its chunk by this. */
  source: string;
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
async function reloadOnce(error: unknown): Promise<never> {
  if (typeof window === "undefined" || sessionStorage.getItem(reloadedFor) === location.href) throw error;
  if (!(await isReachable())) throw error;
  sessionStorage.setItem(reloadedFor, location.href);
  location.reload();
  return new Promise<never>(() => {});
}

/** Thrown in place of a component whose chunk did not come. */
export class NotArrived extends Error {
  /** @param forget Lets the component ask for its chunk anew when it is rendered next. */
  constructor(
    readonly forget: () => void,
    options: ErrorOptions,
  ) {
    super("A part of the page did not arrive", options);
  }
}

/**
 * A component in a chunk of its own that, once loaded, renders at once, so that hydration never falls back. Use it inside a
 * Suspense boundary, and that inside an ErrorBoundary.
 */
export function lazily<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>): Lazy<Props> {
  let Loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  let opening: Promise<void> | null = null;

  function preload(): Promise<void> {
    return (loading ??= load().then(
      (module) => {
        Loaded = module.default;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    ));
  }

  // Only who opens it is sent to the new release: whoever merely points at a link keeps what they have before them.
  const open = () => preload().catch(reloadOnce);

  function forget(): void {
    opening = null;
  }

  function Part(props: Props) {
    if (!Loaded) {
      opening ??= open().catch((error: unknown) => {
        throw new NotArrived(forget, { cause: error });
      });
      use(opening);
    }
    return Loaded && <Loaded {...props} />;
  }

  return Object.assign(Part, { preload, open, isLoaded: () => Loaded !== null });
}

/** A page in a chunk of its own. */
export function lazyPage(source: string, load: () => Promise<{ default: ComponentType }>): LazyPage {
  return Object.assign(lazily(load), { source });
}
