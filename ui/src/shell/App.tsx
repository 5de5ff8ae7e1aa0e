import { Suspense, useEffect, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { PlainToasts, Toasts } from "../components/Toasts";
import { heldUntil } from "../early";
import type { PageGroup } from "../paths";
import type { SiteFacts } from "../site/facts";
import { SiteProvider } from "../site/SiteContext";
import * as css from "./App.module.css";
import { ErrorBoundary } from "./ErrorBoundary";
import { Footer } from "./Footer";
import { GroupProvider } from "../site/group";
import { Header } from "./Header";
import { RouteEffects } from "./RouteEffects";
import { TestMark } from "./TestMark";

type AppProps = { site: SiteFacts; group: PageGroup; children: ReactNode };

/** What every page needs around it, visible or not: facts, data defaults, toasts, the last resort for errors. */
export function Providers({ site, group, children }: AppProps) {
  return (
    <SiteProvider value={site}>
      <GroupProvider value={group}>
        <TestMark />
        <ErrorBoundary>{children}</ErrorBoundary>
        <ErrorBoundary fallback={<PlainToasts />}>
          <Toasts />
        </ErrorBoundary>
      </GroupProvider>
    </SiteProvider>
  );
}

/** The shared page: skip link, header, main content, footer. */
export function App({ site, group, children }: AppProps) {
  const { pathname } = useLocation();
  useEffect(() => {
    dispatchEvent(new Event(heldUntil.ready));
  }, []);
  return (
    <Providers site={site} group={group}>
      <RouteEffects />
      <a className={css.skip} href="#main">
        Skip to the content
      </a>
      <Header />
      <main id="main" className={css.main} tabIndex={-1}>
        <ErrorBoundary address={pathname}>
          <Suspense>{children}</Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
    </Providers>
  );
}
