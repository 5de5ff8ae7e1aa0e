import { useEffect } from "react";

/** While `locked` the page does not scroll; afterwards it stands where it stood, unless another page was opened meanwhile. */
export function useScrollLock(locked: boolean): void {
  useEffect(() => {
    if (!locked) return;
    const top = window.scrollY;
    const page = location.pathname;
    const { style } = document.body;
    style.paddingRight = `${window.innerWidth - document.documentElement.clientWidth}px`;
    style.overflow = "hidden";
    return () => {
      style.overflow = "";
      style.paddingRight = "";
      if (location.pathname === page) window.scrollTo({ top, behavior: "instant" });
    };
  }, [locked]);
}
