import { useEffect, useRef, type ReactNode } from "react";
import { Act } from "./Act";
import * as css from "./Undo.module.css";

type LineProps = { about: string; busy: boolean; onUndo: () => void; className?: string | undefined; children: ReactNode };

/** What was done, and the way back; it takes over the focus of a button that went with the act. */
export function UndoLine({ about, busy, onUndo, className = css.line, children }: LineProps) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) undo.current?.focus();
  }, []);
  return (
    <p className={className}>
      {children}{" "}
      <Act ref={undo} aria-disabled={busy || undefined} aria-label={`Undo: ${about}`} onClick={onUndo}>
        Undo
      </Act>
    </p>
  );
}
