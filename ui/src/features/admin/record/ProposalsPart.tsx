import { useState } from "react";
import { PROPOSAL_TEXT_RULES } from "../../../api/staffRules.gen";
import type { components } from "../../../api/schema.gen";
import { ConfirmDialog, Dialog } from "../../../components/Dialog";
import { Money, audText } from "../../../components/Money";
import { Select } from "../../../components/Select";
import { Badge, type BadgeTone } from "../../../components/StatusBadge";
import { formatTime } from "../../../components/time";
import { projectAddress, useFiledNote, type ProjectRecord } from "../api";
import { ActButton, useAct } from "./acts";
import { Acts, Fact, Facts, Part } from "./Part";
import { ReasonForm } from "./ReasonDialog";

type Line = components["schemas"]["ProposalLine"];

const states: Record<Line["state"], [string, BadgeTone]> = {
  open: ["Waits for the client", "amber"],
  accepted: ["Accepted", "green"],
  declined: ["Declined", "red"],
  withdrawn: ["Withdrawn", "grey"],
  run_out: ["Has run out", "grey"],
};

/** Nothing was proposed, and nothing can be before the consultation was held; once it is over, why not is said. */
export function showsProposals({ proposals, time }: ProjectRecord): boolean {
  return isOver(time.standing) || proposals.lines.length > 0 || proposals.cameFrom !== "" || proposals.goesOn.length > 0 || !proposals.refusal;
}

function isOver(standing: ProjectRecord["time"]["standing"]): boolean {
  return standing === "over" || standing === "missed";
}

/** While the consultation is ahead: what is to come first, so that nobody looks in vain for the act. */
export function NoProposalYet({ record: { time } }: { record: ProjectRecord }) {
  if (!time.start) return null;
  return (
    <Part title="Next service" folded gist="Once the consultation is held">
      <p>Once the consultation is over and noted as held, a service can be proposed here.</p>
    </Part>
  );
}

/** The next service after a consultation: what was proposed to the client, what came of it, and proposing one. */
export function ProposalsPart({ record }: { record: ProjectRecord }) {
  const [open, setOpen] = useState(false);
  const { proposals, reference } = record;
  const [newest] = proposals.lines;
  const startedByClient = proposals.goesOn.filter((each) => !proposals.lines.some(({ begun }) => begun === each));
  const waits = newest?.state === "open";
  return (
    <Part title="Next service" gist={newest ? `${newest.title}: ${states[newest.state][0]}` : false}>
      {proposals.cameFrom && <p>{proposals.cameFrom}</p>}
      {startedByClient.map((each) => (
        <p key={each}>The client has its service as {each}.</p>
      ))}
      {proposals.lines.map((line) => (
        <Proposed key={line.id} line={line} />
      ))}
      {(!proposals.refusal || proposals.lines.length > 0 || isOver(record.time.standing)) && !waits && (
        <Acts>
          <ActButton label="Propose a service" about={reference} refusal={proposals.refusal} onClick={() => setOpen(true)} />
        </Acts>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={`Propose a service: ${reference}, ${record.client.name}`} placement="side" stays>
        <Propose record={record} onClose={() => setOpen(false)} />
      </Dialog>
    </Part>
  );
}

function Proposed({ line }: { line: Line }) {
  const [label, tone] = states[line.state];
  const { ask, dialog } = useAct(`/api/admin/proposals/${line.id}/withdraw`, { done: `${line.title} is withdrawn`, failed: "It was not withdrawn" });
  return (
    <>
      <Facts>
        <Fact name={line.title}>
          <Money cents={line.priceCents} /> inc. GST <Badge tone={tone}>{label}</Badge>
          {line.begun && <p>It goes on as {line.begun}.</p>}
          {line.reason && <p>The client says: {line.reason}</p>}
        </Fact>
        <Fact name="Proposed">
          {formatTime(line.proposedAt, "stamp")}, {line.by}
        </Fact>
        <Fact name={line.endedAt ? "Ended" : "Open until"}>{formatTime(line.endedAt ?? line.expiresAt, "stamp")}</Fact>
      </Facts>
      {line.state === "open" && (
        <Acts>
          <ActButton label="Withdraw" about={line.title} onClick={ask} />
        </Acts>
      )}
      <ConfirmDialog {...dialog} title={`Withdraw ${line.title}?`} confirmLabel="Withdraw the proposal" danger>
        <p>The client cannot accept it any more. No letter is written: the project&rsquo;s page in the portal says that it was withdrawn.</p>
      </ConfirmDialog>
    </>
  );
}

function Propose({ record, onClose }: { record: ProjectRecord; onClose: () => void }) {
  const { choices, days, onPackages } = record.proposals;
  const [chosen, setChosen] = useState("0");
  const choice = choices[Number(chosen)];
  const filed = useFiledNote();
  if (!choice) return null;
  const credit = record.feeLeftCents;
  return (
    <ReasonForm
      url={`${projectAddress(record.projectId)}/proposals`}
      rule={PROPOSAL_TEXT_RULES.message}
      name="message"
      label="A line to the client"
      confirmLabel="Propose it and write to the client"
      more={{ service: choice.service, package: choice.package }}
      done={`${choice.title} is proposed`}
      told={`The letter is in the outbox.${filed}`}
      onClose={onClose}
    >
      <Select
        label="Service"
        name="service"
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={choices.map(({ title, priceCents }, index) => ({ value: String(index), label: `${title}, ${audText(priceCents)}` }))}
      />
      <p aria-live="polite">
        {record.client.email} gets a letter with the price of {audText(choice.priceCents)} inc. GST
        {credit > 0 && `, less what is left of the booking fee (${audText(credit)} at most)`}. The price holds for {days} days; nothing is owed before the client accepts it in the
        portal.{choice.package && onPackages && ` ${onPackages}`}
      </p>
    </ReasonForm>
  );
}
