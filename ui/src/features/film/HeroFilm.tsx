import type { ReactNode } from "react";
import * as css from "./HeroFilm.module.css";
import tallAvif from "./hero-tall.avif";
import tallJpeg from "./hero-tall.jpg";
import wideAvif from "./hero-wide.avif";
import wideJpeg from "./hero-wide.jpg";
import { upright, wide } from "./upright";

/**
 * The full-screen hero of the home page: the words in front of a house that draws itself. The poster is there from the
 * first paint; the film (film.ts) follows once everything else has loaded.
 */
export function HeroFilm({ children }: { children: ReactNode }) {
  return (
    <div className={css.stage} data-film>
      <picture>
        <source media={upright} type="image/avif" srcSet={tallAvif} width={720} height={1280} />
        <source media={upright} srcSet={tallJpeg} width={720} height={1280} />
        <source media={wide} type="image/avif" srcSet={wideAvif} width={1600} height={900} />
        <img className={css.poster} src={wideJpeg} width={1600} height={900} alt="" fetchPriority="high" decoding="async" />
      </picture>
      <div className={css.words}>{children}</div>
    </div>
  );
}
