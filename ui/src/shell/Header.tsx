import { lazy, Suspense, useState } from "react";
import { track } from "../api/analytics";
import { seemsSignedIn } from "../api/signedIn";
import { AppLink } from "../components/AppLink";
import { Icon } from "../components/Icon";
import { useHydrated } from "../components/useHydrated";
import { paths } from "../paths";
import { useSite } from "../site/SiteContext";
import { ErrorBoundary } from "./ErrorBoundary";
import * as css from "./Header.module.css";
import { Logo } from "./Logo";
import { SideMenu } from "./SideMenu";

const SignedInMark = lazy(() => import("./SignedInMark"));

const links = [
  { to: paths.services, label: "Services" },
  { to: paths.about, label: "About" },
  { to: paths.contact, label: "Contact" },
];

export function Header() {
  const site = useSite();
  const [menuOpen, setMenuOpen] = useState(false);

  return (
    <header className={css.header}>
      <div className={css.bar}>
        <AppLink to={paths.home} className={css.home} aria-label={site["business.name"]}>
          <Logo />
        </AppLink>
        <nav className={css.nav} aria-label="Main">
          {links.map(({ to, label }) => (
            <AppLink
              key={to}
              to={to}
              className={css.link}
              onClick={() => track({ category: "navigation", action: "button_click", label })}
            >
              {label}
            </AppLink>
          ))}
          <PortalLink className={css.portal} />
        </nav>
        <button
          type="button"
          className={css.menu}
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          aria-label="Open the menu"
          onClick={() => setMenuOpen(true)}
        >
          <Icon name="menu" size={26} />
        </button>
      </div>
      <SideMenu open={menuOpen} onClose={() => setMenuOpen(false)} links={links} portal={<PortalLink className={css.portal} />} />
    </header>
  );
}

/** The same for everyone; a signed-in visitor sees one more icon. */
function PortalLink({ className }: { className: string | undefined }) {
  const asks = useHydrated() && seemsSignedIn();
  return (
    <AppLink to={paths.clientPortal} className={className}>
      <ErrorBoundary fallback={null}>
        <Suspense>{asks && <SignedInMark />}</Suspense>
      </ErrorBoundary>
      CLIENT PORTAL
    </AppLink>
  );
}
