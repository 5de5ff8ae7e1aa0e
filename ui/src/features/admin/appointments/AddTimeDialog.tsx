import { useState } from "react";
import { useSWRConfig } from "swr";
import { errorText } from "../../../api/client";
import { TextField } from "../../../components/TextField";
import { toast } from "../../../components/toast";
import { AskingDialog } from "../AskingDialog";
import { isStaffData, usePost } from "../api";
import { DialogForm } from "../DialogForm";
import { clock, timeToAdd } from "./calendar";
import { dayText, type Day } from "./days";

/** Offers a single time beside the weekly hours. */
export default function AddTimeDialog({ day, onClose }: { day: Day; onClose: () => void }) {
  const [start, setStart] = useState(() => timeToAdd(day, new Date()));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const post = usePost();
  const { mutate } = useSWRConfig();

  async function add() {
    setBusy(true);
    setProblem("");
    try {
      await post("/api/admin/times", { start });
      onClose();
      toast({ title: "The time is added", body: `${dayText(start.slice(0, 10), "long")}, ${clock(start.slice(11))}` });
      await mutate(isStaffData);
    } catch (error) {
      setProblem(errorText(error, "The server does not answer. Nothing was added; please try again."));
    }
    setBusy(false);
  }

  return (
    <AskingDialog open onClose={onClose} title="Add a time">
      <DialogForm act="Add the time" busy={busy} onSubmit={add} onBack={onClose}>
        <p>One time beside the weekly hours, as long as the others. Clients can book it as any other; a time of the weekly hours that it overlaps goes.</p>
        <TextField label="When, Sydney time" type="datetime-local" value={start} error={problem} onChange={(event) => setStart(event.target.value)} />
      </DialogForm>
    </AskingDialog>
  );
}
