import { heldUntil } from "./early";

/**
 * Runs once the document is parsed, and brings the page's scripts after its first paint: what people read comes first on a slow
 * line, and what answers their fingers right behind it. A classic script, because a module does not know its own element.
 */
const [entry, ...others] = document.currentScript?.dataset.scripts?.split(" ") ?? [];

function bring(): void {
  for (const href of others) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  if (entry) void import(entry);
}

/** A button that is pressed before anything listens is pressed again once something does: no press is lost on a slow line. */
let pressed: HTMLElement | null = null;

function hold({ target }: Event): void {
  pressed = (target as Element).closest("button") ?? pressed;
}

addEventListener("click", hold, true);
addEventListener(heldUntil.listening, () => removeEventListener("click", hold, true));
addEventListener(heldUntil.ready, () => setTimeout(() => pressed?.click()));

// A frame's callback comes before its paint, a timer set there after it. In a hidden tab there are no frames.
if (document.hidden) bring();
else requestAnimationFrame(() => setTimeout(bring));
