import { useEffect, useRef } from "react";

/** Puts the focus on what cannot be reached with the keyboard: a heading that says where the visitor is now. */
function focusOn(selector: string): void {
  const heading = document.querySelector<HTMLElement>(selector);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "nearest" });
}

/** Puts the focus on the heading at `selector` where it has been lost with what had it. */
export function rescueFocus(selector: string): void {
  if (document.activeElement === document.body) focusOn(selector);
}

/** Once the part of the page that calls this has gone, and the focus with it, the focus is on the heading at `selector`. */
export function useHeir(selector: string): void {
  const latest = useRef(selector);

  useEffect(() => {
    latest.current = selector;
  }, [selector]);

  useEffect(
    () => () => rescueFocus(latest.current),
    [],
  );
}

const arrival = "helios.arrival";

/** Lets the document that opens next in this tab begin at its heading: the act that leads there took the focus with it. */
export function carryFocus(): void {
  sessionStorage.setItem(arrival, "heading");
}

/** Takes over what `carryFocus` has left, as soon as the page is `ready`. */
export function useCarriedFocus(ready: boolean): void {
  useEffect(() => {
    if (!ready || !sessionStorage.getItem(arrival)) return;
    sessionStorage.removeItem(arrival);
    focusOn("#main h1");
  }, [ready]);
}
