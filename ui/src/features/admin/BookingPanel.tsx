import { Printer, X } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";
import { Badge, StatusBadge } from "../../components/StatusBadge";
import { Skeleton } from "../../components/Skeleton";
import { bookingKey, useStaffQuery, type BookingDetail } from "./api";
import { BookingAnswers } from "./BookingAnswers";
import { BookingHistory } from "./BookingHistory";
import { BookingLetters } from "./BookingLetters";
import { BookingMoney } from "./BookingMoney";
import * as css from "./BookingPanel.module.css";
import { ClientSignIn } from "./ClientSignIn";
import { CopyButton } from "../../components/CopyButton";
import { DocumentList } from "./DocumentList";
import { bookingState } from "./labels";
import { LoadProblem } from "./LoadProblem";
import { OwnershipNote } from "./Ownership";
import { SidePanel } from "./SidePanel";

const headingId = "open-booking";

type Props = { id: number; onClose: () => void };

/** Everything about one booking. */
export function BookingPanel({ id, onClose }: Props) {
  const { data, error, mutate } = useStaffQuery<BookingDetail>(bookingKey(id));
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const closeNow = useCallback(() => close.current(), []);

  useEffect(() => heading.current?.focus({ preventScroll: true }), [id]);

  return (
    <SidePanel labelledBy={headingId} onClose={closeNow}>
      <div className={css.top}>
        <h2 ref={heading} id={headingId} className={css.name} tabIndex={-1}>
          {data ? data.fullName || "No name yet" : error ? "Booking" : "Loading..."}
        </h2>
        <button type="button" className={css.tool} aria-label="Print this booking" onClick={() => window.print()}>
          <Printer size={20} strokeWidth={1.5} aria-hidden />
        </button>
        <button type="button" className={css.tool} aria-label="Close" onClick={onClose}>
          <X size={22} strokeWidth={1.5} aria-hidden />
        </button>
        {data && <States booking={data} />}
      </div>
      <div className={css.content}>
        {error ? (
          <LoadProblem what="This booking" error={error} retry={() => void mutate()} />
        ) : data ? (
          <>
            {data.ownership && <OwnershipNote ownership={data.ownership} />}
            <BookingAnswers booking={data} />
            <BookingMoney booking={data} />
            <DocumentList documents={data.documents} />
            <BookingLetters letters={data.letters} reload={() => void mutate()} />
            <ClientSignIn booking={data} />
            <BookingHistory booking={data} />
          </>
        ) : (
          <div aria-busy="true" className={css.content}>
            <Skeleton count={5} />
            <Skeleton shape="field" count={2} />
            <Skeleton count={4} />
          </div>
        )}
      </div>
    </SidePanel>
  );
}

function States({ booking }: { booking: BookingDetail }) {
  const state = bookingState(booking);
  return (
    <p className={css.states}>
      {booking.reference && (
        <span className={css.reference}>
          {booking.reference}
          <CopyButton text={booking.reference} what="reference" />
        </span>
      )}
      {state ? <Badge tone={state.tone}>{state.label}</Badge> : <StatusBadge status={booking.projectStatus ?? ""} />}
    </p>
  );
}
