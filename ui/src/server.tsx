import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { preloadAll } from "./apps/payment";
import Portal from "./apps/portal";
import { reviewQuestions } from "./content/review";
import { AdminLoading } from "./features/admin/AdminLoading";
import { Island } from "./islands/Island";
import { publicPages } from "./pages/pages";
import { groupOf, paths, projectPage, type PageGroup } from "./paths";
import NotFound from "./shell/NotFound";
import { Shell } from "./shell/Shell";
import { TestMark } from "./shell/TestMark";
import { documentHtml } from "./site/document";
import { factKeys, markerFacts } from "./site/facts";
import { pageMeta, type PageMeta } from "./site/pageMeta";
import { SiteProvider } from "./site/SiteContext";
import { structuredData, structuredKeys, type Faq } from "./site/structuredData";

/** One document to write: what the build needs to put a head around `body`. */
type PageDocument = {
  /** The address that it answers; null for the 404 page and for the shells of staff and of a client's project. */
  path: string | null;
  /** Name of the file, without `.html`. */
  name: string;
  /** Whose style sheet it has. */
  sheet: "main" | "portal" | "admin";
  /** Modules under src, without the extension, that run as soon as the page has been painted. */
  scripts: readonly string[];
  group: PageGroup;
  meta: PageMeta;
  /** Structured data for search engines; null on pages that they should not list. */
  data: object | null;
  body: string;
};

const site = markerFacts();
const questions: Record<string, readonly Faq[]> = { [paths.contractReview]: reviewQuestions(site) };
const portalPaths = [paths.clientPortal, paths.portalConfirm, paths.portalReset, paths.portalEmail, paths.portalProfile];

function inShell(location: string, page: ReactNode): string {
  return renderToStaticMarkup(
    <StaticRouter location={location}>
      <Shell site={site} group={groupOf(location)}>
        {page}
      </Shell>
    </StaticRouter>,
  );
}

function publicPage(path: string | null, location: string, name: string, page: ReactNode, scripts: readonly string[] = []): PageDocument {
  const meta = pageMeta(location, site);
  const data = meta.index ? structuredData(location, meta.name, questions[location]) : null;
  return { path, name, sheet: "main", scripts, group: groupOf(location), meta, data, body: inShell(location, page) };
}

function portalPage(path: string | null, location: string, name: string): PageDocument {
  const portal = (
    <Island name="portal" when="now">
      <Portal />
    </Island>
  );
  const meta = pageMeta(location, site);
  return { path, name, sheet: "portal", scripts: ["apps/portal"], group: "portal", meta, data: null, body: inShell(location, portal) };
}

/** Renders every page once, with markers in place of facts. */
export async function renderDocuments(): Promise<PageDocument[]> {
  await preloadAll();
  const waiting = renderToStaticMarkup(
    <SiteProvider value={site}>
      <TestMark />
      <AdminLoading />
    </SiteProvider>,
  );
  return [
    ...Object.entries(publicPages).map(([path, { page, scripts }]) =>
      publicPage(path, path, path === paths.home ? "index" : path.slice(1), page, scripts),
    ),
    publicPage(null, "/404", "404", <NotFound />),
    ...portalPaths.map((path) => portalPage(path, path, path.slice(1).replaceAll("/", "-"))),
    portalPage(null, projectPage(0), "project"),
    {
      path: null,
      name: "admin",
      sheet: "admin",
      scripts: [],
      group: "admin",
      meta: pageMeta("/admin", site),
      data: null,
      body: waiting,
    },
  ];
}

export { documentHtml, factKeys, structuredKeys };
