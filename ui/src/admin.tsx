import "./styles/index.css";
import { StrictMode } from "react";
import { heedSignOuts } from "./api/signedOut";
import { BrowserRouter } from "react-router-dom";
import { Around } from "./continue";
import { createRoot } from "./react";
import { AdminRoutes } from "./features/admin/AdminRoutes";
import { Guarded } from "./shell/App";
import { rootOptions, siteRoot } from "./shell/root";
import { TestMark } from "./shell/TestMark";
import { readFacts } from "./site/facts";

heedSignOuts();

/** Entry of the staff bundle. The shell that the server sends shows "Loading..." only, so this renders afresh. */
createRoot(siteRoot(), rootOptions).render(
  <StrictMode>
    <BrowserRouter>
      <Around site={readFacts()} group="admin">
        <TestMark />
        <Guarded>
          <AdminRoutes />
        </Guarded>
      </Around>
    </BrowserRouter>
  </StrictMode>,
);
