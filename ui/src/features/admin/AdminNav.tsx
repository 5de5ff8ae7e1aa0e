import { CalendarDays, Files, LayoutDashboard, Users } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { AppLink } from "../../components/AppLink";
import { paths } from "../../paths";
import * as css from "./AdminNav.module.css";
import { Commands } from "./palette/Commands";

const pages = [
  { to: paths.adminDashboard, label: "Dashboard", Glyph: LayoutDashboard },
  { to: paths.adminClients, label: "Clients", Glyph: Users },
  { to: paths.adminDocuments, label: "Documents", Glyph: Files },
  { to: paths.adminAppointments, label: "Appointments", Glyph: CalendarDays },
];

/** The pages of the staff area, and the way to find things. */
export function AdminNav() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();

  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);

  return (
    <nav ref={nav} className={css.nav} aria-label="Staff area">
      <ul className={css.pages}>
        {pages.map(({ to, label, Glyph }) => (
          <li key={to}>
            <AppLink to={to} className={css.page}>
              <Glyph size={18} strokeWidth={1.5} aria-hidden />
              {label}
            </AppLink>
          </li>
        ))}
        <li>
          <Commands className={css.page} />
        </li>
      </ul>
    </nav>
  );
}
