import { useCallback, useEffect, useState, type RefObject } from "react";
import { savesData } from "../../site/quiet";
import tallMp4 from "./hero-tall.mp4";
import tallWebm from "./hero-tall.webm";
import wideMp4 from "./hero-wide.mp4";
import wideWebm from "./hero-wide.webm";
import { upright } from "./upright";

type Sources = { webm: string; mp4: string };

const tall: Sources = { webm: tallWebm, mp4: tallMp4 };
const wide: Sources = { webm: wideWebm, mp4: wideMp4 };
const stoppedKey = "helios.filmStopped";
const still = "(prefers-reduced-motion: reduce)";

/** The film that suits the screen; null for a visitor who wants stillness, or to save data. */
function suitable(): Sources | null {
  if (matchMedia(still).matches || savesData()) return null;
  return matchMedia(upright).matches ? tall : wide;
}

/**
 * Which film plays: `sources` is null while (or for good) only the poster should show. It is `stopped` by the visitor, for
 * as long as the visit lasts, and rests also while the stage is out of sight. A failure is only logged.
 */
export function useFilm(stage: RefObject<HTMLElement | null>) {
  const [sources, setSources] = useState(suitable);
  const [stopped, setStopped] = useState(() => sessionStorage.getItem(stoppedKey) !== null);
  const [inSight, setInSight] = useState(true);

  useEffect(() => {
    const choose = () => setSources(suitable());
    const conditions = [matchMedia(still), matchMedia(upright)];
    for (const condition of conditions) condition.addEventListener("change", choose);
    return () => {
      for (const condition of conditions) condition.removeEventListener("change", choose);
    };
  }, []);

  useEffect(() => {
    if (!stage.current) return;
    const watch = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? true));
    watch.observe(stage.current);
    return () => watch.disconnect();
  }, [stage]);

  const failed = useCallback(() => {
    console.warn("The hero film could not be loaded");
    setSources(null);
  }, []);
  const refused = useCallback((reason: unknown) => {
    if (reason instanceof DOMException && reason.name === "NotAllowedError") setStopped(true);
  }, []);
  const toggle = useCallback(() => {
    if (stopped) sessionStorage.removeItem(stoppedKey);
    else sessionStorage.setItem(stoppedKey, "yes");
    setStopped(!stopped);
  }, [stopped]);

  return { sources, stopped, resting: stopped || !inSight, failed, refused, toggle };
}
