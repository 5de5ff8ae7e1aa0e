import { useEffect, useRef, useState, type ReactNode } from "react";
import { Act } from "./Act";
import * as css from "./Undo.module.css";
import { useStaffAct } from "./useStaffAct";

/** For so long an act can be undone; the server takes a click in the last second, too. */
const offeredMs = 10_000;

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

/** `said`: what was done; `way`: how it is undone, none where it was; `undone`: what is said then. */
export type Offer = {
  said: string;
  about: string;
  way?: { url: string; sent?: object; method?: "POST" | "DELETE"; undone: string };
};

type Props = {
  offer: Offer | null;
  onOffer: (offer: Offer | null) => void;
  /** Gets the focus of the button when that goes. */
  backTo: () => HTMLElement | null;
};

/** Says what was just done, and offers for ten seconds to undo it. */
export function UndoOffer({ offer, onOffer, backTo }: Props) {
  const { act, busy } = useStaffAct();
  const [asked, setAsked] = useState<Offer | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const end = useRef(onOffer);
  useEffect(() => {
    end.current = (next) => {
      if (place.current?.contains(document.activeElement)) backTo()?.focus();
      onOffer(next);
    };
  });
  // What is being undone stays until that is known.
  const waits = offer !== null && offer !== asked;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => end.current(null), offeredMs);
    return () => clearTimeout(timer);
  }, [waits, offer]);

  async function undo({ about, way }: Offer) {
    if (busy || !way) return;
    setAsked(offer);
    const isUndone = await act(way.url, { failed: "It was not undone" }, way.sent, way.method);
    end.current(isUndone ? { said: way.undone, about } : null);
  }

  return (
    <div ref={place} role="status">
      {offer?.way ? (
        <UndoLine about={offer.about} busy={busy} onUndo={() => void undo(offer)}>
          {offer.said}
        </UndoLine>
      ) : (
        offer && <p className={css.line}>{offer.said}</p>
      )}
    </div>
  );
}
