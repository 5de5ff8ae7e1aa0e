import { CalendarDays, Files, FolderKanban, LayoutDashboard, Users, type LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { AppLink } from "../../components/AppLink";
import { paths } from "../../paths";
import { toList, toProjects } from "./address";
import * as css from "./AdminNav.module.css";
import { Commands } from "./palette/Commands";

type Page = { to: string; label: string; Glyph: LucideIcon; state?: object };

const pages: readonly Page[] = [
  { to: paths.adminDashboard, label: "Dashboard", Glyph: LayoutDashboard },
  // The list stands below what needs a look: the page is told to go there.
  { to: toProjects, label: "Projects", Glyph: FolderKanban, state: toList },
  { to: paths.adminClients, label: "Clients", Glyph: Users },
  { to: paths.adminDocuments, label: "Documents", Glyph: Files },
  { to: paths.adminAppointments, label: "Appointments", Glyph: CalendarDays },
];

/** The pages of the staff area, and the way to find things. */
export function AdminNav() {
  const nav = useRef<HTMLElement>(null);
  const { pathname, search } = useLocation();
  const here = search.includes("view=projects") ? toProjects : pathname;

  useEffect(() => {
    nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [here]);

  return (
    <nav ref={nav} className={css.nav} aria-label="Staff area">
      <ul className={css.pages}>
        {pages.map(({ to, label, Glyph, state }) => (
          <li key={to}>
            <AppLink to={to} state={state} className={css.page} aria-current={to === here ? "page" : undefined}>
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
