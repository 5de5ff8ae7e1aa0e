import { useState } from "react";
import { ApiError, errorText } from "../api/client";
import { offeredWays, type Meeting, type Way } from "../api/meetings";
import { useFreeSlots, type ChosenSlot } from "../api/slots";
import { ActionBar } from "./ActionBar";
import { Button } from "./Button";
import { useSite } from "../site/SiteContext";
import * as css from "./ChooseTime.module.css";
import { DateTime } from "./DateTime";
import { useHeir } from "./focus";
import { MeetingChoice } from "./MeetingChoice";
import { SlotPicker } from "./SlotPicker";

type Props = {
  confirmLabel: string;
  /** Gives the project that time. Rejects with ApiError: 409 or 404 when it cannot be had. */
  onKeep: (slot: ChosenSlot, way: Way | null) => Promise<void>;
  /** How the project's consultation happens so far, where that is chosen here, too. */
  meeting?: Meeting;
  /** Where its times come from, where those are not the ones that clients can book. */
  among?: string;
  /** The day, in Sydney, that the calendar opens at: of the time that it has. */
  near?: string | undefined;
  /** The heading that has the focus once a time is kept and this is gone. */
  heir?: string;
};

const notReached = "We could not reach the server. Nothing has changed; please try again.";

/** A time for a project that exists already: its first, or another. */
export default function ChooseTime({ confirmLabel, onKeep, meeting, among, near, heir = "#main h1" }: Props) {
  useHeir(heir);
  const { slots, failed, refresh } = useFreeSlots(among);
  const [slot, setSlot] = useState<ChosenSlot | null>(null);
  const [way, setWay] = useState<Way | null>(meeting?.way ?? null);
  const isOneOfMany = offeredWays(useSite()).length > 1;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");

  function choose(next: ChosenSlot) {
    setProblem("");
    setSlot(next);
  }

  async function keep(wanted: ChosenSlot) {
    setBusy(true);
    setProblem("");
    try {
      await onKeep(wanted, isOneOfMany ? way : null);
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
      <SlotPicker slots={slots} failed={failed} onRetry={() => void refresh()} chosen={slot} near={near} onChoose={choose} />
      {meeting && (slot || !isOneOfMany) && <MeetingChoice way={way} onChange={setWay} meeting={meeting} />}
      <ActionBar idle={!slot} problem={problem} note={slot ? <DateTime iso={slot.date} format="full" /> : "No appointment selected yet"}>
        <Button busy={busy} disabled={!slot} onClick={() => slot && void keep(slot)}>
          {confirmLabel}
        </Button>
      </ActionBar>
    </div>
  );
}
