import { useEffect, useEffectEvent, useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from "react";
import { Heard } from "../../../components/Heard";
import { useScrollLock } from "../../../components/useScrollLock";
import * as css from "./SidePanel.module.css";

/** Paper counts as room: a dialog above the page would not run over several sheets. */
const roomBeside = "print, (min-width: 80rem)";

function watchRoom(listener: () => void): () => void {
  const query = matchMedia(roomBeside);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether list and panel fit side by side. */
function useRoomBeside(): boolean {
  return useSyncExternalStore(watchRoom, () => matchMedia(roomBeside).matches);
}

type Props = {
  /** The id of the heading inside that names the panel. */
  labelledBy: string;
  onClose: () => void;
  children: ReactNode;
};

/** A record beside its list, which stays in use; where there is no room it covers the page as a modal dialog. */
export function SidePanel({ labelledBy, onClose, children }: Props) {
  const panel = useRef<HTMLDialogElement>(null);
  const beside = useRoomBeside();
  const close = useEffectEvent(onClose);
  useScrollLock(!beside);

  // Open before its parts come into sight: what is closed has no place to scroll to.
  useLayoutEffect(() => {
    const element = panel.current;
    if (!element) return;
    const asked = [...element.querySelectorAll<HTMLDialogElement>("dialog:modal")];
    if (beside) element.show();
    else element.showModal();
    // What was asked above the panel stays above it: whatever is shown last is on top.
    for (const question of asked) {
      question.close();
      question.showModal();
    }
    return () => element.close();
  }, [beside]);

  useEffect(() => {
    if (!beside) return;
    function closeOnEscape(event: KeyboardEvent) {
      // A question asked above the panel takes its own Escape.
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector("dialog:modal")) close();
    }
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [beside]);

  return (
    <dialog
      ref={panel}
      className={css.panel}
      aria-labelledby={labelledBy}
      onCancel={(event) => {
        if (event.target !== panel.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      {children}
      {!beside && <Heard />}
    </dialog>
  );
}
