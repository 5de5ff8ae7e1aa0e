import type { ReactNode } from "react";
import { ConsultationPolicy } from "../../components/ConsultationPolicy";
import { DateTime } from "../../components/DateTime";
import { Money } from "../../components/Money";
import { PricedUpTo } from "../../components/PricedUpTo";
import { BookingFor } from "./BookingFor";
import type { Checkout } from "./checkoutApi";
import * as css from "./OrderSummary.module.css";

/** What is paid for, and what it costs; the sums are the server's. `children`: how long the time is kept. */
export function OrderSummary({ project, children }: { project: Checkout; children?: ReactNode }) {
  return (
    <section className={css.summary} data-tone="stone" aria-labelledby="order-summary">
      <h2 id="order-summary">Order Summary</h2>
      <p className={css.service}>{project.serviceTitle || "Service not found"}</p>
      {!project.sharesConsultation && <PricedUpTo service={project.serviceType} />}
      <BookingFor project={project} />
      {project.appointmentDate && (
        <p className={css.time}>
          Initial consultation, {project.minutes} minutes
          <strong>
            <DateTime iso={project.appointmentDate} format="full" />
          </strong>
          {project.meeting.said}
        </p>
      )}
      <dl className={css.sums}>
        <div>
          <dt>Service Fee</dt>
          <dd>
            <Money cents={project.feeCents} />
          </dd>
        </div>
        {project.creditCents > 0 && (
          <div>
            <dt>Booking fee deducted</dt>
            <dd>
              <Money cents={-project.creditCents} />
            </dd>
          </div>
        )}
        <div className={css.total}>
          <dt>
            Total <small>inc. GST</small>
          </dt>
          <dd>
            <Money cents={project.totalCents} />
          </dd>
        </div>
      </dl>
      <p>Whatever goes beyond the price is agreed with you first.</p>
      {children}
      {project.appointmentDate && <ConsultationPolicy />}
    </section>
  );
}
