import { Suspense, useId, useRef, useState } from "react";
import type { ChosenSlot, Slot } from "../api/slots";
import { lazily } from "../lazily";
import { Button } from "./Button";
import { Notice } from "./Notice";
import { Skeleton } from "./Skeleton";
import * as css from "./SlotPicker.module.css";
import { soonest } from "./soonest";
import { differsFromSydney, formatTime, sydneyDay, sydneyZone } from "./time";

const soonestShown = 4;

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
  /** The day that the calendar opens at while none is chosen. */
  near?: string | undefined;
  onChoose: (slot: ChosenSlot) => void;
};

/** The soonest free times, a month of days and the free times of the chosen one, all in Sydney time. */
export function SlotPicker({ slots, failed, onRetry, chosen, own = null, near, onChoose }: Props) {
  const [asked, setAsked] = useState<string | null>(null);
  const times = useRef<HTMLDivElement>(null);
  const soonestId = useId();

  if (failed) return <LoadFailed onRetry={onRetry} />;
  if (!slots) return <Loading />;
  const offered = withOwn(slots, own);
  const day = asked ?? (chosen && sydneyDay(chosen.date));
  const ofDay = offered.filter((slot) => sydneyDay(slot.date) === day);
  const glance = soonest(offered, soonestShown, sydneyDay);
  const [next] = glance;

  function chooseDay(picked: string) {
    setAsked(picked);
    // On a phone the times are below the calendar.
    requestAnimationFrame(() => times.current?.scrollIntoView({ block: "nearest", behavior: "instant" }));
  }

  function chooseSoonest(slot: ChosenSlot) {
    setAsked(sydneyDay(slot.date));
    onChoose(slot);
  }

  return (
    <div className={css.picker}>
      {next && (
        <div className={css.soonest} role="group" aria-labelledby={soonestId}>
          <p id={soonestId}>Next available</p>
          <ul className={css.chips}>
            {glance.map((slot) => (
              <li key={slot.id}>
                <button type="button" className={css.time} aria-pressed={slot.id === chosen?.id} onClick={() => chooseSoonest(slot)}>
                  <span>{formatTime(slot.date, "brief")}</span> <span>{formatTime(slot.date, "time")}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={css.calendar}>
        <Suspense fallback={<div className={css.waiting} />}>
          <SlotCalendar
            days={new Set(offered.map((slot) => sydneyDay(slot.date)))}
            chosen={day}
            near={near}
            today={sydneyDay(new Date())}
            onChoose={chooseDay}
          />
        </Suspense>
        {next && differsFromSydney(next.date) && (
          <p className={css.zone}>Days and times are Sydney time ({sydneyZone(chosen?.date ?? next.date)}).</p>
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
