import { savesData } from "../../site/quiet";
import * as css from "./HeroFilm.module.css";
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
const signs = { play: "M6 3.5v13l10.5-6.5z", pause: "M5 3.5h3.5v13H5zM11.5 3.5H15v13h-3.5z" };

/** The film that suits the screen; null for a visitor who wants stillness, or to save data. */
function suitable(): Sources | null {
  if (matchMedia(still).matches || savesData()) return null;
  return matchMedia(upright).matches ? tall : wide;
}

/** It appears with its first frame, which is the poster's picture. A failure is only logged. */
function makeVideo({ webm, mp4 }: Sources, rests: boolean, failed: () => void): HTMLVideoElement {
  const video = document.createElement("video");
  Object.assign(video, { className: css.film, muted: true, loop: true, playsInline: true, disablePictureInPicture: true });
  Object.assign(video, { preload: rests ? "none" : "auto", tabIndex: -1, ariaHidden: "true" });
  const first = Object.assign(document.createElement("source"), { src: webm, type: 'video/webm; codecs="av01.0.08M.08"' });
  const second = Object.assign(document.createElement("source"), { src: mp4, type: "video/mp4" });
  video.append(first, second);
  video.addEventListener("playing", () => {
    if (!video.dataset.shown) console.info("The hero film started");
    video.dataset.shown = "true";
  });
  video.addEventListener("error", failed);
  second.addEventListener("error", failed);
  return video;
}

function makeControl(toggle: () => void): (stopped: boolean) => HTMLButtonElement {
  const button = Object.assign(document.createElement("button"), { type: "button", className: css.control });
  button.innerHTML =
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false"><path/></svg><span></span>';
  button.addEventListener("click", toggle);
  return (stopped) => {
    button.querySelector("path")?.setAttribute("d", stopped ? signs.play : signs.pause);
    button.lastElementChild?.replaceChildren(stopped ? "Play the film" : "Pause the film");
    return button;
  };
}

/**
 * The film over its poster, and the control that stops it; nothing where only the poster should show. It is stopped by the
 * visitor, for as long as the visit lasts, and rests also while the stage is out of sight.
 */
export function startFilm(stage: HTMLElement): void {
  let sources: Sources | null = null;
  let video: HTMLVideoElement | null = null;
  let stopped = sessionStorage.getItem(stoppedKey) !== null;
  let inSight = true;

  const control = makeControl(() => {
    stopped = !stopped;
    if (stopped) sessionStorage.setItem(stoppedKey, "yes");
    else sessionStorage.removeItem(stoppedKey);
    follow();
  });

  function follow() {
    control(stopped);
    if (stopped || !inSight) return video?.pause();
    // A browser may refuse to start a film by itself: then the poster stays and the control can start it.
    video?.play().catch((reason: unknown) => {
      if (!(reason instanceof DOMException && reason.name === "NotAllowedError")) return;
      stopped = true;
      control(stopped);
    });
  }

  function show(wanted: Sources | null) {
    if (wanted === sources) return;
    sources = wanted;
    video?.remove();
    video = wanted && makeVideo(wanted, stopped || !inSight, failed);
    if (video) stage.append(video, control(stopped));
    else control(stopped).remove();
    follow();
  }

  function failed() {
    if (!video) return;
    console.warn("The hero film could not be loaded");
    show(null);
  }

  for (const condition of [still, upright]) matchMedia(condition).addEventListener("change", () => show(suitable()));
  new IntersectionObserver(([entry]) => {
    inSight = entry?.isIntersecting ?? true;
    follow();
  }).observe(stage);
  show(suitable());
}
