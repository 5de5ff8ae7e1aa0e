import { useState, type ReactNode } from "react";
import { errorText } from "../../api/client";
import { Button } from "../../components/Button";
import { Notice } from "../../components/Notice";
import { toast } from "../../components/toast";
import { useSite } from "../../site/SiteContext";
import { bookByTransfer } from "./bookingApi";
import { BookingTerms } from "./BookingTerms";
import * as css from "./BookingWizard.module.css";

type Props = { onBooked: () => void; children: ReactNode };

/** Where no card provider is configured the fee is paid by bank transfer. */
export function NoCards({ onBooked, children }: Props) {
  const site = useSite();
  const [busy, setBusy] = useState(false);

  async function book() {
    setBusy(true);
    let byEmail: boolean;
    try {
      byEmail = await bookByTransfer();
    } catch (error) {
      setBusy(false);
      const body = errorText(error, "Failed to initialize payment system. Please try again.");
      toast({ title: "Payment Setup Failed", body, variant: "destructive" });
      return;
    }
    const body = "Please complete your bank transfer using the reference number provided.";
    toast({ title: byEmail ? "Bank Transfer Info Sent" : "Bank Transfer Chosen", body });
    onBooked();
  }

  return (
    <>
      <Notice tone="amber" title="Pay by bank transfer">
        <p>
          Card payment is not available at the moment. Book now, and we show you the account and the reference for your
          transfer of {site["fee.booking"]}, and send both by email. Your booking is confirmed when the money arrives.
          <span data-given={site["business.phone"]}>
            {" "}
            You can also call us on <a href={site["business.phoneHref"]}>{site["business.phone"]}</a>.
          </span>
        </p>
      </Notice>
      <BookingTerms />
      <div className={css.actions}>
        <Button busy={busy} onClick={() => void book()}>
          Book and pay {site["fee.booking"]} by transfer
        </Button>
        {children}
      </div>
    </>
  );
}
