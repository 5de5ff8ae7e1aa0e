import "./styles/index.css";
import { StrictMode } from "react";
import { BrowserRouter } from "react-router-dom";
import { reloadOnce } from "./lazyPage";
import { groupOf } from "./paths";
import { PublicRoutes, publicPageAt } from "./routes";
import { App } from "./shell/App";
import { continuePage } from "./shell/root";
import { readFacts } from "./site/facts";
import { PreloadProvider } from "./site/preload";

function preloadPage(address: string): void {
  publicPageAt(address.split(/[?#]/, 1)[0] ?? address)
    .preload()
    .catch(() => {});
}

/** Entry of the public bundle: continues the prerendered page once its own chunk is there. */
async function start() {
  const site = readFacts();
  const group = groupOf(location.pathname);
  await publicPageAt(location.pathname).preload().catch(reloadOnce);
  continuePage(
    <StrictMode>
      <BrowserRouter>
        <PreloadProvider value={preloadPage}>
          <App site={site} group={group}>
            <PublicRoutes />
          </App>
        </PreloadProvider>
      </BrowserRouter>
    </StrictMode>,
  );
  if (group === "public" && (site["analytics.gaId"] || site["analytics.pixelId"])) {
    const { startTrackers } = await import("./features/consent/consent");
    startTrackers(site);
  }
}

void start();
