import { Search } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazily } from "../../../lazily";
import { isAsking, typing } from "../useRecordKeys";
import type { Opens } from "./beginsWith";
import * as css from "./Commands.module.css";

const Palette = lazily(() => import("./Palette"));
const ActDialog = lazily(() => import("./ActDialog"));

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
export const paletteKey = isMac ? "⌘ K" : "Ctrl K";

/** What opens above every staff page: the palette (Ctrl or Cmd K), the list of keys (?), an act. */
export function Commands({ className }: { className: string | undefined }) {
  const [open, setOpen] = useState<Opens | null>(null);
  // Also what is typed while the palette is on its way, until its own field has the focus.
  const [typed, setTyped] = useState("");
  const isReady = useRef(false);
  const close = () => setOpen(null);
  const find = () => {
    setTyped("");
    isReady.current = false;
    setOpen("palette");
  };

  useEffect(() => {
    if (open !== "palette") return;
    function keep(event: KeyboardEvent) {
      if (isReady.current) return;
      if (event.key === "Escape") setOpen(null);
      if (event.key.length > 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      // Letters are keys of the list beneath, too.
      event.stopPropagation();
      setTyped((before) => before + event.key);
    }
    document.addEventListener("keydown", keep, { capture: true });
    return () => document.removeEventListener("keydown", keep, { capture: true });
  }, [open]);

  useEffect(() => {
    function listen(event: KeyboardEvent) {
      const asksPalette = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const from = event.target as HTMLElement;
      const asksKeys = event.key === "?" && !event.ctrlKey && !event.metaKey && !from.closest(typing);
      if ((!asksPalette && !asksKeys) || event.defaultPrevented) return;
      event.preventDefault();
      if (isAsking()) return;
      if (asksPalette) find();
      else setOpen("keys");
    }
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return (
    <>
      <button type="button" className={className} aria-keyshortcuts="Control+K Meta+K" onClick={find}>
        <Search size={18} strokeWidth={1.5} aria-hidden />
        Find <kbd className={css.key}>{paletteKey}</kbd>
      </button>
      <Suspense>
        {open === "palette" && <Palette typed={typed} onTyped={setTyped} onReady={() => (isReady.current = true)} onClose={close} onOpen={setOpen} />}
        {open !== null && open !== "palette" && <ActDialog act={open} onClose={close} />}
      </Suspense>
    </>
  );
}
