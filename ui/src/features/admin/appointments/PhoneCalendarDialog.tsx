import { useState } from "react";
import { Dialog } from "../../../components/Dialog";
import { Notice } from "../../../components/Notice";
import { Skeleton } from "../../../components/Skeleton";
import { useStaffQuery } from "../api";
import { LoadProblem } from "../LoadProblem";
import { MadeAddress } from "./MadeAddress";
import * as css from "./PhoneCalendar.module.css";
import { ownAddressKey, type OwnAddress } from "./phoneCalendar";
import { PhoneCalendarForm } from "./PhoneCalendarForm";
import { PresentAddress } from "./PresentAddress";

// Whoever has just given the address to a calendar waits to read that it looked there.
const often = 10_000;

/** One's own private calendar address: made, seen once, changed, ended. */
export default function PhoneCalendarDialog({ onClose }: { onClose: () => void }) {
  const { data, error, mutate } = useStaffQuery<OwnAddress>(ownAddressKey, { refreshInterval: often });
  const [made, setMade] = useState("");
  const show = (address: string) => {
    setMade(address);
    void mutate();
  };
  return (
    <Dialog open onClose={onClose} title="Calendar on your phone" placement="side" stays>
      {made && <MadeAddress key={made} address={made} />}
      {error && !data ? (
        <LoadProblem what="Your calendar address" error={error} retry={() => void mutate()} />
      ) : !data ? (
        <Skeleton shape="field" count={4} />
      ) : data.state === "works" ? (
        <PresentAddress
          address={data}
          onMade={show}
          onChanged={() => void mutate()}
          onEnded={() => {
            setMade("");
            void mutate();
          }}
        />
      ) : (
        <div className={css.part}>
          {data.state === "over" && (
            <Notice tone="amber" title="Your address ended when your password changed">
              <p>Calendars that used it learn nothing new. Make a new address to go on.</p>
            </Notice>
          )}
          <p>
            The calendar that you use anyway, on your phone or computer, can show the consultations: those of the last 60 days and of
            the year ahead. You give it a private address, where it looks by itself from time to time.
          </p>
          <PhoneCalendarForm kept={data} isMaking act="Make my address" onDone={show} />
          <p className={css.small}>
            A time that still waits for its payment is not shown, and a cancelled one goes. The address is yours alone; it ends when
            you end it, when your password changes, and with your account.
          </p>
        </div>
      )}
    </Dialog>
  );
}
