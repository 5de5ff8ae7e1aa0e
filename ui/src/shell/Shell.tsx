import type { ReactNode } from "react";
import { ConsentBanner } from "../features/consent/ConsentBanner";
import type { PageGroup } from "../paths";
import type { SiteFacts } from "../site/facts";
import { GroupProvider } from "../site/group";
import { SiteProvider } from "../site/SiteContext";
import { Footer } from "./Footer";
import { Header } from "./Header";
import * as css from "./Shell.module.css";
import { TestMark } from "./TestMark";

type ShellProps = { site: SiteFacts; group: PageGroup; children: ReactNode };

/** The shared page, prerendered and never continued: skip link, header, main content, footer. */
export function Shell({ site, group, children }: ShellProps) {
  return (
    <SiteProvider value={site}>
      <GroupProvider value={group}>
        <TestMark />
        <a className={css.skip} href="#main">
          Skip to the content
        </a>
        <Header />
        <main id="main" className={css.main} tabIndex={-1}>
          {children}
        </main>
        <Footer />
        {group === "public" && <ConsentBanner />}
      </GroupProvider>
    </SiteProvider>
  );
}
