import { useEffect, useState } from "react";
import { Notice } from "../../components/Notice";
import { useReturn } from "../../components/useReturn";
import { paths } from "../../paths";
import { loadConfirmation, type ConfirmationAnswer } from "./bookingApi";

/** Above a form that begins anew, in the tab that has booked: what was booked, as far as this browser may know it. */
export default function JustBooked() {
  const [answer, setAnswer] = useState<ConfirmationAnswer | null>(null);
  const [looks, setLooks] = useState(0);
  useReturn(() => setLooks((before) => before + 1));

  useEffect(() => {
    // Out of reach, the form is there all the same.
    loadConfirmation().then(setAnswer, () => undefined);
  }, [looks]);

  if (!answer || answer.state === "none") return null;
  const { state, booking } = answer;
  const portal = state === "portal";
  return (
    <Notice
      tone={booking && state !== "awaiting" ? "green" : "blue"}
      title={booking ? `You booked ${booking.reference}, ${booking.serviceTitle}` : portal ? "What you booked is in the client portal" : "We are checking your payment"}
    >
      <p>
        {state === "awaiting" && "We wait for your bank transfer. "}
        {state === "checking" && "Please do not pay again. "}
        <a href={portal ? paths.clientPortal : paths.success}>{portal ? "Open the client portal" : "See your booking"}</a>. The form below begins another one.
      </p>
    </Notice>
  );
}
