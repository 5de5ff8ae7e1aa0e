import type { RootOptions } from "../react";

/** The element that the staff area is rendered into. */
export function siteRoot(): HTMLElement {
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no #root element");
  return root;
}

/** Errors of rendering go to the console, where tests and developers look; visitors see the error boundary. */
export const rootOptions: RootOptions & { onRecoverableError: (error: unknown) => void } = {
  onRecoverableError: (error) => console.error(error),
};
