import { useSyncExternalStore } from "react";
import { Notice } from "../../components/Notice";
import * as css from "./PortalPage.module.css";

function watch(changed: () => void): () => void {
  addEventListener("online", changed);
  addEventListener("offline", changed);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", changed);
  };
}

/** Said as soon as the device knows it, before anything is asked of the server. */
export function Offline() {
  const online = useSyncExternalStore(
    watch,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!online && (
        <div className={css.offline}>
          <Notice tone="amber" title="You are offline">
            <p>What you see may be out of date. It is brought up to date once you are connected again.</p>
          </Notice>
        </div>
      )}
    </div>
  );
}
