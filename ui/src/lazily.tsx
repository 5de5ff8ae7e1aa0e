import { use, type ComponentType } from "react";
import { reloadOnce } from "./newRelease";

type Lazy<Props extends object> = ComponentType<Props> & {
  /** Loads the chunk ahead; afterwards the component renders without waiting. Rejects when the chunk does not come. */
  preload: () => Promise<void>;
  /** The same for somebody who wants it now: after a release the document is loaded again. */
  open: () => Promise<void>;
};

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

  return Object.assign(Part, { preload, open });
}
