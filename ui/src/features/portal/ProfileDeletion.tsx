import { useState } from "react";
import { useSWRConfig } from "swr";
import { errorText, request } from "../../api/client";
import { AppLink } from "../../components/AppLink";
import { Button } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { ConfirmDialog } from "../../components/Dialog";
import { ErasedText } from "../../components/ErasedText";
import { Notice } from "../../components/Notice";
import { toast } from "../../components/toast";
import { paths } from "../../paths";
import { deletionAddress, detailsKey } from "./api";
import * as css from "./Profile.module.css";
import { ProjectSection } from "./ProjectSection";

/** The wish to be deleted, which our staff see to. */
export function ProfileDeletion({ askedAt }: { askedAt: string | null }) {
  const { mutate } = useSWRConfig();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);

  async function tell(method: "POST" | "DELETE", failure: string) {
    setBusy(true);
    try {
      await request(method, deletionAddress);
      await mutate(detailsKey);
    } catch (error) {
      toast({ title: failure, body: errorText(error, "We cannot reach the server. Please try again."), variant: "destructive" });
    }
    setBusy(false);
    setOpen(false);
  }

  return (
    <ProjectSection id="deletion" title="Delete my data">
      <div className={css.part}>
        {askedAt ? (
          <>
            <Notice tone="amber" title="You have asked us to delete your data" role="status">
              <p>
                On <DateTime iso={askedAt} format="stamp" />. Our staff look at it and answer you within 30 days. Until then nothing is
                deleted, and the portal works as before.
              </p>
            </Notice>
            <Button variant="secondary" busy={busy} onClick={() => void tell("DELETE", "It was not taken back")}>
              Take it back
            </Button>
          </>
        ) : (
          <>
            <p>
              You can ask us to delete what we keep of you. <ErasedText /> The{" "}
              <AppLink to={paths.privacy}>privacy policy</AppLink> says how long everything is kept while nobody asks.
            </p>
            <Button variant="secondary" onClick={() => setOpen(true)}>
              Ask us to delete my data
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        open={open}
        title="Ask us to delete your data?"
        confirmLabel="Ask us to delete my data"
        danger
        busy={busy}
        onConfirm={() => void tell("POST", "It was not asked")}
        onCancel={() => setOpen(false)}
      >
        <p>
          Nothing is deleted at once: our staff look at it and answer you within 30 days. You can take it back until then. <ErasedText /> No
          money goes back by this.
        </p>
      </ConfirmDialog>
    </ProjectSection>
  );
}
