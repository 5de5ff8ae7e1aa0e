import type { ReactNode } from "react";
import { Drawing } from "../drawings/Drawing";
import * as css from "./ClosingBand.module.css";

type Props = {
  title: ReactNode;
  children?: ReactNode;
  actions: ReactNode;
  /** A long elevation that stands on the edge of the band. */
  drawing: string;
  size: readonly [width: number, height: number];
};

/** The end of a page: what to do next, over a row of houses. */
export function ClosingBand({ title, children, actions, drawing, size }: Props) {
  return (
    <section className={css.band} data-tone="stone">
      <div className={css.words}>
        <div className={css.text}>
          <h2>{title}</h2>
          {children && <p>{children}</p>}
        </div>
        <div className={css.actions}>{actions}</div>
      </div>
      <Drawing src={drawing} size={size} className={css.drawing} />
    </section>
  );
}
