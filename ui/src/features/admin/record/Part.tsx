import { ChevronDown } from "lucide-react";
import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { readFolds, writeFold } from "./folds";
import * as css from "./Part.module.css";

type Props = {
  title: string;
  count?: number;
  /** What the title says while the part is folded. */
  gist?: ReactNode;
  /** Folded until somebody opens it. */
  folded?: boolean;
  /** Named by the address: open, and brought into sight. */
  wanted?: boolean;
  children: ReactNode;
};

/** A titled part of a record, which folds; how somebody left it is kept for the next record. */
export function Part({ title, count, gist, folded = false, wanted = false, children }: Props) {
  const id = useId();
  const place = useRef<HTMLDetailsElement>(null);
  const [open, setOpen] = useState(() => wanted || (readFolds()[title] ?? !folded));

  useEffect(() => {
    if (wanted) place.current?.scrollIntoView({ block: "start", behavior: "instant" });
  }, [wanted]);

  return (
    <section className={css.part} aria-labelledby={id}>
      <details
        ref={place}
        open={open}
        onToggle={(event) => {
          const now = event.currentTarget.open;
          if (now === open) return;
          setOpen(now);
          writeFold(title, now);
        }}
      >
        <summary className={css.summary}>
          <h3 className={css.title} id={id}>
            {title} {count !== undefined && count > 0 && <span className={css.count}>{count}</span>}
          </h3>
          {gist && !open && <span className={css.gist}>{gist}</span>}
          <ChevronDown className={css.chevron} size={18} strokeWidth={1.5} aria-hidden />
        </summary>
        {open && <div className={css.body}>{children}</div>}
      </details>
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

/** The acts of a part, in a row. */
export function Acts({ children }: { children: ReactNode }) {
  return <div className={css.acts}>{children}</div>;
}
