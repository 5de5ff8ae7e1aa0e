import { useEffect, useRef, type RefObject } from "react";
import { typing } from "./useRecordKeys";

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
const rows = "tbody tr, li[data-urgency]";

/**
 * The keys of a list: "/" goes to its search, j and k or the arrows from row to row, where Enter opens the row's link
 * and e does what ends its row (marked with `data-ends`).
 * Enter, Down and, where nothing is typed, Escape lead from the search to the first row of what it finds.
 * Arrows go on scrolling the page as long as neither the search nor a row has the focus.
 *
 * found: what was searched for, once the rows are those that it finds; null while they are looked for.
 */
export function useRowKeys(place: RefObject<HTMLElement | null>, found: string | null = null): void {
  // What somebody wants to see the first row of: it may still be looked for.
  const wanted = useRef<string | null>(null);
  const toFirst = useRef((): boolean => false);
  useEffect(() => {
    toFirst.current = () => {
      const search = place.current?.querySelector<HTMLInputElement>("input[type=search]:focus");
      // Whoever typed on or went elsewhere does not want it any more.
      if (search?.value.trim() !== wanted.current) wanted.current = null;
      if (wanted.current === null || wanted.current !== found) return false;
      wanted.current = null;
      const first = place.current?.querySelector(rows)?.querySelector<HTMLElement>("a, button");
      first?.focus();
      return Boolean(first);
    };
    toFirst.current();
  });
  useEffect(() => {
    function move(event: KeyboardEvent) {
      const list = place.current;
      const from = event.target;
      if (!list || !(from instanceof HTMLElement) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      const search = list.querySelector<HTMLInputElement>("input[type=search]");
      if (event.key === "/" && search && !from.closest(typing)) {
        event.preventDefault();
        search.focus();
        search.select();
        return;
      }
      if (from === search && (event.key === "Enter" || event.key === "ArrowDown" || (event.key === "Escape" && !search.value))) {
        wanted.current = search.value.trim();
        // Enter looks for what was not looked for yet; it is not to open the row that it has led to.
        if (toFirst.current() || event.key !== "Enter") event.preventDefault();
        return;
      }
      const row = list.contains(from) && !from.closest(typing) ? from.closest(rows) : null;
      const end = event.key === "e" ? row?.querySelector<HTMLElement>("[data-ends]") : null;
      if (end) {
        event.preventDefault();
        end.click();
        return;
      }
      const step = steps[event.key];
      if (step === undefined) return;
      const links = [...list.querySelectorAll(rows)].map((each) => each.querySelector<HTMLElement>("a, button"));
      const at = links.findIndex((link) => link === from || (row !== null && link !== null && row.contains(link)));
      const isLetter = event.key.length === 1;
      const may = isLetter ? !from.closest(typing) && (list.contains(from) || from === document.body || from.id === "main") : at >= 0 || from === search;
      if (!may) return;
      const next = at < 0 ? (step > 0 ? links[0] : null) : at + step < 0 ? search : links[at + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    }
    document.addEventListener("keydown", move);
    return () => document.removeEventListener("keydown", move);
  }, [place]);
}
