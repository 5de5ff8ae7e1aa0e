import { useEffect, useId, useRef, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import * as css from "./ProjectSection.module.css";

type Props = {
  /** Its anchor: `#documents` in the address leads here, also while the page is still loading. */
  id: string;
  title: string;
  /** What belongs to the title: a link or a button at its end. */
  action?: ReactNode;
  children: ReactNode;
};

/** A part of a project's page under its own line: a landmark of its title. */
export function ProjectSection({ id, title, action, children }: Props) {
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const { hash } = useLocation();

  useEffect(() => {
    if (hash !== `#${id}`) return;
    section.current?.scrollIntoView();
    section.current?.focus({ preventScroll: true });
  }, [hash, id]);

  return (
    <section ref={section} id={id} className={css.section} aria-labelledby={titleId} tabIndex={-1}>
      <div className={css.head}>
        <h2 id={titleId}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
