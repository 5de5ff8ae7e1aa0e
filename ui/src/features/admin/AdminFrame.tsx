import { CalendarDays, Files, LayoutDashboard, LogOut, Users } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { errorText } from "../../api/client";
import { noteSignedOut } from "../../api/signedOut";
import type { CurrentUser } from "../../api/user";
import { AppLink } from "../../components/AppLink";
import { toast } from "../../components/toast";
import { paths } from "../../paths";
import { Logo } from "../../shell/Logo";
import { scrollBehavior } from "../../shell/RouteEffects";
import { useSite } from "../../site/SiteContext";
import * as css from "./AdminFrame.module.css";
import { usePost } from "./api";
import { OwnPassword } from "./OwnPassword";

const pages = [
  { to: paths.adminDashboard, label: "Dashboard", Glyph: LayoutDashboard },
  { to: paths.adminClients, label: "Clients", Glyph: Users },
  { to: paths.adminDocuments, label: "Documents", Glyph: Files },
  { to: paths.adminAppointments, label: "Appointments", Glyph: CalendarDays },
];

type Props = { user: CurrentUser; children: ReactNode };

/** What surrounds every staff page: where else to go, who is signed in, the way out. */
export function AdminFrame({ user, children }: Props) {
  const site = useSite();
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0, behavior: scrollBehavior() });
  }, [pathname]);

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
          <nav className={css.nav} aria-label="Staff area">
            <ul className={css.pages}>
              {pages.map(({ to, label, Glyph }) => (
                <li key={to}>
                  <AppLink to={to} className={css.page}>
                    <Glyph size={18} strokeWidth={1.5} aria-hidden />
                    {label}
                  </AppLink>
                </li>
              ))}
            </ul>
          </nav>
          <SignOut user={user} />
        </div>
      </header>
      <main id="main" ref={main} className={css.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function SignOut({ user }: { user: CurrentUser }) {
  const post = usePost();
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    try {
      await post("/api/admin/logout");
      noteSignedOut();
      // A new document: nothing that was read stays in the memory of this one.
      location.assign(paths.adminLogin);
    } catch (error) {
      setLeaving(false);
      toast({
        title: "You are still signed in",
        body: errorText(error, "The server does not answer. Please try again."),
        variant: "destructive",
      });
    }
  }

  return (
    <div className={css.who}>
      <p className={css.name}>{user.name}</p>
      <OwnPassword user={user} className={css.leave} wordClass={css.word} />
      <button type="button" className={css.leave} aria-disabled={leaving || undefined} onClick={() => leaving || void leave()}>
        <LogOut size={18} strokeWidth={1.5} aria-hidden />
        Sign out
      </button>
    </div>
  );
}
