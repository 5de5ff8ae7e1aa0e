import { useEffect, useRef } from "react";
import { toast } from "./toast";

/** The error toast of a form or step: it goes once `clear` says that its cause is gone, and with the form itself. */
export function useErrorToast() {
  const close = useRef<() => void>(undefined);
  useEffect(() => () => close.current?.(), []);
  return {
    tell(title: string, body: string) {
      close.current = toast({ title, body, variant: "destructive" });
    },
    clear: () => close.current?.(),
  };
}
