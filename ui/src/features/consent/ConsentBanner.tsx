import { useEffect, useRef } from "react";
import type { Choice } from "../../api/privacyChoice";
import { Button } from "../../components/Button";
import { paths } from "../../paths";
import type { SiteFacts } from "../../site/facts";
import * as css from "./ConsentBanner.module.css";

type Props = {
  site: SiteFacts;
  /** What was chosen before, when the visitor comes back to change it. */
  before: Choice | null;
  /** Whether the visitor asked for it, and so expects the focus. */
  asked: boolean;
  onChoice: (choice: Choice) => void;
};

/** The question before any tracker: one sentence on what it is for, and two answers of equal weight. */
export function ConsentBanner({ site, before, asked, onChoice }: Props) {
  const question = useRef<HTMLParagraphElement>(null);
  const names = [site["analytics.gaId"] && "Google Analytics", site["analytics.pixelId"] && "the Meta pixel"].filter(Boolean);

  useEffect(() => {
    if (asked) question.current?.focus();
  }, [asked]);

  return (
    <section className={css.banner} aria-labelledby="consent-question">
      <div className={css.words}>
        <p id="consent-question" className={css.question} tabIndex={-1} ref={question}>
          May we count this visit?
        </p>
        <p>
          With your agreement {names.join(" and ")} tell us which pages help people, and set cookies to do so. Nothing is loaded
          before you answer, and the site is the same either way. <a href={paths.privacy}>Privacy policy</a>
        </p>
        {before && <p>So far you have {before}.</p>}
      </div>
      <div className={css.answers}>
        <Button variant="secondary" onClick={() => onChoice("declined")}>
          Decline
        </Button>
        <Button variant="secondary" onClick={() => onChoice("accepted")}>
          Accept
        </Button>
      </div>
    </section>
  );
}
