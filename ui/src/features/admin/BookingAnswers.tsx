import { mailto } from "../../components/mailto";
import { DateTime } from "../../components/DateTime";
import { Notice } from "../../components/Notice";
import { PREFERRED_CONTACTS } from "../../api/rules.gen";
import type { BookingDetail } from "./api";
import * as css from "./BookingAnswers.module.css";
import { CopyButton } from "../../components/CopyButton";
import { Fact, Facts, Part } from "./Part";

const unanswered = <span className={css.unanswered}>Not answered yet</span>;

/** Who it is and what they told us. */
export function BookingAnswers({ booking }: { booking: BookingDetail }) {
  const contact = PREFERRED_CONTACTS.find(({ value }) => value === booking.preferredContact);
  return (
    <>
      {booking.status === "draft" && booking.paymentStatus === "processing" && (
        <Notice tone="amber" title="The bank has not decided about the payment yet">
          <p>This visitor paid by card, and the bank is still deciding. It becomes a booking when the money arrives.</p>
        </Notice>
      )}
      {booking.status === "draft" && booking.paymentStatus !== "processing" && (
        <Notice tone="amber" title={`Unfinished: stopped at step ${booking.step} of 4`}>
          <p>This visitor began a booking, and no payment has arrived. They can still come back and finish it.</p>
        </Notice>
      )}
      {booking.status === "awaiting" && (
        <Notice tone="amber" title="Awaiting the transfer">
          <p>This client chose a bank transfer. The booking counts as paid once the transfer is matched.</p>
        </Notice>
      )}
      <Part title="Contact">
        <Facts>
          <Fact name="Email">
            {booking.email ? (
              <span className={css.line}>
                <a href={mailto(booking.email)}>{booking.email}</a>
                <CopyButton text={booking.email} what="email address" />
              </span>
            ) : (
              unanswered
            )}
          </Fact>
          <Fact name="Phone">
            {booking.phone ? (
              <span className={css.line}>
                <a href={`tel:${booking.phone.replaceAll(/\s/g, "")}`}>{booking.phone}</a>
                <CopyButton text={booking.phone} what="phone number" />
              </span>
            ) : (
              unanswered
            )}
          </Fact>
          <Fact name="Prefers">{contact?.label ?? booking.preferredContact}</Fact>
          <Fact name="Project address">{booking.address || unanswered}</Fact>
        </Facts>
      </Part>
      <Part title="Project">
        <Facts>
          <Fact name="Service">{booking.serviceTitle || unanswered}</Fact>
          {booking.packageTitle && <Fact name="Package">{booking.packageTitle}</Fact>}
          <Fact name="Project type">{booking.projectTypeLabel || unanswered}</Fact>
          <Fact name="Approximate value">{booking.projectValueLabel || unanswered}</Fact>
          <Fact name="In their words">
            {booking.message ? <span className={css.message}>{booking.message}</span> : <span className={css.unanswered}>Nothing added</span>}
          </Fact>
          <Fact name={booking.confirmedAt ? "Booked" : "Begun"}>
            <DateTime iso={booking.confirmedAt ?? booking.createdAt} format="full" />
          </Fact>
        </Facts>
      </Part>
    </>
  );
}
