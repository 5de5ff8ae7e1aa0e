import { useState, type SyntheticEvent } from "react";
import { useSWRConfig } from "swr";
import { errorText } from "../../../api/client";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/Dialog";
import { TextField } from "../../../components/TextField";
import { toast } from "../../../components/toast";
import { isStaffData, usePost } from "../api";
import { clock } from "./calendar";
import { dayText, type Day } from "./days";
import * as css from "./forms.module.css";

/** Offers a single time beside the weekly hours. */
export default function AddTimeDialog({ day, onClose }: { day: Day; onClose: () => void }) {
  const [start, setStart] = useState(`${day}T17:00`);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const post = usePost();
  const { mutate } = useSWRConfig();

  async function add(event: SyntheticEvent) {
    event.preventDefault();
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
    <Dialog open onClose={onClose} title="Add a time" stays>
      <form className={css.form} noValidate onSubmit={(event) => void add(event)}>
        <p>One time beside the weekly hours, as long as the others. Clients can book it as any other; a time of the weekly hours that it overlaps goes.</p>
        <TextField label="When, Sydney time" type="datetime-local" value={start} error={problem} onChange={(event) => setStart(event.target.value)} />
        <div className={css.acts}>
          <Button type="submit" busy={busy}>
            Add the time
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Back
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
