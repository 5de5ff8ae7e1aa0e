import { Suspense, useState } from "react";
import { AppLink } from "../../components/AppLink";
import { Button } from "../../components/Button";
import { Fold } from "../../components/Fold";
import { Skeleton } from "../../components/Skeleton";
import type { ChosenSlot } from "../../api/slots";
import { lazily } from "../../lazily";
import * as acts from "./Act.module.css";
import { useStaffQuery } from "./api";
import * as css from "./AppointmentsPage.module.css";
import { calendarKey, shows, useCalendarAddress, type Appointment, type Calendar, type CalendarAddress } from "./appointments/calendar";
import { dayText } from "./appointments/days";
import { ListView } from "./appointments/ListView";
import { MonthView } from "./appointments/MonthView";
import { WeekView } from "./appointments/WeekView";
import { Menu } from "./Menu";
import { LoadProblem } from "./LoadProblem";
import { RecordFrame } from "./RecordFrame";
import { StaffHead } from "./StaffHead";
import { usePhone } from "./usePhone";

const RulesDialog = lazily(() => import("./appointments/RulesDialog"));
const ClosuresDialog = lazily(() => import("./appointments/ClosuresDialog"));
const AddTimeDialog = lazily(() => import("./appointments/AddTimeDialog"));
const PhoneCalendarDialog = lazily(() => import("./appointments/PhoneCalendarDialog"));
const BeginDialog = lazily(() => import("./clients/BeginDialog"));
const TimeDialog = lazily(() => import("./appointments/TimeDialog"));

const often = 60_000;
const more = [
  { key: "add", label: "Add a time" },
  { key: "closures", label: "Closures" },
  { key: "rules", label: "Consultation hours" },
  { key: "phone", label: "Calendar on your phone" },
] as const;

/** The calendar of consultations: whose times there are, which are free, and the rules that make them. */
export default function AppointmentsPage() {
  const address = useCalendarAddress();
  const phone = usePhone();
  const { data, error, mutate } = useStaffQuery<Calendar>(calendarKey(address), { keepPreviousData: true, refreshInterval: often });
  const [open, setOpen] = useState<Appointment | (typeof more)[number]["key"] | null>(null);
  // A new caller on the phone, and the free time that they get, none where it is still to be chosen.
  const [caller, setCaller] = useState<{ time?: ChosenSlot } | null>(null);
  const close = () => setOpen(null);

  return (
    <RecordFrame>
      <StaffHead title="Appointments">
        <div className={css.acts}>
          <Button variant="secondary" onClick={() => setCaller({})}>
            Phone booking
          </Button>
          {phone ? (
            <Menu label="More" name="More acts" summaryClass={acts.act} choices={more.map(({ key, label }) => ({ key, label, onChoose: () => setOpen(key) }))} />
          ) : (
            more.map(({ key, label }) => (
              <Button key={key} variant="secondary" onClick={() => setOpen(key)}>
                {label}
              </Button>
            ))
          )}
        </div>
      </StaffHead>
      <section className={css.calendar} aria-label="Calendar">
        <Steer address={address} />
        {error ? (
          <LoadProblem what="The calendar" error={error} retry={() => void mutate()} />
        ) : data ? (
          <>
            <Fold title="What the colours mean" when={phone}>
              <Key />
            </Fold>
            {address.show === "week" ? (
              <WeekView calendar={data} first={address.first} today={address.today} onOpen={setOpen} />
            ) : address.show === "month" ? (
              <MonthView calendar={data} address={address} onOpen={setOpen} />
            ) : (
              <ListView calendar={data} onOpen={setOpen} />
            )}
          </>
        ) : (
          <div aria-busy="true">
            <p role="status">Loading...</p>
            <Skeleton shape="field" count={8} />
          </div>
        )}
      </section>
      <Suspense>
        {open === "rules" ? (
          <RulesDialog onClose={close} />
        ) : open === "closures" ? (
          <ClosuresDialog today={address.today} onClose={close} />
        ) : open === "add" ? (
          <AddTimeDialog day={address.day} onClose={close} />
        ) : open === "phone" ? (
          <PhoneCalendarDialog onClose={close} />
        ) : (
          open && (
            <TimeDialog
              time={open}
              onPhone={() => {
                close();
                setCaller({ time: { id: open.id, date: open.start } });
              }}
              onClose={close}
            />
          )
        )}
        {caller && <BeginDialog client={null} time={caller.time} onClose={() => setCaller(null)} />}
      </Suspense>
    </RecordFrame>
  );
}

function Steer({ address }: { address: CalendarAddress }) {
  const { show, day, first, last, today, to, previous, next } = address;
  const named = show === "month" ? dayText(day, "month") : `${dayText(first, "date")} to ${dayText(last, "date")}`;
  return (
    <div className={css.steer}>
      <nav className={css.views} aria-label="View">
        {shows.map(({ value, label }) => (
          <AppLink key={value} className={css.view} to={to({ show: value })} aria-current={value === show ? "page" : undefined}>
            {label}
          </AppLink>
        ))}
      </nav>
      <h2 className={css.span} aria-live="polite">
        {named}
      </h2>
      <nav className={css.steps} aria-label="Days">
        <AppLink to={previous}>Previous</AppLink>
        <AppLink to={to({ day: today })}>Today</AppLink>
        <AppLink to={next}>Next</AppLink>
      </nav>
    </div>
  );
}

function Key() {
  return (
    <p className={css.key}>
      <span data-state="free">Free</span> <span data-state="free">Free, for staff: too near or too far for clients</span> <span data-state="held">Held, not paid yet</span> <span data-state="booked">Booked</span>{" "}
      <span data-state="refunded">Refunded, time still kept</span>{" "}
      <span data-state="blocked">Blocked</span>
    </p>
  );
}
