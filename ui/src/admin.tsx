import "./styles/index.css";
import { StrictMode } from "react";
import { heedSignOuts } from "./api/signedOut";
import { createRoot } from "./react";
import { BrowserRouter } from "react-router-dom";
import { AdminRoutes } from "./features/admin/AdminRoutes";
import { Providers } from "./shell/App";
import { rootOptions, siteRoot } from "./shell/root";
import { readFacts } from "./site/facts";

heedSignOuts();

/** Entry of the staff bundle. The shell that the server sends shows "Loading..." only, so this renders afresh. */
createRoot(siteRoot(), rootOptions).render(
  <StrictMode>
    <BrowserRouter>
      <Providers site={readFacts()} group="admin">
        <AdminRoutes />
      </Providers>
    </BrowserRouter>
  </StrictMode>,
);
