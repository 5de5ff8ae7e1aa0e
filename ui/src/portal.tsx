import "./styles/index.css";
import { StrictMode } from "react";
import { BrowserRouter } from "react-router-dom";
import { heedSignOuts } from "./api/signedOut";
import { PortalRoutes } from "./features/portal/PortalRoutes";
import { App } from "./shell/App";
import { continuePage } from "./shell/root";
import { readFacts } from "./site/facts";

heedSignOuts();

/** Entry of the client portal's bundle. */
continuePage(
  <StrictMode>
    <BrowserRouter>
      <App site={readFacts()} group="portal">
        <PortalRoutes />
      </App>
    </BrowserRouter>
  </StrictMode>,
);
