import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { Section } from "../../components/Section";
import { Unseen } from "../../components/Unseen";
import { stories } from "../../content/claims";
import { Drawing, sheet } from "../../drawings/Drawing";
import starsPicture from "../../drawings/stars.svg";
import * as css from "./Stories.module.css";
import type { StorySlider } from "./storySlider";

/** Calls back once when the element comes within half a screen of sight. */
function whenNear(element: Element, then: () => void): () => void {
  const watch = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return;
      watch.disconnect();
      then();
    },
    { rootMargin: "50% 0px" },
  );
  watch.observe(element);
  return () => watch.disconnect();
}

/** CLIENT SUCCESS STORIES. The cards scroll and snap by themselves; near sight the slider takes over where they stand. */
export function Stories() {
  const frame = useRef<HTMLDivElement>(null);
  const slider = useRef<StorySlider | null>(null);
  const [place, setPlace] = useState<{ at: number; of: number } | null>(null);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let gone = false;
    const stopWatching = whenNear(element, () => {
      import("./storySlider").then(
        ({ startSlider }) => {
          if (!gone) slider.current = startSlider(element, css, (at, of) => setPlace({ at, of }));
        },
        () => console.warn("The slider could not be loaded; the stories still scroll"),
      );
    });
    return () => {
      gone = true;
      stopWatching();
      slider.current?.stop();
      slider.current = null;
      setPlace(null);
    };
  }, []);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !place) return;
    event.preventDefault();
    slider.current?.show(place.at + step);
  }

  const bullets = place?.of ?? stories.length;
  return (
    <Section title="CLIENT SUCCESS STORIES">
      <div className={css.stories} role="group" aria-roledescription="carousel" aria-label="Client success stories" onKeyDown={onKeyDown}>
        <div ref={frame} className={css.frame} data-live={place ? "" : undefined} tabIndex={0} role="group" aria-label="Stories">
          <ul className={css.track}>
            {stories.map((story) => (
              <li key={story.name} className={css.slide}>
                <figure className={css.card}>
                  <Drawing src={starsPicture} size={sheet.stars} alt="Five stars out of five" />
                  <p className={css.headline}>{story.headline}</p>
                  <blockquote>
                    <p>{story.quote}</p>
                  </blockquote>
                  <figcaption>
                    <span className={css.initials} aria-hidden="true">
                      {story.initials}
                    </span>
                    <span>
                      <strong>{story.name}</strong>
                      <br />
                      {story.role}
                    </span>
                  </figcaption>
                </figure>
              </li>
            ))}
          </ul>
        </div>
        <div className={css.controls} data-live={place ? "" : undefined}>
          <div className={css.bullets}>
            {Array.from({ length: bullets }, (_, index) => (
              <button
                key={index}
                type="button"
                className={css.bullet}
                aria-label={`Go to story ${index + 1}`}
                aria-current={index === (place?.at ?? 0) ? "true" : undefined}
                onClick={() => slider.current?.show(index)}
              />
            ))}
          </div>
          <Arrow label="Previous story" path="M15 5.5 8.5 12l6.5 6.5" off={!place?.at} onClick={() => slider.current?.show((place?.at ?? 0) - 1)} />
          <Arrow
            label="Next story"
            path="M9 5.5 15.5 12 9 18.5"
            off={place ? place.at >= place.of - 1 : false}
            onClick={() => slider.current?.show((place?.at ?? 0) + 1)}
          />
        </div>
        <Unseen as="p" aria-live="polite">
          {place ? `Position ${place.at + 1} of ${place.of}` : ""}
        </Unseen>
      </div>
    </Section>
  );
}

/** At an end the button stays focusable, so that the keyboard does not lose its place. */
function Arrow({ label, path, off, onClick }: { label: string; path: string; off: boolean; onClick: () => void }) {
  return (
    <button type="button" className={css.arrow} aria-label={label} aria-disabled={off || undefined} onClick={off ? undefined : onClick}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
        <path d={path} />
      </svg>
    </button>
  );
}
