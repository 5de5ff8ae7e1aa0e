import "./styles/index.css";
import { StrictMode } from "react";
import { BrowserRouter } from "react-router-dom";
import { heedSignOuts } from "./api/signedOut";
import { heldUntil } from "./early";
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
  heedSignOuts();
  const site = readFacts();
  const group = groupOf(location.pathname);
  await publicPageAt(location.pathname).open();
  const ready = new Promise((resolve) => addEventListener(heldUntil.ready, resolve, { once: true }));
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
    // Not before the page has told that it is open: it would be counted twice.
    await ready;
    // Without it there is no question, and without an answer no tracker.
    await import("./features/consent/consent").then(
      ({ startTrackers }) => startTrackers(site),
      () => {},
    );
  }
}

void start();
