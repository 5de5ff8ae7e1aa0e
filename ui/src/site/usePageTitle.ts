import { useEffect } from "react";
import { useSite } from "./SiteContext";

/** Names the browser's tab after the page that is shown. */
export function usePageTitle(title: string): void {
  const site = useSite();
  useEffect(() => {
    document.title = `${title} | ${site["business.name"]}`;
  }, [title, site]);
}
