import type { Answer } from "../api";
import * as css from "./Answers.module.css";
import { Fact, Facts, Part } from "./Part";

type Props = { answers: readonly Answer[]; title?: string; folded?: boolean };

/** What was answered in the form. */
export function Answers({ answers, title = "Answers", folded = false }: Props) {
  return (
    <Part title={title} folded={folded}>
      {answers.length === 0 && <p>None are kept.</p>}
      {answers.length > 0 && (
        <Facts>
          {answers.map(({ question, answer }) => (
            <Fact key={question} name={question}>
              {answer ? <span className={css.message}>{answer}</span> : <span className={css.unanswered}>Not answered</span>}
            </Fact>
          ))}
        </Facts>
      )}
    </Part>
  );
}
