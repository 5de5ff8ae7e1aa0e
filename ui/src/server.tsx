import "./styles/index.css";
import { StrictMode, type ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { PortalRoutes } from "./features/portal/PortalRoutes";
import { AdminLoading } from "./features/admin/AdminLoading";
import { reviewQuestions } from "./content/review";
import { groupOf, paths, projectPage, type PageGroup } from "./paths";
import { preloadParts } from "./lazyPart";
import { NotFound, publicPages, PublicRoutes } from "./routes";
import { App } from "./shell/App";
import { TestMark } from "./shell/TestMark";
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
  /** Entry module under src, without the extension. */
  entry: "main" | "portal" | "admin";
  /** Source of the page's own chunk, if it has one. */
  source: string | null;
  group: PageGroup;
  meta: PageMeta;
  /** Structured data for search engines; null on pages that they should not list. */
  data: object | null;
  body: string;
};

const site = markerFacts();
const questions: Record<string, readonly Faq[]> = { [paths.contractReview]: reviewQuestions(site) };

function inApp(location: string, group: PageGroup, page: ReactNode): string {
  return renderToString(
    <StrictMode>
      <StaticRouter location={location}>
        <App site={site} group={group}>
          {page}
        </App>
      </StaticRouter>
    </StrictMode>,
  );
}

/** Renders every page once, with markers in place of facts. */
export async function renderDocuments(): Promise<PageDocument[]> {
  await Promise.all([...Object.values(publicPages), NotFound].map((page) => page.preload()));
  await preloadParts();

  const pages = Object.entries(publicPages).map(([path, page]): PageDocument => {
    const group = groupOf(path);
    const body = inApp(path, group, <PublicRoutes />);
    const name = path === paths.home ? "index" : path.slice(1);
    const meta = pageMeta(path, site);
    const data = meta.index ? structuredData(path, meta.name, questions[path]) : null;
    return { path, name, entry: "main", source: page.source, group, meta, data, body };
  });

  return [
    ...pages,
    ...[paths.clientPortal, paths.portalConfirm, paths.portalReset, paths.portalEmail, paths.portalProfile].map(
      (path): PageDocument => ({
        path,
        name: path.slice(1).replaceAll("/", "-"),
        entry: "portal",
        source: null,
        group: "portal",
        meta: pageMeta(path, site),
        data: null,
        body: inApp(path, "portal", <PortalRoutes />),
      }),
    ),
    {
      path: null,
      name: "project",
      entry: "portal",
      source: null,
      group: "portal",
      meta: pageMeta(projectPage(0), site),
      data: null,
      body: inApp(projectPage(0), "portal", <PortalRoutes />),
    },
    {
      path: null,
      name: "404",
      entry: "main",
      source: NotFound.source,
      group: "public",
      meta: pageMeta("/404", site),
      data: null,
      body: inApp("/404", "public", <PublicRoutes />),
    },
    {
      path: null,
      name: "admin",
      entry: "admin",
      source: null,
      group: "admin",
      meta: pageMeta("/admin", site),
      data: null,
      body: renderToString(
        <SiteProvider value={site}>
          <TestMark />
          <AdminLoading />
        </SiteProvider>,
      ),
    },
  ];
}

export { factKeys, structuredKeys };
