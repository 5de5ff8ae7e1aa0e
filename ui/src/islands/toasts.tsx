import { rootOptions } from "../shell/root";
import { createRoot } from "../react";
import { Toasts } from "../components/Toasts";

/** Toasts on a page that has nothing else of React: those that the document before has sent along. */
export function showToasts(): void {
  const place = document.createElement("div");
  document.body.append(place);
  createRoot(place, rootOptions).render(<Toasts />);
}
