import type { ReactNode } from "react";
import { useMedia } from "./useMedia";
import * as css from "./Fold.module.css";

/** Whether the page is one column, so that what is finished stands between the client and what is not. */
export function useOneColumn(): boolean {
  return useMedia("(max-width: 63.99rem)");
}

type Props = {
  title: ReactNode;
  /** Only where it holds is anything folded; elsewhere the content stands open and without the title. */
  when?: boolean;
  children: ReactNode;
};

/** What is finished, or more of the same, behind its title until somebody opens it; open on paper. */
export function Fold({ title, when = true, children }: Props) {
  if (!when) return children;
  return (
    <details className={css.fold}>
      <summary>{title}</summary>
      <div className={css.inside}>{children}</div>
    </details>
  );
}
