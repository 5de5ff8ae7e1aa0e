import { useEffect, useRef, useState, type RefObject } from "react";
import * as css from "./HeroFilm.module.css";
import { useFilm } from "./useFilm";

/** The film over its poster, and the control that stops it; nothing where only the poster should show. */
export function Film({ stage }: { stage: RefObject<HTMLElement | null> }) {
  const film = useFilm(stage);
  if (!film.sources) return null;
  return (
    <>
      <Video key={film.sources.webm} film={film} />
      <button type="button" className={css.control} onClick={film.toggle}>
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
          <path d={film.stopped ? "M6 3.5v13l10.5-6.5z" : "M5 3.5h3.5v13H5zM11.5 3.5H15v13h-3.5z"} />
        </svg>
        <span>{film.stopped ? "Play the film" : "Pause the film"}</span>
      </button>
    </>
  );
}

/** It appears with its first frame, which is the poster's picture. */
function Video({ film: { sources, resting, failed, refused } }: { film: ReturnType<typeof useFilm> }) {
  const video = useRef<HTMLVideoElement>(null);
  const [shown, setShown] = useState(false);

  useEffect(() => {
    if (resting) video.current?.pause();
    // A browser may refuse to start a film by itself: then the poster stays and the control can start it.
    else void video.current?.play().catch(refused);
  }, [resting, refused]);

  return (
    <video
      ref={video}
      className={css.film}
      data-shown={shown || undefined}
      muted
      loop
      playsInline
      disablePictureInPicture
      preload={resting ? "none" : "auto"}
      tabIndex={-1}
      aria-hidden="true"
      onPlaying={() => {
        if (!shown) console.info("The hero film started");
        setShown(true);
      }}
      onError={(event) => {
        // React hands up the errors of the sources, too: after the first of them the browser tries the second.
        if (event.target === event.currentTarget) failed();
      }}
    >
      <source src={sources?.webm} type='video/webm; codecs="av01.0.08M.08"' />
      <source src={sources?.mp4} type="video/mp4" onError={failed} />
    </video>
  );
}
