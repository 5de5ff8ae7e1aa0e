import { Search } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { lazily } from "../../../lazily";
import { isAsking, typing } from "../useRecordKeys";
import * as css from "./Commands.module.css";

const Palette = lazily(() => import("./Palette"));
const KeysDialog = lazily(() => import("./KeysDialog"));
const BeginDialog = lazily(() => import("../clients/BeginDialog"));

export type Opens = "palette" | "keys" | "phone";

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
export const paletteKey = isMac ? "⌘ K" : "Ctrl K";

/** What opens above every staff page: the palette (Ctrl or Cmd K), the list of keys (?), a phone booking. */
export function Commands({ className }: { className: string | undefined }) {
  const [open, setOpen] = useState<Opens | null>(null);
  const close = () => setOpen(null);

  useEffect(() => {
    function listen(event: KeyboardEvent) {
      const asksPalette = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const from = event.target as HTMLElement;
      const asksKeys = event.key === "?" && !event.ctrlKey && !event.metaKey && !from.closest(typing);
      if ((!asksPalette && !asksKeys) || event.defaultPrevented) return;
      event.preventDefault();
      if (!isAsking()) setOpen(asksPalette ? "palette" : "keys");
    }
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return (
    <>
      <button type="button" className={className} aria-keyshortcuts="Control+K Meta+K" onClick={() => setOpen("palette")}>
        <Search size={18} strokeWidth={1.5} aria-hidden />
        Find <kbd className={css.key}>{paletteKey}</kbd>
      </button>
      <Suspense>
        {open === "palette" && <Palette onClose={close} onOpen={setOpen} />}
        {open === "keys" && <KeysDialog onClose={close} />}
        {open === "phone" && <BeginDialog client={null} onClose={close} />}
      </Suspense>
    </>
  );
}
