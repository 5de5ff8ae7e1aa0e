import { Suspense, useRef, useState } from "react";
import type { ChosenSlot, Slot } from "../api/slots";
import { lazily } from "../lazily";
import { Button } from "./Button";
import { Notice } from "./Notice";
import { Skeleton } from "./Skeleton";
import * as css from "./SlotPicker.module.css";
import { differsFromSydney, formatTime, sydneyDay, sydneyZone } from "./time";

const SlotCalendar = lazily(() => import("./SlotCalendar"));

/** Loads the calendar ahead of the step that shows it. */
export function preloadCalendar(): void {
  SlotCalendar.preload().catch(() => {});
}

type Props = {
  /** Undefined while they are on their way. */
  slots: readonly Slot[] | undefined;
  failed: boolean;
  onRetry: () => void;
  chosen: ChosenSlot | null;
  /** A time that the server keeps for this visitor already: booked, so not among the free ones, but theirs to choose. */
  own?: ChosenSlot | null;
  onChoose: (slot: ChosenSlot) => void;
};

/** A month of days and the free times of the chosen one, all in Sydney time. */
export function SlotPicker({ slots, failed, onRetry, chosen, own = null, onChoose }: Props) {
  const [asked, setAsked] = useState<string | null>(null);
  const times = useRef<HTMLDivElement>(null);

  if (failed) return <LoadFailed onRetry={onRetry} />;
  if (!slots) return <Loading />;
  const offered = withOwn(slots, own);
  const day = asked ?? (chosen && sydneyDay(chosen.date));
  const ofDay = offered.filter((slot) => sydneyDay(slot.date) === day);
  const [soonest] = offered;

  function chooseDay(next: string) {
    setAsked(next);
    // On a phone the times are below the calendar.
    requestAnimationFrame(() => times.current?.scrollIntoView({ block: "nearest", behavior: "instant" }));
  }

  return (
    <div className={css.picker}>
      <div className={css.calendar}>
        <Suspense fallback={<div className={css.waiting} />}>
          <SlotCalendar
            days={new Set(offered.map((slot) => sydneyDay(slot.date)))}
            chosen={day}
            today={sydneyDay(new Date())}
            onChoose={chooseDay}
          />
        </Suspense>
        {soonest && differsFromSydney(soonest.date) && (
          <p className={css.zone}>Days and times are Sydney time ({sydneyZone(chosen?.date ?? soonest.date)}).</p>
        )}
      </div>
      <div ref={times} className={css.times}>
        <p className={css.day} role="status">
          {!day && "Select a date from the calendar to view available time slots."}
          {day && ofDay.length === 0 && "No available slots for this date."}
          {ofDay[0] && <strong>{formatTime(ofDay[0].date, "long")}</strong>}
        </p>
        {ofDay.length > 0 && (
          <ul className={css.list}>
            {ofDay.map((slot) => (
              <li key={slot.id}>
                <button type="button" className={css.time} aria-pressed={slot.id === chosen?.id} onClick={() => onChoose(slot)}>
                  {formatTime(slot.date, "time")}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function withOwn(slots: readonly Slot[], own: ChosenSlot | null): readonly ChosenSlot[] {
  const free = slots.filter((slot) => !slot.isBooked);
  if (!own || free.some((slot) => slot.id === own.id)) return free;
  return [...free, own].sort((a, b) => a.date.localeCompare(b.date));
}

function Loading() {
  return (
    <div className={css.picker} aria-busy="true">
      <div className={css.waiting}>
        <p role="status">Loading the available times...</p>
        <Skeleton shape="card" count={2} />
      </div>
    </div>
  );
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={css.failed}>
      <Notice tone="red" title="The available times could not be loaded" role="alert">
        <p>Nothing you entered is lost. Please check your connection and try again.</p>
      </Notice>
      <Button variant="secondary" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
