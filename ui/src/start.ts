/**
 * Runs once the document is parsed, and brings the page's scripts after its first paint: what people read comes first on a slow
 * line, and what answers their fingers right behind it. A classic script, because a module does not know its own element.
 */
const [entry, ...others] = document.currentScript?.dataset.scripts?.split(" ") ?? [];

function bring(): void {
  for (const href of others) document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  if (entry) void import(entry);
}

// A frame's callback comes before its paint, a timer set there after it. In a hidden tab there are no frames.
if (document.hidden) bring();
else requestAnimationFrame(() => setTimeout(bring));
