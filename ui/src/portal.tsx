import "./styles/index.css";
import { StrictMode } from "react";
import { BrowserRouter } from "react-router-dom";
import PortalPage from "./features/portal/PortalPage";
import { App } from "./shell/App";
import { continuePage } from "./shell/root";
import { readFacts } from "./site/facts";

/** Entry of the client portal's bundle. */
continuePage(
  <StrictMode>
    <BrowserRouter>
      <App site={readFacts()} group="portal">
        <PortalPage />
      </App>
    </BrowserRouter>
  </StrictMode>,
);
