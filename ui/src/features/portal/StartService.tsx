import { useState } from "react";
import type { components } from "../../api/schema.gen";
import { errorText, request } from "../../api/client";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/Dialog";
import { toast } from "../../components/toast";
import { onceClosed } from "../../components/useBackCloses";
import { useSite } from "../../site/SiteContext";
import { useGo } from "../../site/useGo";
import { useRefresh, type Accepted, type ProjectDetails } from "./api";
import { notReached } from "./ConsultationEnds";
import { Sums } from "./Sums";

type Offer = components["schemas"]["OfferOut"];

/** Begins the service that a paid consultation is about; nothing is asked again, and the consultation stays as it is. */
export function StartService({ project, offer }: { project: ProjectDetails; offer: Offer }) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();
  const go = useGo();
  const site = useSite();

  async function start() {
    setBusy(true);
    try {
      const { payAt } = await request<Accepted>("POST", `/api/client/projects/${project.id}/start`, { priceCents: offer.priceCents });
      setOpen(false);
      onceClosed(() => go(payAt));
    } catch (error) {
      toast({ title: "The service is not started", body: errorText(error, notReached), variant: "destructive" });
      setBusy(false);
      setOpen(false);
      await refresh();
    }
  }

  return (
    <>
      <p>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Start this service
        </Button>
      </p>
      <ConfirmDialog
        open={open}
        title={`Start ${project.serviceTitle}?`}
        confirmLabel="Start it and go on to pay"
        cancelLabel="Not yet"
        busy={busy}
        onConfirm={() => void start()}
        onCancel={() => setOpen(false)}
      >
        <Sums title={project.serviceTitle} sums={offer} />
        <p>
          A project of its own begins with it, and shares the consultation of {project.reference}: what you told and sent us need not be told or sent again. On the next page you see the
          total, accept the terms and choose how to pay {site["payments.by"]}. Nothing is owed before that.
        </p>
      </ConfirmDialog>
    </>
  );
}
