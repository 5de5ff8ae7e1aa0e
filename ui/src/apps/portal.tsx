import { useEffect } from "react";
import { useUser } from "../api/user";
import { PortalRoutes } from "../features/portal/PortalRoutes";
import { App } from "../shell/App";
import { markSignedIn } from "../site/signedInMark";

/** The client portal. People sign in and out within it: the header follows. */
export default function Portal() {
  const signedIn = useUser() !== null;
  useEffect(() => markSignedIn(signedIn), [signedIn]);
  return (
    <App>
      <PortalRoutes />
    </App>
  );
}
