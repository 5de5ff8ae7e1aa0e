import { useEffect, useId, useRef } from "react";
import { ButtonAnchor } from "../../../components/Button";
import { CopyButton } from "../../../components/CopyButton";
import * as css from "./PhoneCalendar.module.css";
import { subscribing } from "./phoneCalendar";

/** The whole address, this once, and what to do with it. */
export function MadeAddress({ address }: { address: string }) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);

  // What made it has gone, and the focus with it: later than a dialog that closes gives it back.
  useEffect(() => {
    const timer = setTimeout(() => heading.current?.focus());
    return () => clearTimeout(timer);
  }, []);

  return (
    <section className={css.made} aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        Your address
      </h3>
      <p>It is shown only now: we keep no copy that can be read. Whoever has it sees what your calendar sees, so keep it to yourself.</p>
      <p className={css.address}>
        <code>{address}</code>
        <CopyButton text={address} what="address" />
      </p>
      <ButtonAnchor href={subscribing(address)}>Add to the calendar on this device</ButtonAnchor>
      <dl className={css.ways}>
        <dt>iPhone or iPad</dt>
        <dd>Press the button above on the iPhone itself, or in its Calendar app choose Calendars, Add Calendar, Add Subscription Calendar, and paste the address.</dd>
        <dt>Google Calendar</dt>
        <dd>On a computer, at calendar.google.com, choose the plus beside Other calendars, then From URL, and paste the address.</dd>
        <dt>Outlook</dt>
        <dd>In Outlook on the web, open the calendar, choose Add calendar, then Subscribe from web, and paste the address.</dd>
      </dl>
      <p className={css.small}>Each calendar decides how often it looks: we ask for every hour, but Google and Outlook may take a day.</p>
    </section>
  );
}
