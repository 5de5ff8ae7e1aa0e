import { useState } from "react";
import { useSWRConfig } from "swr";
import { errorText } from "../../api/client";
import { AppLink } from "../../components/AppLink";
import { ConfirmDialog } from "../../components/Dialog";
import { Skeleton } from "../../components/Skeleton";
import { relativeTime } from "../../components/time";
import { toast } from "../../components/toast";
import * as css from "./Attention.module.css";
import { dashboardKey, usePost, type Alert, type Dashboard } from "./api";
import { alertLabel, concernsMoney } from "./labels";

/** What staff have to act on, and what the installation still lacks. */
export function Attention({ dashboard }: { dashboard: Dashboard | undefined }) {
  const [resolved, setResolved] = useState<readonly Alert[]>([]);
  if (!dashboard) {
    return (
      <section className={css.attention} aria-busy="true" aria-label="Needs attention">
        <h2 className={css.title}>Needs attention</h2>
        <Skeleton shape="field" count={2} />
      </section>
    );
  }
  const open = new Set(dashboard.alerts.map(({ id }) => id));
  const shown = [...dashboard.alerts, ...resolved.filter(({ id }) => !open.has(id))].sort((a, b) => b.id - a.id);
  return (
    <section className={css.attention} aria-labelledby="attention">
      <h2 className={css.title} id="attention">
        Needs attention {dashboard.openAlerts > 0 && <span className={css.count}>{dashboard.openAlerts}</span>}
      </h2>
      {shown.length === 0 && <p className={css.calm}>Nothing needs attention right now.</p>}
      {shown.length > 0 && (
        <ul className={css.list}>
          {shown.map((alert) => (
            <AlertRow
              key={alert.id}
              alert={alert}
              open={open.has(alert.id)}
              onResolved={() => setResolved((before) => [alert, ...before.filter(({ id }) => id !== alert.id)])}
            />
          ))}
        </ul>
      )}
      {dashboard.openAlerts > open.size && (
        <p className={css.calm}>
          The newest {open.size} of {dashboard.openAlerts} are shown; the older ones follow as these are resolved.
        </p>
      )}
      {dashboard.notices.length > 0 && (
        <ul className={css.notices} aria-label="About this installation">
          {dashboard.notices.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

type RowProps = { alert: Alert; open: boolean; onResolved: () => void };

/** One alert. A resolved one stays until the page is left, so that it can be taken back. */
function AlertRow({ alert, open, onResolved }: RowProps) {
  const post = usePost();
  const { mutate } = useSWRConfig();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const label = alertLabel(alert.kind);

  async function change(verb: "resolve" | "reopen") {
    setBusy(true);
    try {
      await post(`/api/admin/alerts/${alert.id}/${verb}`);
      if (verb === "resolve") onResolved();
      await mutate(dashboardKey);
    } catch (error) {
      toast({
        title: "The list was not changed",
        body: errorText(error, "The server does not answer. Please try again."),
        variant: "destructive",
      });
    }
    setBusy(false);
    setAsking(false);
  }

  return (
    <li className={css.row} data-resolved={open ? undefined : true}>
      <div className={css.words}>
        <p className={css.kind}>
          {label} <span className={css.when}>{relativeTime(alert.createdAt)}</span>
        </p>
        <p className={css.message}>{alert.message}</p>
      </div>
      <div className={css.acts}>
        {open && alert.link && (
          <AppLink className={css.act} to={alert.link}>
            Open
          </AppLink>
        )}
        {open ? (
          <button
            type="button"
            className={css.act}
            aria-disabled={busy || undefined}
            aria-label={`Resolve: ${label}`}
            onClick={() => (concernsMoney(alert.kind) ? setAsking(true) : busy || void change("resolve"))}
          >
            Resolve
          </button>
        ) : (
          <p className={css.done} role="status">
            Resolved.{" "}
            <button
              type="button"
              className={css.act}
              aria-disabled={busy || undefined}
              aria-label={`Undo: ${label}`}
              onClick={() => busy || void change("reopen")}
            >
              Undo
            </button>
          </p>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        title={`Resolve "${label}"?`}
        confirmLabel="Resolve"
        busy={busy}
        onConfirm={() => void change("resolve")}
        onCancel={() => setAsking(false)}
      >
        <p>{alert.message}</p>
        <p>Resolve it once the money has been looked after. It leaves this list for everyone on staff.</p>
      </ConfirmDialog>
    </li>
  );
}
