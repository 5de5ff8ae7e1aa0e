import { useState, type ReactNode } from "react";
import { useSWRConfig } from "swr";
import { ConfirmDialog } from "../../../components/Dialog";
import { toast } from "../../../components/toast";
import { isStaffData, usePost } from "../api";
import { tellFailure } from "../useStaffAct";
import type { Consequences } from "./calendar";
import { ConsequencesText } from "./ConsequencesText";

type Props = {
  url: string;
  body: object;
  method?: "POST" | "PATCH";
  title: string;
  confirmLabel: string;
  done: { title: string; body: string };
  onDone?: () => void;
  /** What asks: shown in place, with the way to ask. */
  children: (ask: () => void, busy: boolean) => ReactNode;
};

/** A change of the calendar that tells what it would touch before it is made. */
export function AskedChange({ url, body, method = "POST", title, confirmLabel, done, onDone, children }: Props) {
  const post = usePost();
  const { mutate } = useSWRConfig();
  const [plan, setPlan] = useState<Consequences | null>(null);
  const [busy, setBusy] = useState(false);

  async function send(saves: boolean) {
    if (busy) return;
    setBusy(true);
    try {
      const followed = await post<Consequences>(url, { ...body, saves }, undefined, method);
      setPlan(saves ? null : followed);
      if (saves) {
        toast(done);
        onDone?.();
      }
    } catch (error) {
      setPlan(null);
      tellFailure("Nothing was changed", error);
    }
    setBusy(false);
    if (saves) await mutate(isStaffData);
  }

  return (
    <>
      {children(() => void send(false), busy)}
      <ConfirmDialog
        open={plan !== null}
        title={title}
        confirmLabel={confirmLabel}
        busy={busy}
        onConfirm={() => void send(true)}
        onCancel={() => setPlan(null)}
      >
        {plan && <ConsequencesText of={plan} />}
      </ConfirmDialog>
    </>
  );
}
