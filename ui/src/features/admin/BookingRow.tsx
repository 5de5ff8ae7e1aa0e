import { Paperclip } from "lucide-react";
import { AppLink } from "../../components/AppLink";
import { DateTime } from "../../components/DateTime";
import { Money } from "../../components/Money";
import { Badge, StatusBadge } from "../../components/StatusBadge";
import { useListAddress } from "./address";
import type { BookingLine } from "./api";
import * as css from "./BookingList.module.css";
import { bookingState, paymentState } from "./labels";

/** The id of a row's link, to which the focus returns from the panel. */
export const rowId = (booking: number): string => `booking-${booking}`;

/** One booking; the whole row opens it. */
export function BookingRow({ booking, open }: { booking: BookingLine; open: boolean }) {
  const address = useListAddress();
  const state = bookingState(booking);
  const files = `${booking.documents} ${booking.documents === 1 ? "file" : "files"}`;
  return (
    <tr role="row" className={css.row} data-open={open || undefined}>
      <td role="cell" className={css.client}>
        <AppLink
          id={rowId(booking.id)}
          className={css.open}
          to={address.with({ booking: booking.id })}
          aria-current={open ? "true" : undefined}
        >
          {booking.fullName || "No name yet"}
        </AppLink>
        <span className={css.sub}>
          {booking.reference ? `${booking.reference} · ` : ""}
          {booking.email}
        </span>
      </td>
      <td role="cell" className={css.service}>
        {booking.serviceTitle || "Not chosen yet"}
      </td>
      <td role="cell" className={css.status}>
        {state ? <Badge tone={state.tone}>{state.label}</Badge> : <StatusBadge status={booking.projectStatus ?? ""} />}
      </td>
      <td role="cell" className={css.payment}>
        {booking.amountCents !== null && booking.paymentStatus ? (
          <>
            <Money cents={booking.amountCents} />
            <span className={css.sub}>{paymentState(booking.paymentStatus).label}</span>
          </>
        ) : (
          <span className={css.sub}>Not started</span>
        )}
      </td>
      <td role="cell" className={css.files} aria-label={files}>
        {booking.documents > 0 && (
          <>
            <Paperclip size={15} strokeWidth={1.5} aria-hidden />
            {booking.documents}
          </>
        )}
      </td>
      <td role="cell" className={css.date}>
        <DateTime iso={booking.confirmedAt ?? booking.createdAt} format="short" />
      </td>
    </tr>
  );
}
