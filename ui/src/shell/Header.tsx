import { AppLink } from "../components/AppLink";
import { Icon } from "../components/Icon";
import { paths } from "../paths";
import { counted } from "../site/counted";
import { useSite } from "../site/SiteContext";
import * as css from "./Header.module.css";
import { Logo } from "./Logo";
import { SideMenu } from "./SideMenu";

const links = [
  { to: paths.services, label: "Services" },
  { to: paths.about, label: "About" },
  { to: paths.contact, label: "Contact" },
];

export function Header() {
  const site = useSite();
  return (
    <header className={css.header}>
      <div className={css.bar}>
        <AppLink to={paths.home} className={css.home} aria-label={site["business.name"]}>
          <Logo />
        </AppLink>
        <nav className={css.nav} aria-label="Main">
          {links.map(({ to, label }) => (
            <AppLink key={to} to={to} className={css.link} {...counted("navigation", label)}>
              {label}
            </AppLink>
          ))}
          <PortalLink className={css.portal} />
        </nav>
        <button
          type="button"
          className={css.menu}
          aria-haspopup="dialog"
          aria-expanded={false}
          aria-label="Open the menu"
          {...{ commandfor: "menu", command: "show-modal" }}
        >
          <Icon name="menu" size={26} />
        </button>
      </div>
      <SideMenu links={links} portal={<PortalLink className={css.portal} />} />
    </header>
  );
}

/** The same for everyone; a signed-in visitor sees one more icon (site/signedInMark.ts). */
function PortalLink({ className }: { className: string | undefined }) {
  return (
    <AppLink to={paths.clientPortal} className={className} {...counted("navigation", "CLIENT PORTAL")}>
      <template data-signed-in>
        <Icon name="user" size={20} label="Signed in:" />
      </template>
      CLIENT PORTAL
    </AppLink>
  );
}
