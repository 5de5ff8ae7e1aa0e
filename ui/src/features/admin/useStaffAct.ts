import { useState } from "react";
import { useSWRConfig } from "swr";
import { ApiError, errorText } from "../../api/client";
import { toast } from "../../components/toast";
import { isStaffData, usePost } from "./api";

/** `done`: what a toast says of it, none where the page shows it anyway; `failed`: what it says where it was not done. */
export type Told = { done?: string; body?: string; failed: string };

/** Says that something failed, with the server's own sentence where it gave one. */
export function tellFailure(title: string, error: unknown): void {
  toast({ title, body: errorText(error, "The server does not answer. Please try again."), variant: "destructive" });
}

/** Does acts of staff: a toast says how each went, and all that staff see is asked for anew. `act` answers whether it was done. */
export function useStaffAct() {
  const post = usePost();
  const { mutate } = useSWRConfig();
  const [busy, setBusy] = useState(false);

  async function act(path: string, { done, body, failed }: Told, sent?: object, method: "POST" | "DELETE" = "POST"): Promise<boolean> {
    setBusy(true);
    try {
      await post(path, sent, undefined, method);
    } catch (error) {
      tellFailure(failed, error);
      // What is refused was offered by what is shown, which is old then.
      if (error instanceof ApiError && error.status === 409) void mutate(isStaffData);
      return false;
    } finally {
      setBusy(false);
    }
    if (done) toast({ title: done, ...(body ? { body } : {}) });
    // The act is over: the next one need not wait for what is asked for anew.
    await mutate(isStaffData);
    return true;
  }
  return { act, busy };
}
