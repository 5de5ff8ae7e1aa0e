import { whenQuiet } from "./quiet";

/**
 * Brings the pictures that would wait until they are scrolled near, so that nobody scrolls or prints faster than they arrive:
 * one after the other, whenever the browser is at rest, because drawing them takes it longer than a finger notices.
 */
export function bringPictures(): () => void {
  let cancel: () => void;
  function next() {
    const picture = [...document.images].find(({ loading }) => loading === "lazy");
    if (!picture) return;
    const goOn = () => {
      cancel = whenQuiet(next);
    };
    picture.addEventListener("load", goOn, { once: true });
    picture.addEventListener("error", goOn, { once: true });
    cancel = () => {
      picture.removeEventListener("load", goOn);
      picture.removeEventListener("error", goOn);
    };
    const isThere = picture.complete;
    picture.loading = "eager";
    if (isThere) goOn();
  }
  cancel = whenQuiet(next);
  return () => cancel();
}
