import type { ClientLine } from "../api";
import * as css from "./FoundBy.module.css";

/** By which words a client was found, where the line does not show them anyway. */
export function FoundBy({ matched, className }: { matched: ClientLine["matched"]; className: string | undefined }) {
  if (!matched || matched.label === "Name" || matched.label === "Email") return null;
  const { label, before, hit, after } = matched;
  return (
    <span className={className}>
      {label}: {before}
      <mark className={css.hit}>{hit}</mark>
      {after}
    </span>
  );
}
