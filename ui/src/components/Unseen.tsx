import type { HTMLAttributes } from "react";
import * as css from "./Unseen.module.css";

type Props = Omit<HTMLAttributes<HTMLElement>, "className"> & { as?: "span" | "p" | "legend" };

/** Words for screen readers alone. */
export function Unseen({ as: Tag = "span", ...rest }: Props) {
  return <Tag className={css.unseen} {...rest} />;
}
