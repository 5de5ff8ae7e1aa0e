import { useState } from "react";
import { ApiError, errorText } from "../../api/client";
import { bookSlot, confirmAppointment, useFreeSlots, type ChosenSlot } from "../../api/slots";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { SlotPicker } from "../../components/SlotPicker";
import { DateTime } from "../../components/DateTime";
import * as css from "./ChooseTime.module.css";

type Props = {
  projectId: number;
  /** The time is the project's now. */
  onChosen: () => Promise<void>;
};

const notReached = "We could not reach the server. Nothing has changed; please try again.";

/** Another time for a project that exists already. */
export default function ChooseTime({ projectId, onChosen }: Props) {
  const { slots, failed, refresh } = useFreeSlots();
  const [slot, setSlot] = useState<ChosenSlot | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  async function keep(wanted: ChosenSlot) {
    setBusy(true);
    setProblem("");
    try {
      await bookSlot(wanted.id, projectId);
      await confirmAppointment(projectId, wanted.date);
      await onChosen();
    } catch (error) {
      setProblem(errorText(error, notReached));
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) {
        setSlot(null);
        await refresh();
      }
    }
    setBusy(false);
  }

  return (
    <div className={css.choose}>
      <SlotPicker slots={slots} failed={failed} onRetry={() => void refresh()} chosen={slot} onChoose={setSlot} />
      {problem && <Notice tone="amber" title={problem} role="alert" />}
      <div className={css.keep}>
        <Button busy={busy} disabled={!slot} onClick={() => slot && void keep(slot)}>
          Keep this time
        </Button>
        <p role="status">{slot ? <DateTime iso={slot.date} format="full" /> : "No appointment selected yet"}</p>
      </div>
    </div>
  );
}
