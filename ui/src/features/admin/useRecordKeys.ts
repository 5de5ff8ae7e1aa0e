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

/** The keys of an open record: what an element says by `data-key`; n opens the notes where they are folded. */
export function useRecordKeys(): void {
  const address = useListAddress();
  const navigate = useNavigate();
  useEffect(() => {
    function act(event: KeyboardEvent) {
      const from = event.target as HTMLElement;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || from.closest(typing) || isAsking()) return;
      if (event.key !== "s" && event.key !== "n") return;
      const found = document.querySelector<HTMLElement>(`[aria-labelledby="${recordHeading}"] [data-key="${event.key}"]`);
      event.preventDefault();
      // A button, too: what it opens gives the focus back to where it was.
      found?.focus();
      if (found instanceof HTMLButtonElement) found.click();
      else if (!found && event.key === "n") void navigate(address.with({ project: address.project, part: "notes" }));
    }
    document.addEventListener("keydown", act);
    return () => document.removeEventListener("keydown", act);
  }, [address, navigate]);
}
