import { useSite } from "../site/SiteContext";
import * as css from "./TestMark.module.css";

/** The stamp on every page of an installation that moves no real money; the style sheet hides it when the fact is empty. */
export function TestMark() {
  const { testMark } = useSite();
  return (
    <aside className={css.mark} data-test-mark={testMark} aria-label="Test installation">
      <strong>{testMark}</strong> <span>No real money moves on this site</span>
    </aside>
  );
}
