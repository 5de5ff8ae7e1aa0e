const fields = "input:not([type='hidden'], [type='file'], :disabled), select:not(:disabled), textarea:not(:disabled)";
const buttons = "button:not([data-closes], [data-danger], :disabled)";

/**
 * Where the focus goes when a dialog opens: what is marked for it, else its first field, else its main button; never what
 * closes it, nor what takes something away. None for a finger, which needs none: a field would bring up its keyboard.
 */
export function firstFocus(dialog: HTMLDialogElement): HTMLElement | undefined {
  const marked = dialog.querySelector<HTMLElement>("[data-first]");
  if (marked) return marked;
  if (!matchMedia("(pointer: fine)").matches) return undefined;
  const shown = (which: string) => [...dialog.querySelectorAll<HTMLElement>(which)].find((each) => each.closest("dialog") === dialog && each.offsetParent);
  return shown(fields) ?? shown(buttons);
}
