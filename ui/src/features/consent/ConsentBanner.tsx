import { Button } from "../../components/Button";
import { paths } from "../../paths";
import { useSite } from "../../site/SiteContext";
import * as css from "./ConsentBanner.module.css";

/**
 * The question before any tracker: one sentence on what it is for, and two answers of equal weight. It waits in a template of
 * every public page until consent.ts asks it.
 */
export function ConsentBanner() {
  const site = useSite();
  const [tag, pixel] = [site["analytics.gaId"], site["analytics.pixelId"]];
  return (
    <template id="consent">
      <section className={css.banner} aria-labelledby="consent-question">
        <div className={css.words}>
          <p id="consent-question" className={css.question} tabIndex={-1}>
            May we count this visit?
          </p>
          <p>
            With your agreement{" "}
            <span data-given={tag}>
              Google Analytics<span data-given={pixel}> and </span>
            </span>
            <span data-given={pixel}>the Meta pixel</span> tell us which pages help people, and set cookies to do so. Nothing is loaded
            before you answer, and the site is the same either way. <a href={paths.privacy}>Privacy policy</a>
          </p>
          <p data-before hidden />
        </div>
        <div className={css.answers}>
          <Button variant="secondary" value="declined">
            Decline
          </Button>
          <Button variant="secondary" value="accepted">
            Accept
          </Button>
        </div>
      </section>
    </template>
  );
}
