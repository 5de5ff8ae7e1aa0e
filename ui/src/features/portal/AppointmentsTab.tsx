import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/EmptyState";
import { Badge } from "../../components/StatusBadge";
import { paths } from "../../paths";
import type { Appointment } from "./api";
import * as css from "./AppointmentsTab.module.css";
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
          <EmptyState action={<ButtonLink to={paths.contact}>Book an Appointment</ButtonLink>}>
            No appointments scheduled.
          </EmptyState>
        ) : (
          <ul className={css.appointments}>
            {appointments.map(({ id, date, refunded }) => {
              const isAhead = new Date(date).getTime() > now;
              return (
                <li key={id} className={css.appointment}>
                  <div>
                    <p className={css.day}>
                      <DateTime iso={date} format="long" />
                    </p>
                    <p>
                      <DateTime iso={date} format="time" />
                    </p>
                    {refunded && <p>Its payment was refunded.{isAhead && " Please call us if you want to keep this time."}</p>}
                  </div>
                  {refunded ? <Badge tone="grey">Refunded</Badge> : isAhead && <Badge tone="green">Upcoming</Badge>}
                </li>
              );
            })}
          </ul>
        )
      }
    </Loaded>
  );
}
