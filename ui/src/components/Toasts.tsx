import { lazy, Suspense, useEffect } from "react";
import { showCarriedToasts, useToasts } from "./toast";

const ToastViewport = lazy(() => import("./ToastViewport"));

/** Draws the toasts. What draws them is loaded with the first one: most visits see none. */
export function Toasts() {
  const toasts = useToasts();
  useEffect(showCarriedToasts, []);
  if (toasts.length === 0) return null;
  return (
    <Suspense>
      <ToastViewport toasts={toasts} />
    </Suspense>
  );
}
