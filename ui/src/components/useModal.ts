import { useEffect, useLayoutEffect, useRef, type SyntheticEvent } from "react";
import { focusFirst } from "./firstFocus";
import { useBackCloses } from "./useBackCloses";
import { useScrollLock } from "./useScrollLock";

/**
 * What a `<dialog>` needs to be shown as a modal while `open`; the page behind does not scroll. `onClose` is called when the
 * visitor closes it, and makes `open` false, or asks them first.
 */
export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useScrollLock(open);
  useBackCloses(open, onClose);

  useEffect(() => {
    const element = ref.current;
    if (!open && element?.open) element.close();
    if (!open || !element || element.open) return;
    const byKeyboard = document.activeElement?.matches(":focus-visible") ?? false;
    element.showModal();
    // Left to itself, the browser would go to the button that closes it.
    return focusFirst(element, byKeyboard);
  }, [open]);

  // Taken away while it is open, it gives the focus back as well.
  useLayoutEffect(() => {
    const element = ref.current;
    return () => element?.close();
  }, []);

  return {
    ref,
    /** Escape. Closed by the browser itself, it would say so only later, when the visitor may have opened it again. */
    onCancel: (event: SyntheticEvent) => {
      // File fields tell of their own cancelling the same way.
      if (event.target !== ref.current) return;
      event.preventDefault();
      onClose();
    },
    /** Browsers may close it without asking; what is open (again) by now stays, and what the page keeps open is shown again. */
    onClose: () => {
      if (!open || !ref.current || ref.current.open) return;
      ref.current.showModal();
      onClose();
    },
  };
}
