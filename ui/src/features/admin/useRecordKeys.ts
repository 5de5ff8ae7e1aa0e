import { useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { useListAddress } from "./address";

/** The id of the heading that names an open record. */
export const recordHeading = "open-record";
/** Where letters are typed, and are no keys. */
export const typing = "input, textarea, select, [contenteditable]";

/** Whether a dialog waits for an answer; an open record is none. */
export function isAsking(): boolean {
  return document.querySelector(`dialog:modal:not([aria-labelledby="${recordHeading}"])`) !== null;
}

/** What was typed for a note while its field was on its way; null where none is. */
let ahead: { text: string; since: number } | null = null;
/** Whoever has waited for so long writes something else. */
const patienceMs = 10_000;

/** What was typed for a note before its field was there; it is taken once. */
export function takeTypedAhead(): string {
  const { text = "" } = ahead ?? {};
  ahead = null;
  return text;
}

/** The keys of an `open` record: what an element says by `data-key`; n opens the notes where they are folded or still loading. */
export function useRecordKeys(open: boolean): void {
  const address = useListAddress();
  const navigate = useNavigate();
  useEffect(() => {
    if (!open) return;
    function act(event: KeyboardEvent) {
      const from = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || from.closest(typing) || isAsking()) return;
      if (event.key !== "s" && event.key !== "n") return;
      const found = document.querySelector<HTMLElement>(`[aria-labelledby="${recordHeading}"] [data-key="${event.key}"]`);
      event.preventDefault();
      // A button, too: what it opens gives the focus back to where it was.
      found?.focus();
      if (found instanceof HTMLButtonElement) found.click();
      else if (!found && event.key === "n") {
        ahead = { text: "", since: Date.now() };
        void navigate(address.with({ project: address.project, part: "notes" }));
      }
    }
    function keep(event: KeyboardEvent) {
      if (!ahead) return;
      const isOver = event.key === "Escape" || Date.now() - ahead.since > patienceMs || (event.target as HTMLElement).closest(typing) !== null || isAsking();
      if (isOver) {
        ahead = null;
        return;
      }
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      ahead.text += event.key;
      event.preventDefault();
      // Letters are keys of the list beneath, too.
      event.stopPropagation();
    }
    document.addEventListener("keydown", keep, { capture: true });
    document.addEventListener("keydown", act);
    return () => {
      document.removeEventListener("keydown", keep, { capture: true });
      document.removeEventListener("keydown", act);
    };
  }, [open, address, navigate]);
}
