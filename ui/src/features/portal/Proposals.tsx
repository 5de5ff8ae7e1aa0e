import { useState } from "react";
import { errorText, request } from "../../api/client";
import { AppLink } from "../../components/AppLink";
import { Button } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { ConfirmDialog } from "../../components/Dialog";
import { TextArea } from "../../components/TextField";
import { toast } from "../../components/toast";
import { onceClosed } from "../../components/useBackCloses";
import { projectPage } from "../../paths";
import { useGo } from "../../site/useGo";
import { proposalAddress, useRefresh, type Accepted, type ProjectDetails, type Proposal } from "./api";
import { notReached } from "./ConsultationEnds";
import { Included } from "./Included";
import { ProjectSection } from "./ProjectSection";
import { Sums } from "./Sums";
import * as css from "./Proposals.module.css";

/** What staff propose after the consultation of a project, the newest first; those that were withdrawn or ran out only by their end. */
export function Proposals({ project }: { project: ProjectDetails }) {
  return (
    <ProjectSection id="proposal" title="Our proposal">
      {project.proposals.map((proposal) => (proposal.state === "open" ? <Open key={proposal.id} proposal={proposal} /> : <Ended key={proposal.id} proposal={proposal} />))}
    </ProjectSection>
  );
}

function Open({ proposal }: { proposal: Proposal }) {
  const [asked, setAsked] = useState<"accept" | "decline" | null>(null);
  const close = () => setAsked(null);
  return (
    <div className={css.open}>
      <p>
        After your consultation, we propose <strong>{proposal.title}</strong> as the next step.
      </p>
      {proposal.message && <p className={css.message}>{proposal.message}</p>}
      {proposal.included.length > 0 && (
        <Included lines={proposal.included} />
      )}
      <Sums title={proposal.title} sums={proposal} />
      <p>
        You owe nothing unless you accept. The price holds until <DateTime iso={proposal.expiresAt} format="full" />; the proposal runs out then.
      </p>
      <p className={css.acts}>
        <Button onClick={() => setAsked("accept")}>Accept and go on to pay</Button>
        <Button variant="secondary" onClick={() => setAsked("decline")}>
          Decline
        </Button>
      </p>
      <AcceptDialog proposal={proposal} open={asked === "accept"} onClose={close} />
      <DeclineDialog proposal={proposal} open={asked === "decline"} onClose={close} />
    </div>
  );
}

type DialogProps = { proposal: Proposal; open: boolean; onClose: () => void };

function AcceptDialog({ proposal, open, onClose }: DialogProps) {
  const [busy, setBusy] = useState(false);
  const refresh = useRefresh();
  const go = useGo();

  async function accept() {
    setBusy(true);
    try {
      const { payAt } = await request<Accepted>("POST", `${proposalAddress(proposal.id)}/accept`, {});
      onClose();
      onceClosed(() => go(payAt));
    } catch (error) {
      toast({ title: "The proposal is not accepted", body: errorText(error, notReached), variant: "destructive" });
      setBusy(false);
      onClose();
      await refresh();
    }
  }

  return (
    <ConfirmDialog open={open} title={`Accept ${proposal.title}?`} confirmLabel="Accept and go on to pay" cancelLabel="Not yet" busy={busy} onConfirm={() => void accept()} onCancel={onClose}>
      <Sums title={proposal.title} sums={proposal} />
      <p>A project of its own begins with it. On the next page you see the total, accept the terms and choose how to pay. No other consultation time is needed.</p>
    </ConfirmDialog>
  );
}

function DeclineDialog({ proposal, open, onClose }: DialogProps) {
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState("");
  const refresh = useRefresh();

  async function decline() {
    setBusy(true);
    try {
      await request("POST", `${proposalAddress(proposal.id)}/decline`, { reason });
      onClose();
      toast({ title: "You declined our proposal", body: "Our team reads it. Nothing is owed for it." });
    } catch (error) {
      toast({ title: "The proposal is not declined", body: errorText(error, notReached), variant: "destructive" });
    }
    setBusy(false);
    await refresh();
  }

  return (
    <ConfirmDialog open={open} title={`Decline ${proposal.title}?`} confirmLabel="Decline" cancelLabel="Keep it" busy={busy} onConfirm={() => void decline()} onCancel={onClose}>
      <p>Nothing is owed for it. This cannot be taken back online; we can propose it again.</p>
      <TextArea label="Reason (optional)" name="reason" maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
    </ConfirmDialog>
  );
}

const ends = { accepted: "Accepted", declined: "Declined", withdrawn: "Withdrawn by us", run_out: "It has run out", open: "" } as const;

function Ended({ proposal }: { proposal: Proposal }) {
  return (
    <p>
      {proposal.title}: {ends[proposal.state]}
      {proposal.endedAt && (
        <>
          {" "}
          on <DateTime iso={proposal.endedAt} />
        </>
      )}
      {proposal.begun && (
        <>
          , as <AppLink to={projectPage(Number(proposal.begun.replace("HPM-", "")))}>{proposal.begun}</AppLink>
        </>
      )}
      .
    </p>
  );
}
