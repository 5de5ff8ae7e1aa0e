import { Suspense } from "react";
import { useSWRConfig } from "swr";
import { timesToGiveKey, type ChosenSlot } from "../../../api/slots";
import { Dialog } from "../../../components/Dialog";
import { Skeleton } from "../../../components/Skeleton";
import { formatTime, sydneyDay } from "../../../components/time";
import { toast } from "../../../components/toast";
import { lazily } from "../../../lazily";
import { isStaffData, projectAddress, usePost, useStaffQuery, type ProjectRecord } from "../api";
import { LoadProblem } from "../LoadProblem";
import { refusalOf } from "./acts";
import { isClaim, isDisowned } from "./persons";

const ChooseTime = lazily(() => import("../../../components/ChooseTime"));

/** Gives a project's consultation a time, or another one. */
export function GiveTime({ record, onClose }: { record: ProjectRecord; onClose: () => void }) {
  const { mutate } = useSWRConfig();
  const post = usePost();
  const { start } = record.time;

  async function give(slot: ChosenSlot) {
    try {
      await post(`${projectAddress(record.projectId)}/consultation`, { slotId: slot.id, seen: start });
    } catch (error) {
      // Somebody else was faster: the time that it has now is shown beside what the server says.
      void mutate(isStaffData);
      throw error;
    }
    onClose();
    toast({ title: `${record.client.name || record.reference}'s consultation is ${start ? "moved to" : "on"} ${formatTime(slot.date, "full")}` });
    await mutate(isStaffData);
  }

  return (
    <>
      <p>
        {start ? `It is on ${formatTime(start, "full")}. ` : ""}
        {timeLetter(record)}
      </p>
      <Suspense>
        <ChooseTime among={timesToGiveKey} confirmLabel={start ? "Move to this time" : "Set this time"} near={start ? sydneyDay(start) : undefined} onKeep={give} />
      </Suspense>
    </>
  );
}

/** The same for a project whose record is not open. */
export default function MoveDialog({ projectId, title, onClose }: { projectId: number; title: string; onClose: () => void }) {
  const { data, error, mutate } = useStaffQuery<ProjectRecord>(projectAddress(projectId));
  const refusal = data ? refusalOf(data, "set_time") : "";
  return (
    <Dialog open onClose={onClose} title={title} placement="side" stays>
      {error && !data ? (
        <LoadProblem what="This project" error={error} retry={() => void mutate()} />
      ) : !data ? (
        <Skeleton shape="field" count={4} />
      ) : refusal ? (
        <p>{refusal}</p>
      ) : (
        <GiveTime record={data} onClose={onClose} />
      )}
    </Dialog>
  );
}

function timeLetter(record: ProjectRecord): string {
  if (isDisowned(record)) return "No letter is sent: whoever reads its address said that it is not theirs.";
  const kept = record.time.kind === "paid" || ["part_paid", "paid", "part_refunded"].includes(record.moneyState);
  if (kept) return `The client gets a letter with the ${record.time.start ? "new " : ""}time for their calendar.`;
  const ends = "It stays unpaid and ends if no payment comes";
  return record.time.standing === "held" && !isClaim(record) ? `${ends}; the client gets a letter that says so.` : `${ends}; no letter is sent.`;
}
