import { useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { Notice } from "../../../components/Notice";
import { Skeleton } from "../../../components/Skeleton";
import { Badge } from "../../../components/StatusBadge";
import { useListAddress } from "../address";
import { draftAddress, useStaffQuery, type Draft } from "../api";
import { LoadProblem } from "../LoadProblem";
import { Answers } from "./Answers";
import { Contact } from "./Contact";
import { DocumentList } from "./DocumentList";
import { Letters } from "./Letters";
import { PanelHead } from "./PanelHead";
import { Facts, Part } from "./Part";
import { Payments } from "./Payments";
import * as css from "./RecordPanel.module.css";
import { SidePanel } from "./SidePanel";

const headingId = "open-draft";

type Props = { draft: string; onClose: () => void };

/** What a visitor began and has not finished; once it is a project, that one's record is shown. */
export default function DraftPanel({ draft, onClose }: Props) {
  const { data, error, mutate } = useStaffQuery<Draft>(draftAddress(draft));
  const heading = useRef<HTMLHeadingElement>(null);
  const address = useListAddress();
  const navigate = useNavigate();
  const project = data?.projectId;

  useEffect(() => heading.current?.focus({ preventScroll: true }), [draft]);
  useEffect(() => {
    if (project) void navigate(address.with({ project }), { replace: true });
  });

  return (
    <SidePanel labelledBy={headingId} onClose={onClose}>
      <PanelHead ref={heading} id={headingId} name={data ? data.name : error ? "Unfinished" : "Loading..."} what="draft" onClose={onClose}>
        {data && (
          <div className={css.states}>
            <Badge tone="grey">Unfinished</Badge>
            <span>{data.serviceTitle}</span>
          </div>
        )}
      </PanelHead>
      <div className={css.content}>
        {error ? (
          <LoadProblem what="This draft" error={error} retry={() => void mutate()} />
        ) : data ? (
          <>
            <Standing draft={data} />
            <Part title="Contact">
              <Facts>
                <Contact email={data.email} phone={data.phone} />
              </Facts>
            </Part>
            <Answers answers={data.answers} />
            {data.payments.length > 0 && (
              <Part title="Payments">
                <Payments payments={data.payments} />
              </Part>
            )}
            {data.way === "booking" && <DocumentList documents={data.documents} />}
            <Letters letters={data.letters} />
          </>
        ) : (
          <div aria-busy="true" className={css.loading}>
            <Skeleton count={5} />
          </div>
        )}
      </div>
    </SidePanel>
  );
}

function Standing({ draft: { step, payments } }: { draft: Draft }) {
  if (payments.some(({ status }) => status === "processing")) {
    return (
      <Notice tone="amber" title="The bank has not decided about the payment yet">
        <p>This visitor paid by card, and the bank is still deciding. It becomes a project when the money arrives.</p>
      </Notice>
    );
  }
  return (
    <Notice tone="amber" title={step ? `Unfinished: stopped at step ${step} of 4` : "Unfinished: stopped before a service was chosen"}>
      <p>No payment has arrived. They can still come back and finish it.</p>
    </Notice>
  );
}
