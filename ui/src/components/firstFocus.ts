const fields = "input:not([type='hidden'], [type='file'], :disabled), select:not(:disabled), textarea:not(:disabled)";
const buttons = "button:not([data-closes], [data-danger], :disabled)";

/** What is marked for it, else the first field, else the main button; never what closes it, nor what takes something away. */
function wanted(dialog: HTMLDialogElement): HTMLElement | undefined {
  const marked = dialog.querySelector<HTMLElement>("[data-first]");
  if (marked) return marked;
  const shown = (which: string) => [...dialog.querySelectorAll<HTMLElement>(which)].find((each) => each.closest("dialog") === dialog && each.offsetParent);
  return shown(fields) ?? shown(buttons);
}

/**
 * Where the focus goes when a dialog opens that was opened by keyboard, or on a machine without a finger; what is still
 * loading gets it once it has come, unless somebody went on meanwhile. For a finger, and until then, its title: a field
 * would bring up the finger's keyboard, and what closes it would close it by the next key. Returns what ends the waiting.
 */
export function focusFirst(dialog: HTMLDialogElement, byKeyboard: boolean): () => void {
  const isForFinger = !byKeyboard && matchMedia("(pointer: coarse)").matches;
  const title = dialog.querySelector("h2");
  title?.setAttribute("tabindex", "-1");
  const go = () => {
    const place = isForFinger ? dialog.querySelector<HTMLElement>("[data-first]") : wanted(dialog);
    (place ?? title)?.focus({ preventScroll: true });
    return place ?? isForFinger;
  };
  const arriving = new MutationObserver(() => {
    if (document.activeElement !== title || go()) arriving.disconnect();
  });
  if (!go()) arriving.observe(dialog, { childList: true, subtree: true });
  return () => arriving.disconnect();
}
