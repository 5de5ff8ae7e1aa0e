import { useEffect } from "react";
import { useSWRConfig } from "swr";
import { request } from "../../api/client";
import type { components } from "../../api/schema.gen";
import { isStaffData, useNoteSignedOut } from "./api";

const soonestMs = 10_000;
const latestMs = 60_000;
const longer = 1.5;

/**
 * Asks in short whether anything has changed, and for what is shown only where it has. Only while this tab is seen, at
 * once when it comes back; ever more seldom while nothing changes or nobody answers.
 */
export function useFreshness(): void {
  const { mutate } = useSWRConfig();
  const noteSignedOut = useNoteSignedOut();
  useEffect(() => {
    let known = "";
    let wait = soonestMs;
    let timer = 0;
    let over = false;

    async function look() {
      clearTimeout(timer);
      if (document.hidden) return;
      wait = Math.min(wait * longer, latestMs);
      try {
        const { version } = await request<components["schemas"]["Version"]>("GET", "/api/admin/changes");
        if (over) return;
        if (known && version !== known) {
          wait = soonestMs;
          await mutate(isStaffData);
        }
        known = version;
      } catch (error) {
        noteSignedOut(error);
      }
      if (over) return;
      clearTimeout(timer);
      timer = window.setTimeout(() => void look(), wait);
    }

    function comeBack() {
      wait = soonestMs;
      void look();
    }

    void look();
    document.addEventListener("visibilitychange", comeBack);
    return () => {
      over = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", comeBack);
    };
  }, [mutate, noteSignedOut]);
}
