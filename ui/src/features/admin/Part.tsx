import { useId, type ReactNode } from "react";
import * as css from "./Part.module.css";

type Props = { title: string; count?: number; children: ReactNode };

/** A titled part of a record. */
export function Part({ title, count, children }: Props) {
  const id = useId();
  return (
    <section className={css.part} aria-labelledby={id}>
      <h3 className={css.title} id={id}>
        {title} {count !== undefined && count > 0 && <span className={css.count}>{count}</span>}
      </h3>
      {children}
    </section>
  );
}

/** A ruled list of names and values. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
