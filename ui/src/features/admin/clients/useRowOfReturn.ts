import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/** The page that was opened from a row of the list at `list`. */
let opened: { list: string; page: string } | null = null;

const links = () => [...document.querySelectorAll<HTMLAnchorElement>("#main a")];

/** Who comes back from the page that a row of this list has opened is at that row again, once the list `isThere`. */
export function useRowOfReturn(isThere: boolean): void {
  const { pathname, search } = useLocation();
  const here = pathname + search;

  useEffect(() => {
    function note({ target }: Event) {
      const link = links().find((each) => target instanceof Node && each.contains(target));
      if (link?.origin === location.origin && link.pathname !== pathname) opened = { list: here, page: link.pathname };
    }
    document.addEventListener("click", note, { capture: true });
    return () => document.removeEventListener("click", note, { capture: true });
  }, [here, pathname]);

  useEffect(() => {
    if (!isThere || opened?.list !== here) return;
    const { page } = opened;
    // Once the frame has gone to the beginning of what it takes for a new page.
    const asked = requestAnimationFrame(() => {
      opened = null;
      links().find((link) => link.pathname === page)?.focus();
    });
    return () => cancelAnimationFrame(asked);
  }, [here, isThere]);
}
