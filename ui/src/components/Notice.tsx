import type { ReactNode } from "react";
import * as css from "./Notice.module.css";

type NoticeTone = "green" | "blue" | "amber" | "red";

type Props = {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  /** "alert" interrupts, "status" waits its turn; leave it out for what is there from the start. */
  role?: "alert" | "status";
};

/** A tinted panel: green for good news, blue for what happens next, amber for care, red for what went wrong. */
export function Notice({ tone = "blue", title, children, role }: Props) {
  return (
    <div className={css.notice} data-tint={tone} role={role}>
      {title && <p className={css.title}>{title}</p>}
      {children && <div className={css.body}>{children}</div>}
    </div>
  );
}
