import { Suspense, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { PlainToasts, Toasts } from "../components/Toasts";
import { ErrorBoundary } from "./ErrorBoundary";
import { RouteEffects } from "./RouteEffects";

/** The last resort for errors, and toasts: also where the rest of the screen has failed. */
export function Guarded({ address, children }: { address?: string; children: ReactNode }) {
  return (
    <>
      <ErrorBoundary {...(address && { address })}>
        <Suspense>{children}</Suspense>
      </ErrorBoundary>
      <ErrorBoundary fallback={<PlainToasts />}>
        <Toasts />
      </ErrorBoundary>
    </>
  );
}

/** An application within a page: what it needs beside its own content, visible or not. */
export function App({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <>
      <RouteEffects />
      <Guarded address={pathname}>{children}</Guarded>
    </>
  );
}
