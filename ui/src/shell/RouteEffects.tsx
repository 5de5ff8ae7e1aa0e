import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import { pageMeta } from "../site/pageMeta";
import { useSite } from "../site/SiteContext";
import { notePlace, returnToPlace } from "./keptPlace";

/** The way to scroll that the visitor's motion setting allows. */
export function scrollBehavior(): ScrollBehavior {
  return matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
}

/**
 * Within the site every route begins at its top: left to itself, the browser would put Back where the other page was left,
 * which in a page that has changed since can be its footer. A document that is loaded again keeps its place all the same.
 */
function keepPlaceOnReloadOnly(): void {
  const arrived = () => void (history.scrollRestoration = "manual");
  arrived();
  returnToPlace();
  // As long as the document is there.
  addEventListener("pageshow", arrived);
  addEventListener("pagehide", () => {
    history.scrollRestoration = "auto";
    notePlace();
  });
}

/** What a change of route brings with it: title, the mark of the current page, focus, scrolling to the top (or to the anchor). */
export function RouteEffects() {
  const site = useSite();
  const { pathname, hash } = useLocation();
  const shownPath = useRef<string | null>(null);
  const anchoredPath = useRef<string | null>(null);

  useEffect(keepPlaceOnReloadOnly, []);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    const first = shownPath.current === null;
    shownPath.current = pathname;
    if (first) return;
    const meta = pageMeta(pathname, site);
    document.title = meta.title;
    document.querySelector("meta[name=description]")?.setAttribute("content", meta.description);
    document.querySelector("link[rel=canonical]")?.setAttribute("href", site["site.address"] + pathname);
    for (const link of document.querySelectorAll<HTMLAnchorElement>("header a")) {
      if (link.pathname === pathname) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    document.getElementById("main")?.focus({ preventScroll: true });
    // A new page is not reached by gliding through the one that has gone.
    if (!hash) scrollTo({ top: 0, behavior: "instant" });
  }, [pathname, hash, site]);

  useEffect(() => {
    const isNew = anchoredPath.current !== null && anchoredPath.current !== pathname;
    anchoredPath.current = pathname;
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView({ behavior: isNew ? "instant" : scrollBehavior() });
  }, [pathname, hash]);

  return null;
}
