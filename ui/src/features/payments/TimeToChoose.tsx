import { Suspense } from "react";
import { keepSlot } from "../../api/slots";
import { FoldedPolicy } from "../../components/ConsultationPolicy";
import { Notice } from "../../components/Notice";
import { lazily } from "../../lazily";
import { successFor } from "../../paths";
import { chooseTransfer } from "./checkoutApi";
import { SignInToChange } from "./SignInToChange";
import * as css from "./SuccessPage.module.css";
import type { Confirmation } from "./useConfirmation";

const ChooseTime = lazily(() => import("../../components/ChooseTime"));

/** Begun with the booking form: its time is chosen when it is paid. Of everything else, a time was chosen before. */
export function isBookingFee({ projectType }: Confirmation): boolean {
  return projectType !== "n_a";
}

type TimeProps = { booking: Confirmation; mayChange: boolean; awaiting: boolean; onChosen: () => void };

/** A booking's time is chosen here once it is paid; where one was given away before the money arrived, another. */
export function TimeToChoose({ booking, mayChange, awaiting, onChosen }: TimeProps) {
  const { projectId: id, transferNote } = booking;
  const first = isBookingFee(booking);
  const yours = `it is yours at once, without paying again.`;
  const again = awaiting ? `Choose another one here. ${transferNote ?? ""}` : `Choose another one here; ${yours}`;
  return (
    <section className={css.another} aria-label={first ? "Your consultation time" : "Another time"}>
      {first ? (
        <div className={css.choice}>
          <h2>Choose your consultation time</h2>
          {mayChange && <p>Choose a time here; {yours} {booking.callsSoon ? "Or we call you within 24 hours to arrange one." : "Or call us to arrange one."}</p>}
        </div>
      ) : (
        <Notice tone="amber" title={awaiting ? "Your time is no longer kept" : booking.gaveBack ? "You gave your time back" : "Your payment is safe, but your time had gone"}>
          {mayChange && <p>{again}</p>}
        </Notice>
      )}
      {mayChange && <FoldedPolicy moved={booking.movedBefore} />}
      {mayChange ? (
        <Suspense>
          <ChooseTime
            confirmLabel="Keep this time"
            meeting={booking.meeting}
            onKeep={async (slot, way) => {
              await keepSlot(slot, id, way);
              if (awaiting) await chooseTransfer(id);
              onChosen();
            }}
          />
        </Suspense>
      ) : (
        <SignInToChange back={successFor(id)} />
      )}
    </section>
  );
}
