import { useEffect, useRef, type SyntheticEvent } from "react";
import { useScrollLock } from "./useScrollLock";

/**
 * What a `<dialog>` needs to be shown as a modal while `open`; the page behind does not scroll. `onClose` is called when the
 * visitor closes it, and has to make `open` false.
 */
export function useModal(open: boolean, onClose: () => void) {
  const ref = useRef<HTMLDialogElement>(null);
  useScrollLock(open);

  useEffect(() => {
    const element = ref.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);

  return {
    ref,
    /** Escape. Closed by the browser itself, it would say so only later, when the visitor may have opened it again. */
    onCancel: (event: SyntheticEvent) => {
      // File fields tell of their own cancelling the same way.
      if (event.target !== ref.current) return;
      event.preventDefault();
      onClose();
    },
    /** Browsers may close it without asking; what is open (again) by now stays. */
    onClose: () => {
      if (open && !ref.current?.open) onClose();
    },
  };
}
