import { useEffect, useRef, useState } from "react";
import * as css from "./Undo.module.css";
import { UndoLine } from "./UndoLine";
import { useStaffAct } from "./useStaffAct";

/** For so long an act can be undone; the server takes a click in the last second, too, and waits for nobody. */
const offeredSeconds = 10;

/**
 * `said`: what was done; `way`: how it is undone, none where it was or cannot be any more; `undone`: what is said then;
 * `meanwhile`: what waits for as long; `stands`: what is said once its seconds are over.
 */
export type Offer = {
  said: string;
  about: string;
  way?: { url: string; sent?: object; method?: "POST" | "DELETE"; undone: string; meanwhile?: string; stands: string };
};

type Props = {
  offer: Offer | null;
  onOffer: (offer: Offer | null) => void;
  /** Gets the focus of the button when what was done is undone. */
  backTo: () => HTMLElement | null;
  className?: string | undefined;
};

/** Says what was just done, offers for ten seconds to undo it, and says when these are over. */
export function UndoOffer({ offer, onOffer, backTo, className }: Props) {
  const { act, busy } = useStaffAct();
  const [asked, setAsked] = useState<Offer | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLParagraphElement>(null);
  const stays = useRef(false);
  const end = useRef(onOffer);
  // Where the button was, its line keeps the focus: what comes after it must not take the next key.
  useEffect(() => {
    if (stays.current) line.current?.focus();
    stays.current = false;
  }, [offer]);
  useEffect(() => {
    end.current = (next) => {
      onOffer(next);
    };
  });
  // What is being undone stays until that is known.
  const waits = offer !== null && offer !== asked;
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => {
      stays.current = offer.way !== undefined && holdsFocus(place.current);
      end.current(offer.way ? { said: offer.way.stands, about: offer.about } : null);
    }, offeredSeconds * 1000);
    return () => clearTimeout(timer);
  }, [waits, offer]);

  async function undo({ about, way }: Offer) {
    if (busy || !way) return;
    setAsked(offer);
    const isUndone = await act(way.url, { failed: "It was not undone" }, way.sent, way.method);
    if (holdsFocus(place.current)) backTo()?.focus();
    end.current(isUndone ? { said: way.undone, about } : null);
  }

  return (
    <div ref={place} role="status" className={className}>
      {offer?.way ? (
        <UndoLine about={offer.about} busy={busy} onUndo={() => void undo(offer)}>
          {offer.said} You can undo this for {offeredSeconds} seconds. {offer.way.meanwhile}
        </UndoLine>
      ) : (
        offer && (
          <p ref={line} className={css.line} tabIndex={-1}>
            {offer.said}
          </p>
        )
      )}
    </div>
  );
}

function holdsFocus(place: HTMLElement | null): boolean {
  return place?.contains(document.activeElement) ?? false;
}
