import { useCallback } from "react";
import { useNavigate } from "react-router-dom";
import { carryToasts } from "../components/toast";
import { isRoute } from "../paths";
import { useGroup } from "./group";

type GoOptions = { replace?: boolean };

/** Goes to an address of this site: a route change within an application, a new document (toasts come along) otherwise. */
export function useGo(): (to: string, options?: GoOptions) => void {
  const navigate = useNavigate();
  const group = useGroup();
  return useCallback(
    (to, { replace = false } = {}) => {
      if (isRoute(to, group)) return void navigate(to, { replace });
      carryToasts();
      if (replace) location.replace(to);
      else location.assign(to);
    },
    [navigate, group],
  );
}
