import { Section } from "../../components/Section";
import { Unseen } from "../../components/Unseen";
import { stories } from "../../content/claims";
import { Drawing, sheet } from "../../drawings/Drawing";
import starsPicture from "../../drawings/stars.svg";
import * as css from "./Stories.module.css";

/** CLIENT SUCCESS STORIES. The cards scroll and snap by themselves; near sight the slider (storySlider.ts) takes over where they stand. */
export function Stories() {
  return (
    <Section title="CLIENT SUCCESS STORIES">
      <div data-stories className={css.stories} role="group" aria-roledescription="carousel" aria-label="Client success stories">
        {/* A row that scrolls has to be reached by those who scroll with keys. */}
        <div data-frame className={css.frame} tabIndex={0} role="group" aria-label="Stories">
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
        <div data-controls className={css.controls}>
          <div className={css.bullets}>
            {stories.map(({ name }, index) => (
              <button key={name} data-bullet type="button" className={css.bullet} aria-label={`Go to story ${index + 1}`} />
            ))}
          </div>
          <button data-before type="button" className={css.arrow} aria-label="Previous story">
            <Arrow path="M15 5.5 8.5 12l6.5 6.5" />
          </button>
          <button data-after type="button" className={css.arrow} aria-label="Next story">
            <Arrow path="M9 5.5 15.5 12 9 18.5" />
          </button>
        </div>
        <Unseen as="p" aria-live="polite" data-place="" />
      </div>
    </Section>
  );
}

function Arrow({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
