import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useHydrated } from "../../components/useHydrated";
import type { Path } from "../../paths";
import type { Token } from "./api";

/** The token of the link that led to `page`: null while the page is not alive yet, "" without one. The address loses it at once. */
export function useToken(page: Path): Token | null {
  const navigate = useNavigate();
  const hydrated = useHydrated();
  const [token] = useState(() => (typeof location === "undefined" ? "" : (new URLSearchParams(location.search).get("token") ?? "")));

  useEffect(() => {
    if (token) void navigate(page, { replace: true });
  }, [navigate, page, token]);
  return hydrated ? token : null;
}
