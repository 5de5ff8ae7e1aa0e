import type { AnchorHTMLAttributes } from "react";
import { Link, useLocation } from "react-router-dom";
import { isRoute } from "../paths";
import { useGroup } from "../site/group";

type AppLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "href"> & {
  /** An address of this site, with its query and fragment; from paths.ts. */
  to: string;
  /** What the page is told beside its address, where it is of the same application. */
  state?: unknown;
};

/** A link within the site: a document, or within an application another route. It marks itself as the current page. */
export function AppLink({ to, state, children, ...rest }: AppLinkProps) {
  const group = useGroup();
  const { pathname } = useLocation();
  const current = to === pathname ? "page" : undefined;

  if (!isRoute(to, group)) {
    return (
      <a href={to} aria-current={current} {...rest}>
        {children}
      </a>
    );
  }
  return (
    <Link to={to} state={state} aria-current={current} {...rest}>
      {children}
    </Link>
  );
}
