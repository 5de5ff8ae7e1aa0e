import type { ReactNode } from "react";
import type { ChosenSlot } from "../../api/slots";
import { ConsultationPolicy } from "../../components/ConsultationPolicy";
import { differsFromSydney, formatTime, visitorsTime } from "../../components/time";
import { Money } from "../../components/Money";
import { PricedUpTo } from "../../components/PricedUpTo";
import { useSite } from "../../site/SiteContext";
import * as css from "./AppointmentSummary.module.css";
import type { ServiceId } from "./onboardingRules";
import { useServiceSums } from "./useServiceSums";

type Props = { slot: ChosenSlot | null; service: ServiceId | null; children: ReactNode };

/** What has been chosen, and what it will cost. `children`: how to meet. */
export function AppointmentSummary({ slot, service, children }: Props) {
  const site = useSite();
  const sums = useServiceSums(service);
  const elsewhere = slot && differsFromSydney(slot.date);
  return (
    <section className={css.summary} data-tone="stone" aria-labelledby="appointment-title">
      <h3 id="appointment-title">Your appointment</h3>
      <div>
        {!slot && <p className={css.nothing}>No appointment selected yet</p>}
        {slot && (
          <dl className={css.rows}>
            <div>
              <dt>Date</dt>
              <dd>
                <time dateTime={slot.date}>{formatTime(slot.date, "long")}</time>
              </dd>
            </div>
            <div>
              <dt>Time</dt>
              <dd>
                {formatTime(slot.date, "time")}
                {elsewhere && " Sydney time"}
                {elsewhere && <small>{visitorsTime(slot.date)} on your clock</small>}
              </dd>
            </div>
          </dl>
        )}
        {slot && <p className={css.meeting}>Initial Consultation ({site["consultation.minutes"]} min)</p>}
      </div>
      {slot && children}
      <PricedUpTo service={service} />
      {service && (
        <p className={css.price}>
          <span>{site[`services.${service}.title`]}</span>
          <strong>{site[`services.${service}.price`]}</strong>
          {sums && (
            <small>
              less <Money cents={sums.creditCents} /> of your booking fee: <Money cents={sums.leftCents} />
            </small>
          )}
          <small>inc. GST, {sums?.leftCents === 0 ? "nothing is to be paid in the next step" : `paid in the next step ${site["payments.by"]}`}. Your time is kept meanwhile.</small>
        </p>
      )}
      <ConsultationPolicy />
    </section>
  );
}
