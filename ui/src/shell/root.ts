import { startTransition, type ReactNode } from "react";
import { hydrateRoot, type RootOptions } from "../react";
import { heldUntil } from "../early";

/** The element that the pages are rendered into. */
export function siteRoot(): HTMLElement {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root element");
  return root;
}

/** Errors of rendering go to the console, where tests and developers look; visitors see the error boundary. */
export const rootOptions: RootOptions & { onRecoverableError: (error: unknown) => void } = {
  onRecoverableError: (error) => console.error(error),
};

/** Continues the prerendered page, in slices short enough that scrolling and typing are never held up. */
export function continuePage(page: ReactNode): void {
  dispatchEvent(new Event(heldUntil.listening));
  startTransition(() => {
    hydrateRoot(siteRoot(), page, rootOptions);
  });
}
