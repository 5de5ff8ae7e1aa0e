import type { ReactNode } from "react";
import * as css from "./FoldedPart.module.css";

type Props = {
  /** Of the heading, which names the part. */
  id: string;
  title: string;
  /** Whether it stands behind its heading until somebody opens it; open on paper. */
  folded: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** A part of a page below its heading, or behind it. */
export function FoldedPart({ id, title, folded, className, children }: Props) {
  const heading = (
    <h2 className={css.title} id={id}>
      {title}
    </h2>
  );
  if (!folded) {
    return (
      <section className={className} aria-labelledby={id}>
        {heading}
        {children}
      </section>
    );
  }
  return (
    <details className={css.folded}>
      <summary>{heading}</summary>
      <div className={className}>{children}</div>
    </details>
  );
}
