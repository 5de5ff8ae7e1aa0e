import { AppLink } from "../../components/AppLink";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/EmptyState";
import { Badge } from "../../components/StatusBadge";
import { formatTime } from "../../components/time";
import { projectPage } from "../../paths";
import type { Appointment } from "./api";
import { ConsultationActs, InQuestion, Missed } from "./Consultation";
import * as css from "./AppointmentsTab.module.css";
import { EmptyWays } from "./EmptyWays";
import { Loaded, type ListState } from "./Loaded";

type Props = {
  loaded: ListState<Appointment>;
  /** Milliseconds since the epoch; what lies after it is upcoming. */
  now: number;
};

export function AppointmentsTab({ loaded, now }: Props) {
  return (
    <Loaded loaded={loaded} what="appointments">
      {(appointments) =>
        appointments.length === 0 ? (
          <EmptyState action={<EmptyWays book="Book an Appointment" />}>
            No appointments scheduled.
          </EmptyState>
        ) : (
          <ul className={css.appointments}>
            {appointments.map((appointment) => (
              <Row key={appointment.id} appointment={appointment} now={now} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

function Row({ appointment, now }: { appointment: Appointment; now: number }) {
  const { id, reference, serviceTitle, date, ends, takesPlace, missed } = appointment;
  const isAhead = new Date(date).getTime() > now;
  return (
    <li className={css.appointment}>
      <div className={css.top}>
        <div>
          <p className={css.day}>
            <DateTime iso={date} format="long" />
          </p>
          <p>
            {formatTime(date, "time")} to <DateTime iso={ends} format="time" />
          </p>
          <p>
            <AppLink to={projectPage(id)}>
              {reference} {serviceTitle}
            </AppLink>
          </p>
          {takesPlace && missed && <Missed />}
          {!takesPlace && (isAhead ? <InQuestion /> : <p>Its payment was refunded.</p>)}
        </div>
        {!takesPlace ? <Badge tone="grey">Refunded</Badge> : isAhead ? <Badge tone="green">Upcoming</Badge> : <Badge tone="grey">{missed ? "Did not take place" : "Past"}</Badge>}
      </div>
      {isAhead && <ConsultationActs appointment={appointment} heir="#main h1" />}
    </li>
  );
}
