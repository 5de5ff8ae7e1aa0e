import { useEffect, useEffectEvent } from "react";

/** Where Back is a button of the device and a layer takes the whole screen. */
const phone = "(max-width: 47.99rem)";
/** Numbers of the layers that are open; each has an entry of its own in the browser's history. */
const open = new Set<number>();
/** The layer that was just closed, and whose entry is still the present one: another that opens at once takes it over. */
let leaving = 0;

function layer(): number | undefined {
  return (history.state as { layer?: number } | null)?.layer;
}

/** Whether a step back of our own has not arrived yet: an entry made meanwhile would be taken back by it. */
let stepping = false;

function stepBack(): void {
  leaving = 0;
  stepping = true;
  addEventListener("popstate", () => (stepping = false), { once: true, capture: true });
  history.back();
}

/** An entry whose layer was closed meanwhile shows nothing of its own. */
function passBy(): void {
  const at = layer();
  if (at !== undefined && !open.has(at)) stepBack();
}

/** On a phone the browser's Back closes what is `open`, and the page under it stays where it is. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);

  useEffect(() => {
    if (!isOpen || !matchMedia(phone).matches) return;
    const mine = Date.now() + Math.random();
    const popped = () => {
      if (!open.has(layer() ?? 0) || (layer() ?? 0) < mine) close();
    };
    const enter = () => {
      if (stepping) return addEventListener("popstate", enter, { once: true });
      const entry = { ...(history.state as object | null), layer: mine };
      if (leaving && layer() === leaving) history.replaceState(entry, "");
      else history.pushState(entry, "");
      leaving = 0;
      addEventListener("popstate", popped);
      addEventListener("popstate", passBy);
    };
    open.add(mine);
    enter();
    return () => {
      open.delete(mine);
      removeEventListener("popstate", enter);
      removeEventListener("popstate", popped);
      if (layer() !== mine) return;
      leaving = mine;
      setTimeout(() => {
        if (leaving === mine && layer() === mine) stepBack();
      });
    };
  }, [isOpen]);
}

/** Calls back once the entries of the layers that are being closed are behind: what goes on from here would be undone by them. */
export function onceClosed(then: () => void): void {
  if (layer() === undefined) then();
  else addEventListener("popstate", () => onceClosed(then), { once: true });
}
