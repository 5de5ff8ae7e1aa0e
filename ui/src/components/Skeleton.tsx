import * as css from "./Skeleton.module.css";

type Props = {
  /** "text" for lines, "field" for a 48 px row, "card" for a block. */
  shape?: "text" | "field" | "card";
  /** How many of them. */
  count?: number;
};

/** Grey shapes in the form of what is loading. Say what is loading in words beside it, for those who cannot see it. */
export function Skeleton({ shape = "text", count = 1 }: Props) {
  return (
    <div className={css.skeletons} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={css.skeleton} data-shape={shape} />
      ))}
    </div>
  );
}
