import type { ReactNode } from "react";
import * as css from "./Section.module.css";

type Props = {
  /** For links to it within the page. */
  id?: string;
  /** The ground that it stands on. */
  tone?: "paper" | "stone" | "ink";
  title?: ReactNode;
  /** A sentence under the title. */
  lead?: ReactNode;
  /** Title beside the content on wide screens, instead of above it. */
  beside?: boolean;
  /** Less air above and below: for screens of work. */
  compact?: boolean;
  children?: ReactNode;
};

/** A part of a page: full width ground, content on the 1200 px grid, its title first. */
export function Section({ id, tone = "paper", title, lead, beside = false, compact = false, children }: Props) {
  return (
    <section id={id} className={css.section} data-tone={tone} data-compact={compact || undefined}>
      <div className={css.inner} data-beside={beside || undefined}>
        {title && (
          <div className={css.head}>
            <h2>{title}</h2>
            {lead && <p className={css.lead}>{lead}</p>}
          </div>
        )}
        {children && <div>{children}</div>}
      </div>
    </section>
  );
}
