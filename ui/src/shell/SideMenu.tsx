import type { ReactNode } from "react";
import { AppLink } from "../components/AppLink";
import { Icon } from "../components/Icon";
import { paths } from "../paths";
import { useSite } from "../site/SiteContext";
import { Logo } from "./Logo";
import * as css from "./SideMenu.module.css";

type Props = { links: readonly { to: string; label: string }[]; portal: ReactNode };

/** The menu of narrow screens: a modal dialog, so focus stays inside and Escape closes it. site/menu.ts opens it. */
export function SideMenu({ links, portal }: Props) {
  const site = useSite();
  return (
    <dialog id="menu" className={css.dialog} aria-label="Menu">
      <div className={css.panel}>
        <div className={css.top}>
          <Logo />
          <button type="button" className={css.close} aria-label="Close the menu" {...{ commandfor: "menu", command: "close" }}>
            <Icon name="close" size={26} />
          </button>
        </div>
        <nav aria-label="Menu">
          <ul className={css.links}>
            {[{ to: paths.home, label: "Home" }, ...links, { to: paths.contractReview, label: "Contract review" }].map(
              ({ to, label }) => (
                <li key={to}>
                  <AppLink to={to}>{label}</AppLink>
                </li>
              ),
            )}
          </ul>
        </nav>
        {portal}
        <p className={css.contact}>
          <a href={site["business.phoneHref"]} data-given={site["business.phone"]}>{site["business.phone"]}</a>
          <a href={site["business.emailHref"]} data-given={site["business.email"]}>{site["business.email"]}</a>
        </p>
      </div>
    </dialog>
  );
}
