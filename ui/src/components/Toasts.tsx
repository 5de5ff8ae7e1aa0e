import { lazy, Suspense, useEffect } from "react";
import { Icon } from "./Icon";
import { carryUnreadToasts, dismissToast, showCarriedToasts, useToasts } from "./toast";
import * as css from "./Toast.module.css";

const ToastViewport = lazy(() => import("./ToastViewport"));

/** A link opens a document, unless it only changes the route, loads a file or opens another tab. */
function carryAlong({ target }: Event): void {
  const link = (target as Element).closest("a");
  if (link?.origin === location.origin && !link.hash && !link.hasAttribute("download") && !link.target) carryUnreadToasts(link.href);
}

/** Draws the toasts. What draws them is loaded with the first one: most visits see none. */
export function Toasts() {
  const toasts = useToasts();
  useEffect(() => {
    showCarriedToasts();
    addEventListener("click", carryAlong, true);
    return () => removeEventListener("click", carryAlong, true);
  }, []);
  if (toasts.length === 0) return null;
  return (
    <Suspense>
      <ToastViewport toasts={toasts} />
    </Suspense>
  );
}

/** The toasts where what draws them did not come: they stay until dismissed, and say the same. */
export function PlainToasts() {
  const toasts = useToasts();
  return (
    <div role="status" className={css.viewport}>
      {toasts
        .filter(({ open }) => open)
        .map(({ id, title, body, variant = "default" }) => (
          <div key={id} className={css.toast} data-variant={variant}>
            <span className={css.title}>{title}</span>
            {body && <span className={css.body}>{body}</span>}
            <button type="button" className={css.close} aria-label="Dismiss" onClick={() => dismissToast(id)}>
              <Icon name="close" size={18} />
            </button>
          </div>
        ))}
    </div>
  );
}
