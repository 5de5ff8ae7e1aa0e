import { useEffect, useRef, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { CurrentUser } from "../../api/user";
import { AppLink } from "../../components/AppLink";
import { ZoneSaid } from "../../components/DateTime";
import { livesElsewhere } from "../../components/time";
import { paths } from "../../paths";
import { Logo } from "../../shell/Logo";
import { scrollBehavior } from "../../shell/RouteEffects";
import { useSite } from "../../site/SiteContext";
import { AdminAccount } from "./AdminAccount";
import * as css from "./AdminFrame.module.css";
import type { Told } from "./address";
import { AdminNav } from "./AdminNav";
import { useFreshness } from "./useFreshness";

type Props = { user: CurrentUser; children: ReactNode };

/** What surrounds every staff page: where else to go, who is signed in, the way out. */
export function AdminFrame({ user, children }: Props) {
  const site = useSite();
  const main = useRef<HTMLElement>(null);
  const { pathname, state } = useLocation() as { pathname: string; state: Told };
  const shown = useRef(pathname);
  useFreshness();
  // Nobody has acted before it has come.
  useEffect(() => {
    const place = main.current;
    let end: (() => void) | undefined = () => undefined;
    void import("./keptFocus").then(({ keepFocus }) => {
      if (end && place) end = keepFocus(place);
    }, reportError);
    return () => {
      end?.();
      end = undefined;
    };
  }, []);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // The page itself goes to its list.
    if (state?.toList) return;
    // A record that the new page opens has taken the focus to its heading.
    if (!main.current?.querySelector("dialog[open]")?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: scrollBehavior() });
  }, [pathname, state]);

  return (
    <div className={css.frame}>
      <a className={css.skip} href="#main">
        Skip to the content
      </a>
      <header className={css.bar}>
        <div className={css.inner}>
          <AppLink to={paths.adminDashboard} className={css.home} aria-label={`${site["business.shortName"]} staff area`} aria-current={undefined}>
            <Logo />
          </AppLink>
          <AdminNav />
          <AdminAccount user={user} elsewhere={livesElsewhere()} />
        </div>
      </header>
      <main id="main" ref={main} className={css.main} tabIndex={-1}>
        <ZoneSaid value>{children}</ZoneSaid>
      </main>
    </div>
  );
}
