import { Suspense } from "react";
import { OpenForBooking } from "../../components/OpenForBooking";
import { EnquiryForm } from "../enquiries/EnquiryForm";
import { BookingWizard } from "./BookingWizard";
import { ContactColumn } from "./ContactColumn";
import * as css from "./ContactPage.module.css";

/**
 * /contact: how to reach us on the left, the wizard on the right; on a phone the wizard comes first. The forms are taken over
 * one after the other (or at once where somebody types), because both together take a phone longer than a finger notices.
 */
export default function ContactPage() {
  return (
    <div className={css.page}>
      <div className={css.main}>
        <h1 className={css.title}>BOOK A SERVICE</h1>
        <p className={css.lead}>Four short steps to an initial consultation with a senior adviser.</p>
        <OpenForBooking>
          <Suspense>
            <BookingWizard />
          </Suspense>
        </OpenForBooking>
      </div>
      <aside className={css.aside} aria-label="Contact and enquiries">
        <ContactColumn />
        <Suspense>
          <EnquiryForm />
        </Suspense>
      </aside>
    </div>
  );
}
