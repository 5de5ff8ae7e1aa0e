import { Suspense, useEffect, useEffectEvent, useRef, type FocusEvent, type ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { lazily } from "../../lazily";
import { ErrorBoundary } from "../../shell/ErrorBoundary";
import { useListAddress } from "./address";
import * as css from "./RecordFrame.module.css";
import { openerOf } from "./RecordLink";
import { useRecordKeys } from "./useRecordKeys";

const RecordPanel = lazily(() => import("./record/RecordPanel"));
const DraftPanel = lazily(() => import("./record/DraftPanel"));

/**
 * A staff page whose rows open a record beside it: `?project=12`, or `?draft=booking-7` for what is no project yet.
 * RecordLink makes the rows' links. Closing leads the focus back to where it came from.
 */
export function RecordFrame({ children }: { children: ReactNode }) {
  const address = useListAddress();
  const navigate = useNavigate();
  const opener = useRef<HTMLElement | null>(null);
  const { project, draft, part } = address;
  const shown = project === null ? draft : String(project);

  useRecordKeys(project !== null);
  const giveBack = useEffectEvent((closed: string) => {
    // Closed by the browser's Back: what closes it otherwise has led the focus back already.
    if (document.activeElement !== document.body) return;
    (opener.current?.isConnected ? opener.current : openerOf(closed))?.focus();
  });
  useEffect(() => {
    if (shown === null) return;
    return () => giveBack(shown);
  }, [shown]);

  function noteOpener({ target }: FocusEvent) {
    if (target instanceof HTMLAnchorElement) opener.current = target;
  }

  function close() {
    void navigate(address.with({ project: null }));
    const back = opener.current?.isConnected ? opener.current : openerOf(shown);
    opener.current = null;
    (back ?? document.getElementById("main"))?.focus({ preventScroll: !back });
  }

  return (
    <div className={css.split} data-open={shown !== null || undefined}>
      <div className={css.work} onFocus={noteOpener}>
        {children}
      </div>
      {shown !== null && (
        <ErrorBoundary key={shown}>
          <Suspense fallback={<p role="status">Loading...</p>}>
            {project !== null ? (
              <RecordPanel projectId={project} part={part} onClose={close} />
            ) : (
              <DraftPanel draft={shown} onClose={close} />
            )}
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  );
}
