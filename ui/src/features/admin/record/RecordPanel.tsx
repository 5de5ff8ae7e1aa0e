import { Suspense, useEffect, useRef } from "react";
import { Notice } from "../../../components/Notice";
import { Skeleton } from "../../../components/Skeleton";
import { lazily } from "../../../lazily";
import type { RecordPart } from "../address";
import { projectAddress, useStaffQuery, type ProjectRecord } from "../api";
import { LoadProblem } from "../LoadProblem";
import { recordHeading } from "../useRecordKeys";
import { AdviserAct } from "./AdviserAct";
import { Answers } from "./Answers";
import { ClientPart } from "./ClientPart";
import { ConsultationPart } from "./ConsultationPart";
import { Documents } from "./Documents";
import { History } from "./History";
import { Letters } from "./Letters";
import { MoneyPart } from "./MoneyPart";
import { Notes } from "./Notes";
import { OwnershipNote } from "./Ownership";
import { PanelHead, States } from "./PanelHead";
import { Part } from "./Part";
import { NoProposalYet, ProposalsPart, showsProposals } from "./ProposalsPart";
import * as css from "./RecordPanel.module.css";
import { SidePanel } from "./SidePanel";
import { StatusAct } from "./StatusAct";

const Messages = lazily(() => import("./Messages"));

type Props = {
  projectId: number;
  /** The part to be open and in sight. */
  part: RecordPart | null;
  onClose: () => void;
};

/** Everything about one project, whichever way it came, and everything that staff can do about it. */
export default function RecordPanel({ projectId, part, onClose }: Props) {
  const { data, error, mutate } = useStaffQuery<ProjectRecord>(projectAddress(projectId));
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => heading.current?.focus({ preventScroll: true }), [projectId]);

  return (
    <SidePanel labelledBy={recordHeading} onClose={onClose}>
      <PanelHead ref={heading} id={recordHeading} name={data ? data.client.name : error ? "Project" : "Loading..."} what="project" onClose={onClose}>
        {data && <States record={data} />}
      </PanelHead>
      <div className={css.content}>
        {error && !data ? (
          <LoadProblem what="This project" error={error} retry={() => void mutate()} />
        ) : data ? (
          <>
            <Head key={projectId} record={data} />
            <Parts key={`${projectId} ${part}`} record={data} part={part} />
          </>
        ) : (
          <div aria-busy="true" className={css.loading}>
            <Skeleton count={5} />
            <Skeleton shape="field" count={2} />
            <Skeleton count={4} />
          </div>
        )}
      </div>
    </SidePanel>
  );
}

/** Stays as it is when another part is asked for: an undo is offered here. */
function Head({ record }: { record: ProjectRecord }) {
  return (
    <>
      {record.erased && (
        <Notice tone="amber" title="Erased">
          <p>
            Its answers, documents, messages, notes and letters are erased, and who its client was. What is left are its orders and payments, and when what
            happened.
          </p>
        </Notice>
      )}
      <div className={css.first}>
        <AdviserAct record={record} />
        <StatusAct record={record} />
      </div>
    </>
  );
}

/** What was erased has no part: an empty one would say that nothing was ever there. */
function Parts({ record, part }: { record: ProjectRecord; part: RecordPart | null }) {
  const { erased } = record;
  return (
    <>
      <OwnershipNote ownership={record.ownership} />
      <ClientPart record={record} />
      <ConsultationPart record={record} wanted={part === "consultation"} />
      {!erased && (showsProposals(record) ? <ProposalsPart record={record} /> : <NoProposalYet record={record} />)}
      <MoneyPart record={record} wanted={part === "money"} />
      {!erased && (
        <>
          <Documents record={record} wanted={part === "documents"} />
          <Part
            title="Messages"
            count={record.messages}
            gist={record.unread > 0 && `${record.unread} unread`}
            folded={record.unread === 0}
            wanted={part === "messages"}
          >
            <Suspense fallback={<Skeleton count={3} />}>
              <Messages projectId={record.projectId} />
            </Suspense>
          </Part>
          <Notes record={record} wanted={part === "notes"} />
          <Answers answers={record.answers} />
        </>
      )}
      {(!erased || record.letters.length > 0) && <Letters letters={record.letters} />}
      <History record={record} folded />
    </>
  );
}
