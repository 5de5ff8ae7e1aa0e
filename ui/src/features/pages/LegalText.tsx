import type { ReactNode } from "react";
import { PageHead } from "../../components/PageHead";
import * as css from "./LegalText.module.css";

export type LegalSection = { id: string; title: string; body: ReactNode };

type Props = {
  title: ReactNode;
  /** When the text was last changed, and what it is, under the title. */
  lead: ReactNode;
  sections: readonly LegalSection[];
};

/** A legal text: its contents beside it, and numbered sections that can be linked to. */
export function LegalText({ title, lead, sections }: Props) {
  return (
    <>
      <PageHead title={title} compact>
        {lead}
      </PageHead>
      <div className={css.page}>
        <nav className={css.contents} aria-label="Sections">
          <ol>
            {sections.map(({ id, title: name }, index) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <span className={css.place}>{index + 1}</span> {name}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={css.sections}>
          {sections.map(({ id, title: name, body }, index) => (
            <section key={id} id={id} className={css.section} aria-labelledby={`${id}-title`}>
              <h2 id={`${id}-title`}>
                <span className={css.number}>{index + 1}.</span> {name}
              </h2>
              <div className={css.body}>{body}</div>
            </section>
          ))}
        </div>
      </div>
    </>
  );
}
