import type { AnchorHTMLAttributes } from "react";
import { Link, useLocation } from "react-router-dom";
import { groupOf } from "../paths";
import { useGroup } from "../site/group";
import { usePreload } from "../site/preload";
import { carryToasts } from "./toast";

type AppLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** An address of this site, with its query and fragment; from paths.ts. */
  to: string;
  /** What the page is told beside its address, where it is of the same group. */
  state?: unknown;
};

/**
 * A link within the site. Inside a group of pages it changes the route; to another group it opens a new document.
 * It marks itself as the current page, and loads the page's chunk as soon as the pointer or the focus is on it.
 */
export function AppLink({ to, state, children, ...rest }: AppLinkProps) {
  const group = useGroup();
  const { pathname } = useLocation();
  const preload = usePreload();
  const current = to === pathname ? "page" : undefined;

  if (groupOf(to) !== group) {
    return (
      <a href={to} aria-current={current} onClickCapture={carryToasts} {...rest}>
        {children}
      </a>
    );
  }
  return (
    <Link to={to} state={state} aria-current={current} onPointerEnter={() => preload(to)} onFocus={() => preload(to)} {...rest}>
      {children}
    </Link>
  );
}
