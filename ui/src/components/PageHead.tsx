import type { ReactNode } from "react";
import * as css from "./PageHead.module.css";

type Props = {
  title: ReactNode;
  /** What the page is for, in a sentence or two. */
  children?: ReactNode;
  /** Buttons under the lead. */
  actions?: ReactNode;
  /** A drawing that stands on the line, beside the title on wide screens. */
  drawing?: ReactNode;
  /** For pages of work (wizard, checkout, portal) that should begin sooner. */
  compact?: boolean;
};

/** The head of an inner page: its one h1 over a datum line, and a lead. */
export function PageHead({ title, children, actions, drawing, compact = false }: Props) {
  return (
    <div className={css.head} data-compact={compact || undefined}>
      <div className={css.inner}>
        <div className={css.words}>
          <h1>{title}</h1>
          {children && <p>{children}</p>}
          {actions && <div className={css.actions}>{actions}</div>}
        </div>
        {drawing && <div className={css.drawing}>{drawing}</div>}
      </div>
    </div>
  );
}
