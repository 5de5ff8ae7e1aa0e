import type { ReactNode } from "react";
import { AppLink } from "../../components/AppLink";
import { paths } from "../../paths";
import { Logo } from "../../shell/Logo";
import { useSite } from "../../site/SiteContext";
import * as css from "./StaffDoor.module.css";
import { usePageTitle } from "../../site/usePageTitle";

type Props = { title: string; children: ReactNode };

/** The page before the staff area: a title, a few words or a form, and a drawing of the way in. */
export function StaffDoor({ title, children }: Props) {
  const site = useSite();
  usePageTitle(title);
  return (
    <div className={css.door}>
      <main className={css.side}>
        <AppLink to={paths.home} className={css.home} aria-label={`${site["business.shortName"]}, to the public site`}>
          <Logo />
        </AppLink>
        <div className={css.words}>
          <h1>{title}</h1>
          {children}
        </div>
      </main>
      <div className={css.sheet} aria-hidden="true">
        <svg className={css.drawing} viewBox="0 0 480 420" focusable="false">
          <circle className={css.sun} cx="352" cy="92" r="34" />
          <path className={css.fine} d="M60 330A292 292 0 0 1 420 60" />
          <path className={css.light} d="M210 330 330 116M262 330 345 126" />
          <path className={css.pen} d="M20 330h440M40 330l-9 12M90 330l-9 12M140 330l-9 12M190 330l-9 12M240 330l-9 12M290 330l-9 12M340 330l-9 12M390 330l-9 12M440 330l-9 12" />
          <path className={css.pen} d="M96 330V196h176v134M84 196h200M96 188h176" />
          <path className={css.pen} d="M208 330V226h44v104M214 330v-98h32v98" />
          <path className={css.pen} d="M118 226h62v58h-62zM149 226v58M118 255h62" />
          <path className={css.fine} d="M96 356h176M96 350v12M272 350v12M208 350v12M252 350v12" />
        </svg>
      </div>
    </div>
  );
}
