import { useEffect, useRef } from "react";

/** Calls back when the browser's back or forward button brings this page back as it was left, instead of loading it. */
export function useReturn(onReturn: () => void): void {
  const latest = useRef(onReturn);

  useEffect(() => {
    latest.current = onReturn;
  }, [onReturn]);

  useEffect(() => {
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) latest.current();
    };
    window.addEventListener("pageshow", shown);
    return () => window.removeEventListener("pageshow", shown);
  }, []);
}
