import { useMedia } from "../../components/useMedia";

/** Whether the screen is a phone's, so that each list shows less of itself, and what may wait stands behind its heading. */
export function usePhone(): boolean {
  return useMedia("(max-width: 39.99rem)");
}
