import type { MouseEvent, ReactNode } from "react";
import { AppLink } from "../components/AppLink";
import { Icon } from "../components/Icon";
import { onceClosed } from "../components/useBackCloses";
import { useModal } from "../components/useModal";
import { paths } from "../paths";
import { useSite } from "../site/SiteContext";
import { useGo } from "../site/useGo";
import { Logo } from "./Logo";
import * as css from "./SideMenu.module.css";

type Props = {
  open: boolean;
  onClose: () => void;
  links: readonly { to: string; label: string }[];
  portal: ReactNode;
};

/** The menu of narrow screens: a modal dialog, so focus stays inside and Escape closes it. */
export function SideMenu({ open, onClose, links, portal }: Props) {
  const site = useSite();
  const go = useGo();
  const modal = useModal(open, onClose);

  function closeOnOverlay(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget) onClose();
  }

  /** The page opens once the menu has left the browser's history. */
  function closeOnLink(event: MouseEvent<HTMLDialogElement>) {
    const link = (event.target as Element).closest("a");
    if (!link) return;
    onClose();
    if (link.origin !== location.origin || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onceClosed(() => go(link.pathname + link.search + link.hash));
  }

  return (
    <dialog {...modal} className={css.dialog} aria-label="Menu" onClick={closeOnOverlay} onClickCapture={closeOnLink}>
      <div className={css.panel}>
        <div className={css.top}>
          <Logo />
          <button type="button" className={css.close} aria-label="Close the menu" onClick={onClose}>
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
